/** The OpenAPI 3.1 document of all dialects, made from their tables of endpoints. */
import type { TObject } from 'typebox';
import type { WireDialect } from './dialect.ts';
import {
  type Annex,
  type DialectDocument,
  type DocumentedError,
  type DocumentSettings,
  type Plain,
  type PlainObject,
  toPlain,
} from './document.ts';
import type { Endpoint } from './endpoint.ts';

export const openApiDocument = (
  settings: DocumentSettings,
  dialects: readonly WireDialect[],
  annexes: readonly Annex[] = [],
): PlainObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Perpetua contract trading',
    version: settings.version,
    description: [DESCRIPTION, ...dialects.map(describe)].join('\n\n'),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  servers: [{ url: settings.baseUrl }],
  tags: [
    ...dialects.flatMap(({ document }) => document.groups),
    ...annexes.flatMap(({ tags }) => tags),
  ].map((group) => ({ ...group })),
  paths: Object.assign(pathsOf(dialects), ...annexes.map(({ paths }) => paths)),
  components: {
    schemas: Object.fromEntries(
      dialects.map(({ document }) => [document.errorName, toPlain(document.errorSchema)]),
    ),
    securitySchemes: {
      ...Object.assign({}, ...dialects.map(({ document }) => document.proof)),
      ...Object.assign({}, ...annexes.map(({ securitySchemes }) => securitySchemes)),
    },
  },
});

const DESCRIPTION = `Perpetual contracts over HTTP and JSON, in several dialects over one venue.

Private requests of versions 2 and 3 carry four headers. The signed text is the timestamp, the
method in upper case, the path, the query with its question mark where there is one, and the body
exactly as sent:
\`ACCESS-SIGN = Base64(HMAC-SHA256(secret, timestamp + METHOD + path + ?query + body))\`.

Amounts, sizes and prices are decimals in text. Codes and numbers in requests may come as text or
as JSON numbers without exponent; unknown fields are ignored. \`locale: zh-CN\` turns the texts of
errors into Chinese. A key, its account and its orders are the same in every dialect.`;

const describe = ({ document }: WireDialect): string =>
  [document.introduction, errorTable(document)].join('\n\n');

const errorTable = ({ errors }: DialectDocument): string =>
  [
    '| code | HTTP | meaning |',
    '|---|---|---|',
    ...errors.map(({ code, status, text }) => `| ${code} | ${status} | ${text} |`),
  ].join('\n');

/** Returns the paths. Endpoints with the same path are grouped under it. */
function pathsOf(dialects: readonly WireDialect[]): PlainObject {
  const paths: Record<string, PlainObject> = {};
  for (const dialect of dialects)
    for (const endpoint of dialect.endpoints)
      paths[endpoint.path] = { ...paths[endpoint.path], ...operation(dialect, endpoint) };
  return paths;
}

const operation = ({ document, takesForms }: WireDialect, endpoint: Endpoint): PlainObject => ({
  [endpoint.method.toLowerCase()]: {
    operationId: endpoint.id,
    tags: [document.groupOf(endpoint.path)],
    summary: endpoint.summary,
    description: `${endpoint.text}\n\n${limitsText(endpoint)}`,
    security: securityOf(document, endpoint),
    ...requestOf(endpoint, takesForms),
    responses: responsesOf(document, endpoint),
  },
});

/** The first part of a proof is the key. */
function securityOf({ proof }: DialectDocument, { permission, isKeyEnough }: Endpoint): Plain {
  if (permission === null) return [];
  const names = Object.keys(proof).slice(0, isKeyEnough === true ? 1 : undefined);
  return [Object.fromEntries(names.map((name) => [name, []]))];
}

function limitsText(endpoint: Endpoint): string {
  const { permission, ipWeight, uidWeight, orderRate, extraWeight } = endpoint;
  const more = extraWeight === undefined ? '' : ', more if it asks for more';
  const weight = `Weight ${ipWeight} per address${more}`;
  if (permission === null) return `${weight}.`;
  const rate =
    orderRate === null ? '' : ` Counts against the ${orderRate} requests allowed each second.`;
  return `${weight}, ${uidWeight} per account. Needs permission to ${permission}.${rate}`;
}

interface Request {
  readonly parameters?: readonly PlainObject[];
  readonly requestBody?: PlainObject;
}

/**
 * Returns how fields are sent: a POST and a DELETE with lists have a JSON body, others a query. A
 * form may stand in the query always.
 */
export function requestOf(
  { method, request }: Pick<Endpoint, 'method' | 'request'>,
  takesForms = false,
): Request {
  const hasLists = Object.values(request.properties).some((property) => 'items' in property);
  if (!takesForms && (method === 'POST' || (method === 'DELETE' && hasLists)))
    return {
      requestBody: {
        required: requiredOf(request).length > 0,
        content: { 'application/json': { schema: toPlain(request) } },
      },
    };
  const parameters = Object.entries(request.properties).map(([name, property]) => {
    const schema = toPlain(property) as PlainObject;
    const { description, examples, ...rest } = schema;
    return {
      name,
      in: 'query',
      required: requiredOf(request).includes(name),
      description: description ?? '',
      schema: { ...rest, ...(examples === undefined ? {} : { examples }) },
    };
  });
  return parameters.length === 0 ? {} : { parameters };
}

const requiredOf = (request: TObject): readonly string[] =>
  (request.required ?? []) as readonly string[];

const WHEN: Readonly<Record<number, string>> = {
  400: 'Malformed or refused',
  401: 'No valid key',
  403: 'No permission',
  404: 'No such order',
  429: 'Too many requests',
  503: 'The venue is busy or has stopped',
  521: 'The address is not on the allowlist',
};
/** Statuses that a caller without a key can get too. */
const OPEN_STATUSES: ReadonlySet<number> = new Set([400, 429]);

function responsesOf(document: DialectDocument, endpoint: Endpoint): PlainObject {
  const isOpen = endpoint.permission === null;
  const { errors, errorName } = document;
  const codesAt = (status: number): readonly DocumentedError[] =>
    errors.filter((error) => error.status === status && (!isOpen || error.isOpen));
  const within = codesAt(200).map(({ code }) => code);
  const responses: Record<string, Plain> = {
    '200': {
      description: 'Success',
      content: { 'application/json': { schema: toPlain(endpoint.response) } },
      // Of a dialect that tells errors in the same envelope.
      ...(within.length === 0 ? {} : { 'x-codes': within }),
    },
  };
  for (const [status, description] of Object.entries(WHEN)) {
    const codes = errors.filter((error) => String(error.status) === status);
    if (codes.length === 0 || (isOpen && !OPEN_STATUSES.has(Number(status)))) continue;
    responses[status] = {
      description,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${errorName}` } } },
      'x-codes': codes.filter((error) => !isOpen || error.isOpen).map(({ code }) => code),
    };
  }
  return responses;
}
