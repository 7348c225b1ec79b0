import type {Members, Spec} from './spec.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

const leafTypes: Readonly<Record<string, JsonSchema>> = {
  'whole number': {type: 'integer'},
  'whole number, 0 or more': {type: 'integer', minimum: 0},
  'whole number above 0': {type: 'integer', minimum: 1},
  number: {type: 'number'},
  'true or false': {type: 'boolean'},
  '`true`': {const: true},
};

export function schemaOf(spec: Spec): JsonSchema {
  const schema = withoutMeaning(spec);
  const meaning = spec.about || spec.type?.means;
  return meaning ? {...schema, description: meaning} : schema;
}

function withoutMeaning(spec: Spec): JsonSchema {
  switch (spec.kind) {
    case 'leaf':
      if (spec.values !== undefined) return {enum: spec.values};
      if (spec.form !== undefined) return {type: 'string', pattern: spec.form.source};
      return leafTypes[spec.says] ?? {type: 'string'};
    case 'json':
      return {};
    case 'nullable':
      return {anyOf: [withoutMeaning(spec.of), {type: 'null'}]};
    case 'optional':
    case 'derived':
      return withoutMeaning(spec.of);
    case 'list':
      return {type: 'array', items: schemaOf(spec.of)};
    case 'tuple':
      return {type: 'array', prefixItems: spec.of.map(schemaOf), minItems: spec.of.length, maxItems: spec.of.length};
    case 'dictionary':
      return {type: 'object', additionalProperties: schemaOf(spec.of)};
    case 'object':
    case 'fields':
      return objectSchema(spec.members);
    case 'choice':
      return {oneOf: Object.values(spec.cases).map(schemaOf)};
  }
}

const isOptional = (spec: Spec): boolean =>
  spec.kind === 'optional' || (spec.kind === 'derived' && isOptional(spec.of));

/** A later version may add members, so none is forbidden. */
const objectSchema = (members: Members): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, each]) => [name, schemaOf(each)])),
  required: Object.entries(members).flatMap(([name, each]) => (isOptional(each) ? [] : [name])),
});
