import {eventSpecs} from '../../../src/core/events/event.js';
import type {Spec} from '../../../src/core/spec/spec.js';

/** The part of `docs/journal-format.md` that is made of the specifications of events. */
export const eventPages = (): string => specPages('Events', Object.entries<Spec>(eventSpecs));

/** A heading with an entry for each specification, and the types that they name. */
export function specPages(title: string, specs: readonly (readonly [name: string, spec: Spec])[]): string {
  const types = new Map<string, Spec>();
  const entries = specs.map(([name, spec]) => entry(`\`${name}\``, spec, types));
  const described = new Map<string, string>();
  // A type may be of others, which are met when it is described.
  for (let more = [...types]; more.length > 0; more = [...types].filter(([name]) => !described.has(name)))
    for (const [name, {type, ...spec}] of more)
      described.set(name, entry(name, {...spec, about: type?.means ?? ''}, types));
  const sorted = [...described]
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map(([, text]) => text);
  return [`## ${title}`, ...entries, '## Types', ...sorted].join('\n\n');
}

/** A heading, what it is, and a table of what it has. */
function entry(title: string, spec: Spec, types: Map<string, Spec>): string {
  const {of, end} = within(spec);
  const kind = spec === of && of.type === undefined ? '' : `${sentence(typeOf(spec, types))}.`;
  const means = [kind, spec.about, since(spec) && `It is written ${since(spec)}.`].filter(text => text).join(' ');
  const rows = nested(of, end === '' ? '' : `${end}.`, types);
  const table = rows.length === 0 ? [] : [['| member | type | meaning |', '| --- | --- | --- |', ...rows].join('\n')];
  const form = spec.kind === 'leaf' ? [`It is ${spec.says}.`] : [];
  return [`### ${title}`, means, ...form, ...table].filter(text => text !== '').join('\n\n');
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const since = (spec: Spec) => (spec.since === undefined ? '' : `since ${spec.since}`);

function rowsOf(spec: Spec, place: string, types: Map<string, Spec>): readonly string[] {
  switch (spec.kind) {
    case 'fields':
      return Object.entries(spec.members).flatMap(([name, member]) => rowOf(place + name, member, types));
    case 'object':
      return [
        ...Object.entries(spec.members).flatMap(([name, member]) => rowOf(place + name, member, types)),
        ...(spec.others === undefined ? [] : rowOf(`${place}…`, spec.others, types)),
      ];
    case 'choice':
      return Object.entries(spec.cases).flatMap(([name, each]) => [
        `| **${place}${spec.tag}: \`${name}\`** | | ${each.about ?? ''} |`,
        ...rowsOf(without(each, spec.tag), place, types),
      ]);
    default:
      return [];
  }
}

const without = (spec: Spec, tag: string): Spec =>
  spec.kind === 'object' || spec.kind === 'fields'
    ? {...spec, members: Object.fromEntries(Object.entries(spec.members).filter(([name]) => name !== tag))}
    : spec;

function rowOf(place: string, spec: Spec, types: Map<string, Spec>): readonly string[] {
  const meaning = [spec.about, whenMissing(spec), since(spec)].filter(text => text).join('; ');
  const {of, end} = within(spec);
  return [`| \`${place}${end}\` | ${typeOf(spec, types)} | ${meaning} |`, ...nested(of, `${place}${end}.`, types)];
}

function nested(spec: Spec, place: string, types: Map<string, Spec>): readonly string[] {
  return spec.type === undefined ? rowsOf(spec, place, types) : [];
}

/** What a member holds when it is there, and how its place is written. */
function within(spec: Spec): {readonly of: Spec; readonly end: string} {
  if (spec.kind === 'optional' || spec.kind === 'nullable' || spec.kind === 'derived') return within(spec.of);
  if (spec.kind !== 'list') return {of: spec, end: ''};
  const {of, end} = within(spec.of);
  return {of, end: `[]${end}`};
}

function whenMissing(spec: Spec): string {
  if (spec.kind === 'optional') return [`absent: ${spec.when}`, whenMissing(spec.of)].filter(text => text).join('; ');
  if (spec.kind === 'derived') return whenMissing(spec.of);
  return spec.kind === 'nullable' ? `null: ${spec.when}` : '';
}

function typeOf(spec: Spec, types: Map<string, Spec>): string {
  if (spec.type !== undefined) {
    types.set(spec.type.name, spec);
    return `[${spec.type.name}](#${spec.type.name.toLowerCase().replaceAll(' ', '-')})`;
  }
  switch (spec.kind) {
    case 'leaf':
      return spec.says;
    case 'json':
      return 'any JSON';
    case 'nullable':
      return `${typeOf(spec.of, types)}, or null`;
    case 'optional':
      return `${typeOf(spec.of, types)}, or absent`;
    case 'derived':
      return typeOf(spec.of, types);
    case 'list':
      return `list of ${typeOf(spec.of, types)}`;
    case 'tuple':
      return `list of ${spec.of.length}`;
    case 'dictionary':
      return `object of ${typeOf(spec.of, types)}`;
    default:
      return 'object';
  }
}
