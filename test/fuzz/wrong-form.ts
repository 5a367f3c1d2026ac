/** Calls of the Binance USDⓈ-M dialect with something wrong in their forms. */
import { createHmac } from 'node:crypto';
import { type Dice, findPick, pick, roll } from '../../proof/sim/dice.ts';
import type { Access } from '../../src/cli/qualify/signed-client.ts';
import { ENDPOINTS } from '../../src/gateway/binance/calls.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';
import { type FuzzField, fieldsOf, findWrong } from './wrong-value.ts';

export interface WrongForm {
  readonly method: string;
  readonly target: string;
  readonly body?: Buffer;
  readonly headers: readonly string[];
  readonly mustFail: boolean;
}

const FIELDS = new Map(ENDPOINTS.map((endpoint) => [endpoint.id, fieldsOf(endpoint)]));
const NOTHINGS = ['', 'undefined', 'null', '%zz', '%ff', '%00', '+', '%5B%5D', 'NOSUCH'];

export function drawForm(dice: Dice, access: Access, loser: Access, now: number): WrongForm {
  const endpoint = pick(dice, ENDPOINTS);
  const changes = endpoint.permission === 'trade';
  const { pairs, isSure } = wrongPairs(dice, endpoint, FIELDS.get(endpoint.id) ?? []);
  const { method, path } = endpoint;
  const proof = roll(dice, 0, 9);
  const isForged = endpoint.permission !== null && endpoint.isKeyEnough !== true && proof === 0;
  const { apiKey, secretKey } = isForged ? loser : access;
  const [query, body] = splitPairs(dice, [...pairs, `timestamp=${now}`]);
  const secret = isForged ? `${secretKey}x` : secretKey;
  const signature = createHmac('sha256', secret)
    .update(query + body, 'latin1')
    .digest('hex');
  const end = `${query === '' ? '' : '&'}signature=${signature}`;
  const sent = body === '' ? {} : { body: Buffer.from(body, 'latin1') };
  return {
    method,
    target: `${path}?${query}${end}`,
    ...sent,
    headers: [`X-MBX-APIKEY: ${apiKey}`],
    mustFail: isForged || (changes && isSure),
  };
}

/**
 * A call that changes nothing may have anything wrong. One that does has a required field that is
 * wrong for certain, or a symbol that nobody has. A batch answers for each of its items.
 */
function wrongPairs(dice: Dice, endpoint: Endpoint, fields: readonly FuzzField[]) {
  const changes = endpoint.permission === 'trade';
  const wrong = findPick(
    dice,
    changes ? fields.filter(({ isRequired, as }) => isRequired && as !== 'text') : fields,
  );
  const bad = wrong === undefined ? undefined : encode(findWrong(dice, wrong) ?? '""');
  const sent = fields.filter((field) => field === wrong || field.isRequired || roll(dice, 0, 1));
  const isNameless = changes && wrong === undefined;
  const goodOf = (field: FuzzField): string =>
    isNameless && field.name === 'symbol' ? 'NOSUCH' : encode(field.good);
  const pairs = sent.map((field) => `${field.name}=${field === wrong ? bad : goodOf(field)}`);
  const isBatch = fields.some(({ as }) => as === 'objects' || as === 'texts');
  if (roll(dice, 0, 3) === 0 && sent.length > 0)
    pairs.push(`${pick(dice, sent).name}=${pick(dice, NOTHINGS)}`);
  return { pairs, isSure: !isBatch && wrong !== undefined };
}

/** Each field stands in the query or in the body. */
function splitPairs(dice: Dice, pairs: readonly string[]): [query: string, body: string] {
  const inQuery = pairs.map(() => roll(dice, 0, 2) > 0);
  const join = (isQuery: boolean): string =>
    pairs.filter((_, at) => inQuery[at] === isQuery).join('&');
  return [join(true), join(false)];
}

const encode = (json: string): string =>
  encodeURIComponent(json.replace(/^"|"$/g, '').replace(/\\u[0-9a-f]{0,4}/g, '?')).slice(0, 3_000);
