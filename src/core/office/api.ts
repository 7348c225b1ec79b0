import {type ZRow, zRowMembers} from '../books/z-row.js';
import {date, instantText, zone} from '../day/schema.js';
import {isValid} from '../spec/check.js';
import {
  count,
  fields,
  flag,
  json,
  list,
  type Members,
  made,
  object,
  oneOf,
  orNull,
  type Spec,
  type Specified,
  text,
  tuple,
  whole,
} from '../spec/spec.js';
import {visitorRights} from '../staff/visitor-schema.js';
import {jsonIn} from '../text/json.js';
import type {OfficeIncident} from './incident.js';
import {projectedMembers} from './projected-payment.js';
import {officeTakingsSpec, shopFreshnessSpec, tillStandingSpec} from './view.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const leafTypes: Readonly<Record<string, JsonSchema>> = {
  'whole number': {type: 'integer'},
  'whole number, 0 or more': {type: 'integer', minimum: 0},
  'whole number above 0': {type: 'integer', minimum: 1},
  number: {type: 'number'},
  'true or false': {type: 'boolean'},
  '`true`': {const: true},
};

function schemaOf(spec: Spec): JsonSchema {
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

/** A token by which a program reads from an office. Of its secret only the hash is kept. */
export const apiTokenSpec = object({
  id: text('which is no secret'),
  name: text('of the program'),
  rights: list(oneOf(visitorRights), 'what it may read'),
  shops: orNull(list(text()), 'all'),
  madeAt: whole('in epoch milliseconds'),
});
export type ApiToken = Specified<typeof apiTokenSpec>;

export const incidentSpec = fields({
  shop: text('of the till'),
  till: text('the till'),
  number: count('of the incident, by which it is closed'),
  at: instantText('when the office found it'),
  what: json<OfficeIncident>('its `kind`, and what shows it'),
  closedBy: orNull(text('who closed it'), 'it is open'),
  note: orNull(text('what that person gave as the reason'), 'it is open'),
});

const placed = {shop: text('of the till'), till: text('the till')};
const freshness = list(shopFreshnessSpec(), 'how current this is, by shop');
const next = orNull(text('the cursor of what follows'), 'this is the end');
const from = {name: 'from', schema: date('the first business day; today if it is not named')};
const to = {name: 'to', schema: date('the last business day; today if it is not named')};
const shop = {name: 'shop', schema: text('a shop; all of the token if it is not named')};
const cursor = {name: 'cursor', schema: text('`next` of the answer before')};

/** What `/api/v1` answers: each path with the right that it takes, the parameters of its query, and its answer. */
export const apiPaths = {
  '/payments': {
    right: 'payments',
    query: [from, to, shop, cursor],
    about: 'The payments of some days, by day and reference.',
    answer: fields({payments: list(fields({...placed, ...projectedMembers})), next, freshness}),
  },
  '/days': {
    right: 'days',
    query: [{name: 'date', schema: date('today if it is not named')}],
    about: 'The takings of a day.',
    answer: fields({
      date: date('the business day'),
      zone: zone('by which it is told'),
      takings: list(officeTakingsSpec, 'by shop, method, currency and hour'),
      freshness,
    }),
  },
  '/zs': {
    right: 'zs',
    query: [cursor],
    about: 'The Zs by shop and till, the newest first.',
    answer: fields({
      zs: list(
        fields({
          ...placed,
          ...zRowMembers,
          agrees: made(
            flag('whether the office comes to the same sums'),
            ({differs}: Pick<ZRow, 'differs'>) => differs.length === 0,
          ),
        }),
      ),
      next,
      freshness,
    }),
  },
  '/tills': {
    right: 'tills',
    query: [],
    about: 'Each till, and how far the office has its journal.',
    answer: fields({tills: list(tillStandingSpec())}),
  },
  '/incidents': {
    right: 'incidents',
    query: [cursor],
    about: 'What a person has to look at, or has closed; the newest first.',
    answer: fields({incidents: list(incidentSpec), next}),
  },
} as const;
export type ApiPath = keyof typeof apiPaths;

/** The files of `/api/v1/exports`, which are those of the page *Exports*. */
const apiFiles = {'payments.csv': 'text/csv', 'payments.jsonl': 'application/jsonl'} as const;

export const apiErrorSpec = fields({error: text('a word for programs'), message: text('the same for people')});

/** The document of the interface by OpenAPI 3.1, made of the specifications that answer. */
export function openApi(): JsonSchema {
  const json = (spec: Spec) => ({'application/json': {schema: schemaOf(spec)}});
  const refused = {description: 'It was refused.', content: json(apiErrorSpec)};
  const operation = (
    {right, query, about}: {right: string; query: readonly {name: string; schema: Spec}[]; about: string},
    content: object,
  ) => ({
    get: {
      summary: about,
      description: `It takes the right \`${right}\`.`,
      parameters: query.map(({name, schema}) => ({name, in: 'query', required: false, schema: schemaOf(schema)})),
      responses: {200: {description: about, content}, default: refused},
    },
  });
  return {
    openapi: '3.1.0',
    info: {title: 'Duka office', version: '1'},
    servers: [{url: '/api/v1'}],
    security: [{token: []}],
    components: {securitySchemes: {token: {type: 'http', scheme: 'bearer'}}},
    paths: {
      ...Object.fromEntries(Object.entries(apiPaths).map(([path, each]) => [path, operation(each, json(each.answer))])),
      ...Object.fromEntries(
        Object.entries(apiFiles).map(([name, type]) => {
          const told = {right: 'exports', query: [from, to, shop], about: 'The payments of some days as a file.'};
          return [`/exports/${name}`, operation(told, {[type]: {schema: {type: 'string'}}})];
        }),
      ),
    },
  };
}

const cursorSpec = tuple([text(), text(), text()]);
const isCursor = isValid(cursorSpec);
export type ApiCursor = Specified<typeof cursorSpec>;

export const cursorText = (place: ApiCursor): string => btoa(encodeURIComponent(JSON.stringify(place)));

/** The place that a cursor names; undefined if it is none. */
export function cursorIn(typed: string): ApiCursor | undefined {
  try {
    const place = jsonIn(decodeURIComponent(atob(typed)));
    return isCursor(place) ? place : undefined;
  } catch {
    return undefined;
  }
}
