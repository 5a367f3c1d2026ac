import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { DIALECTS } from '../gateway/dialects.ts';
import { sampleValue } from '../gateway/documents/schema.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { type Plain, type PlainObject, toPlain } from './document.ts';
import { openApiDocument } from './openapi.ts';

const settings = { baseUrl: 'http://localhost:8700', version: '0.1.0' };
const open = openApiDocument(settings, DIALECTS);
const async = asyncApiDocument(settings, DIALECTS);

const at = (value: Plain | undefined, ...path: string[]): Plain | undefined =>
  path.reduce<Plain | undefined>(
    (inner, name) => (inner as PlainObject | undefined)?.[name],
    value,
  );

test('[WIRE-63] the document has every endpoint once, by its method', () => {
  expect(at(open, 'openapi')).toBe('3.1.0');
  const endpoints = DIALECTS.flatMap((dialect) => dialect.endpoints);
  for (const { path, method, id } of endpoints)
    expect(at(open, 'paths', path, method.toLowerCase(), 'operationId')).toBe(id);
  const operations = Object.values(at(open, 'paths') as PlainObject).flatMap((item) =>
    Object.keys(item as PlainObject),
  );
  expect(operations).toHaveLength(endpoints.length);
});

test('[WIRE-63] queries are parameters, bodies are schemas, answers are described', () => {
  const history = at(open, 'paths', '/capi/v2/order/history', 'get', 'parameters');
  expect((history as PlainObject[]).map((parameter) => at(parameter, 'name'))).toEqual([
    'symbol',
    'pageSize',
    'createDate',
    'endCreateDate',
  ]);
  const place = at(open, 'paths', '/capi/v2/order/placeOrder', 'post');
  const schema = at(place, 'requestBody', 'content', 'application/json', 'schema');
  expect(at(schema, 'required')).toEqual(['symbol', 'size', 'type', 'match_price']);
  const answer = at(place, 'responses', '200', 'content', 'application/json', 'schema');
  expect(Object.keys(at(answer, 'properties') as PlainObject)).toEqual(['client_oid', 'order_id']);
  expect(at(place, 'responses', '521', 'description')).toContain('allowlist');
});

test('[WIRE-63] private endpoints need the four headers, public ones none', () => {
  const security = (path: string, method: string) => at(open, 'paths', path, method, 'security');
  expect(security('/capi/v2/market/time', 'get')).toEqual([]);
  expect(security('/capi/v2/account/assets', 'get')).toEqual([
    { key: [], sign: [], passphrase: [], timestamp: [] },
  ]);
});

test('[WIRE-63] [BNC-1] a dialect names its own proof, or a key alone where it is enough', () => {
  const proofOf = (path: string, method: string): string[] => {
    const [security] = at(open, 'paths', path, method, 'security') as PlainObject[];
    return Object.keys(security ?? {}).map((name) =>
      String(at(open, 'components', 'securitySchemes', name, 'name')),
    );
  };
  expect(proofOf('/fapi/v1/klines', 'get')).toEqual([]);
  expect(proofOf('/fapi/v1/historicalTrades', 'get')).toEqual(['X-MBX-APIKEY']);
  const signed = ['X-MBX-APIKEY', 'signature', 'timestamp'];
  expect(proofOf('/fapi/v3/account', 'get')).toEqual(signed);
  expect(proofOf('/fapi/v1/leverage', 'post')).toEqual(signed);
  const responses = at(open, 'paths', '/fapi/v3/account', 'get', 'responses') as PlainObject;
  expect(at(responses, '401', 'x-codes')).toEqual(['-2014', '-2015']);
});

test('[WIRE-63] the example of every answer has the shape that it documents', () => {
  for (const { id, response } of DIALECTS.flatMap(({ endpoints }) => endpoints)) {
    const sample = sampleValue(toPlain(response) as PlainObject);
    const told = [...Value.Errors(response, sample)].map(
      ({ instancePath, message }) => `${instancePath} ${message}`,
    );
    expect(told, `${id}: ${JSON.stringify(sample)}`).toEqual([]);
  }
});

test('[WIRE-63] both documents are plain JSON without inner notes, and say no foreign name', () => {
  for (const document of [open, async]) {
    const text = JSON.stringify(document);
    expect(JSON.parse(text)).toEqual(document);
    expect(text).not.toContain('x-reads');
    expect(text).not.toContain('x-missing');
  }
});

test('[WIRE-63] every reference leads somewhere', () => {
  for (const document of [open, async]) {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, path] of references) expect(at(document, ...path!.split('/'))).toBeDefined();
  }
});

test('[WIRE-64] the sockets are described with their channels and frames', () => {
  expect(at(async, 'asyncapi')).toBe('3.0.0');
  const names = Object.keys(at(async, 'channels') as PlainObject);
  const foreign = { binance: 18, bybit: 11, hyperliquid: 15 };
  for (const [prefix, least] of Object.entries(foreign)) {
    const own = names.filter((id) => id.startsWith(prefix));
    expect(own).toContain(`${prefix}Control`);
    expect(own.length).toBeGreaterThan(least);
  }
  const others = names.filter((id) => !Object.keys(foreign).some((each) => id.startsWith(each)));
  expect(others).toEqual([
    'control',
    'ticker',
    'kline',
    'depth',
    'trades',
    'account',
    'positions',
    'orders',
    'fill',
    'queue',
    'v3Control',
    'v3Ticker',
    'v3Kline',
    'v3Depth',
    'v3Trades',
    'v3Account',
    'v3Positions',
    'v3Orders',
    'v3Fill',
    'v3Queue',
  ]);
  expect(at(async, 'servers', 'v3Private', 'pathname')).toBe('/v3/ws/private');
  expect(at(async, 'servers', 'private')).toMatchObject({
    host: 'localhost:8700',
    protocol: 'ws',
    pathname: '/v2/ws/private',
  });
  expect(at(async, 'channels', 'depth', 'parameters')).toEqual({ symbol: {}, limit: {} });
  const secure = asyncApiDocument({ ...settings, baseUrl: 'https://venue.example' }, DIALECTS);
  expect(at(secure, 'servers', 'public', 'protocol')).toBe('wss');
});
