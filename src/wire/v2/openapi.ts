/** The OpenAPI 3.1 document of version 2, made from the table of endpoints. */
import type { TObject } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { ERRORS } from './errors.ts';
import { MISSING, READS } from './field.ts';
import { ERROR_RECORD } from './order-records.ts';

export interface DocumentSettings {
  /** Where the venue is reached. */
  readonly baseUrl: string;
  readonly version: string;
}

/** Plain data of a published document. */
export type Plain = null | boolean | number | string | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: Plain;
}

export const openApiDocument = (settings: DocumentSettings): PlainObject => ({
  openapi: '3.1.0',
  info: {
    title: 'Perpetua contract trading, version 2',
    version: settings.version,
    description: DESCRIPTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  servers: [{ url: settings.baseUrl }],
  tags: [
    { name: 'market', description: 'Public market data' },
    { name: 'account', description: 'Account, positions, leverage' },
    { name: 'order', description: 'Orders, trigger orders, fills' },
  ],
  paths: Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.path, pathItem(endpoint)])),
  components: {
    schemas: { Error: toPlain(ERROR_RECORD) },
    securitySchemes: {
      key: headerScheme('ACCESS-KEY', 'The API key.'),
      sign: headerScheme(
        'ACCESS-SIGN',
        'Base64 of HMAC-SHA256, keyed by the secret, over timestamp, method, path, query and body.',
      ),
      passphrase: headerScheme('ACCESS-PASSPHRASE', 'The passphrase of the key.'),
      timestamp: headerScheme('ACCESS-TIMESTAMP', 'Unix time in milliseconds, valid 30 seconds.'),
    },
  },
});

const DESCRIPTION = `Perpetual contracts over HTTP and JSON.

Private requests carry four headers. The signed text is the timestamp, the method in upper case,
the path, the query with its question mark where there is one, and the body exactly as sent:
\`ACCESS-SIGN = Base64(HMAC-SHA256(secret, timestamp + METHOD + path + ?query + body))\`.

Amounts, sizes and prices are decimals in text. Codes and numbers in requests may come as text or
as JSON numbers without exponent; unknown fields are ignored. \`locale: zh-CN\` turns the texts of
errors into Chinese.

${errorTable()}`;

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, text }]) => `| ${code} | ${status} | ${text.en.replace('{}', 'X')} |`,
  );
  return ['| code | HTTP | meaning |', '|---|---|---|', ...rows].join('\n');
}

const headerScheme = (name: string, description: string): PlainObject => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});

const pathItem = (endpoint: Endpoint): PlainObject => ({
  [endpoint.method.toLowerCase()]: {
    operationId: endpoint.id,
    tags: [endpoint.path.split('/')[3] ?? ''],
    summary: endpoint.summary,
    description: `${endpoint.text}\n\n${limitsText(endpoint)}`,
    ...(endpoint.permission === null
      ? { security: [] }
      : { security: [{ key: [], sign: [], passphrase: [], timestamp: [] }] }),
    ...requestOf(endpoint),
    responses: responsesOf(endpoint),
  },
});

function limitsText({ permission, ipWeight, uidWeight, orderRate }: Endpoint): string {
  const weight = `Weight ${ipWeight} per address`;
  if (permission === null) return `${weight}.`;
  const rate =
    orderRate === null ? '' : ` Counts against the ${orderRate} requests allowed each second.`;
  return `${weight}, ${uidWeight} per account. Needs permission to ${permission}.${rate}`;
}

function requestOf({ method, request }: Endpoint): PlainObject {
  if (method === 'POST')
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

function responsesOf(endpoint: Endpoint): PlainObject {
  const error = (description: string): PlainObject => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  const own: PlainObject =
    endpoint.permission === null
      ? {}
      : {
          '403': error('No permission'),
          '404': error('No such order'),
          '521': error('The address is not on the allowlist'),
        };
  return {
    '200': {
      description: 'Success',
      content: { 'application/json': { schema: toPlain(endpoint.response) } },
    },
    '400': error('Malformed or refused'),
    ...own,
    '429': error('Too many requests'),
  };
}

/** A schema as plain JSON, without what only the readers of requests need. */
export function toPlain(schema: unknown): Plain {
  if (Array.isArray(schema)) return schema.map(toPlain);
  if (typeof schema === 'object' && schema !== null)
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([name, value]) => name !== READS && name !== MISSING && value !== undefined)
        .map(([name, value]) => [name, toPlain(value)]),
    );
  return typeof schema === 'string' || typeof schema === 'number' || typeof schema === 'boolean'
    ? schema
    : null;
}
