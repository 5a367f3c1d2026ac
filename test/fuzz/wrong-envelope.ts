/** Calls of the Bybit v5 dialect with one field wrong, and frames of its sockets. */
import { createHmac } from 'node:crypto';
import { chance, type Dice, findPick, pick, roll } from '../../proof/sim/dice.ts';
import type { Access } from '../../src/cli/qualify/signed-client.ts';
import { ENDPOINTS } from '../../src/gateway/bybit/calls.ts';
import type { WrongForm } from './wrong-form.ts';
import { type FuzzField, fieldsOf, findWrong } from './wrong-value.ts';

const FIELDS = new Map(ENDPOINTS.map((endpoint) => [endpoint.id, fieldsOf(endpoint)]));
const WINDOW = '5000';
const JUNK = ['', '0', '-1', 'é', '9'.repeat(3_000), 'null', '{}'];

const hexOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text, 'latin1').digest('hex');

/**
 * A call that changes something has a required field that is wrong for certain; a batch answers for
 * each of its items. Whatever the code says, the status is 200.
 */
export function drawEnvelope(dice: Dice, access: Access, loser: Access, now: number): WrongForm {
  const endpoint = pick(dice, ENDPOINTS);
  const fields = FIELDS.get(endpoint.id) ?? [];
  const changes = endpoint.permission === 'trade';
  const wrong = findPick(dice, changes ? fields.filter(isSureToFail) : fields);
  const sent = fields.filter((field) => field === wrong || field.isRequired || roll(dice, 0, 1));
  const isNameless = changes && wrong === undefined;
  const said = (field: FuzzField): string => {
    if (field === wrong) return findWrong(dice, field) ?? '{}';
    return isNameless && field.name === 'symbol' ? '"NOSUCH"' : field.good;
  };
  const values = sent.map((field) => [field.name, said(field)] as const);
  const isGet = endpoint.method === 'GET';
  const text = isGet
    ? values.map(([name, value]) => `${name}=${encode(value)}`).join('&')
    : `{${values.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
  const isForged = endpoint.permission !== null && chance(dice, 10);
  const { apiKey, secretKey } = isForged ? loser : access;
  const bytes = Buffer.from(text).toString('latin1');
  const proof = hexOf(secretKey, `${now}${apiKey}${WINDOW}${bytes}`);
  const sign = isForged ? pick(dice, [...JUNK, proof.replace(/./, 'x')]) : proof;
  const isBatch = fields.some(({ as }) => as === 'objects');
  return {
    method: endpoint.method,
    target: isGet ? `${endpoint.path}?${text}` : endpoint.path,
    ...(isGet ? {} : { body: Buffer.from(text) }),
    headers: [
      ...[`X-BAPI-API-KEY: ${apiKey}`, `X-BAPI-TIMESTAMP: ${now}`],
      ...[`X-BAPI-RECV-WINDOW: ${WINDOW}`, `X-BAPI-SIGN: ${sign}`],
    ],
    mustFail: isForged || (changes && wrong !== undefined && !isBatch),
  };
}

const isSureToFail = ({ isRequired, as }: FuzzField): boolean => isRequired && as !== 'text';

const encode = (json: string): string =>
  encodeURIComponent(json.replace(/^"|"$/g, '').replace(/\\u[0-9a-f]{0,4}/g, '?')).slice(0, 900);

export const SESSION_PATHS = ['/v5', '/v5/private', '/v5/trade', '/v5/public/linear'];

export const SESSION_TEXTS = [
  ...['{"op":"subscribe","args":[]}', '{"op":"subscribe","args":[{}]}', '{"op":["subscribe"]}'],
  ...['{"op":"subscribe","args":["orderbook.50.","||","__proto__.x"],"req_id":{}}', '{"op":1}'],
  ...[
    '{"op":"unsubscribe","args":["order","order.linear","dcp.future"]}',
    '{"op":"ping","args":1}',
  ],
  ...['{"op":"auth"}', '{"op":"auth","args":["x",1e999,""]}', '{"op":"auth","args":[[],{},null]}'],
  ...['{"op":"order.create","args":[]}', '{"op":"order.create","reqId":"a","args":[{"qty":"-1"}]}'],
  ...['{"op":"order.cancel","args":[{"category":"linear","symbol":"NOSUCH","orderId":"1e9"}]}'],
  ...['{"op":"order.create-batch","args":[{"category":"linear","request":[1,{},null]}]}'],
  ...['{"op":"order.","args":[{"__proto__":{}}]}', '{"op":"order.amend","header":[],"args":"x"}'],
  ...[
    '{"op":"order.create","op":"order.cancel","args":[{}]}',
    '{"op":"order.create","args":[[1]]}',
  ],
];

/** Most frames need a login, which a socket hears once. */
export function sessionLogin({ apiKey, secretKey }: Access): string {
  const until = Date.now() + 10_000;
  return JSON.stringify({
    op: 'auth',
    args: [apiKey, until, hexOf(secretKey, `GET/realtime${until}`)],
  });
}
