/** Calls of the Hyperliquid dialect with something wrong in them, and frames of its socket. */
import { type Dice, findPick, pick, roll } from '../../proof/sim/dice.ts';
import { ENDPOINTS } from '../../src/gateway/hyperliquid/calls.ts';
import type { WrongForm } from './wrong-form.ts';
import { type FuzzField, fieldsOf, findWrong } from './wrong-value.ts';

const FIELDS = new Map(ENDPOINTS.map((endpoint) => [endpoint.id, fieldsOf(endpoint)]));
const READS = ENDPOINTS.filter(({ path }) => path.startsWith('/hl/info/'));
const ACTIONS = ENDPOINTS.filter(({ path }) => path.startsWith('/hl/exchange/'));

const ORDER = '{"a":0,"b":true,"p":"90000","s":"0.01","r":false,"t":{"limit":{"tif":"Gtc"}}}';
const MEMBERS = [
  ...[`"orders":[${ORDER}],"grouping":"na"`, `"orders":[${ORDER},{}]`, '"orders":{}'],
  ...['"cancels":[{"a":0,"o":1}]', '"cancels":[{"asset":0,"cloid":"0x"}]', '"cancels":[null]'],
  ...[`"modifies":[{"oid":1,"order":${ORDER}}]`, '"oid":1e999,"order":[]', '"time":-1'],
  ...['"asset":1e5,"isCross":2,"leverage":"x"', '"asset":0,"isBuy":null,"ntli":1e40', ''],
  ...['"signatureChainId":"0x","nonce":1,"agentAddress":"0x12"', '"__proto__":{}', '"a":[[[[]]]]'],
];
const SIGNATURES = [
  ...['{"r":"0x1","s":"0x1","v":27}', '{"r":"0x1","s":"0x1","v":1e9}', '{}', '[]', 'null', '""'],
  ...['{"r":1,"s":2,"v":3}', `{"r":"0x${'f'.repeat(64)}","s":"0x${'f'.repeat(64)}","v":28}`],
  `{"r":"0x${'12'.repeat(32)}","s":"0x${'34'.repeat(32)}","v":28}`,
];

/** Nobody signed these actions: whatever they say, they must be refused. */
function drawUnsigned(dice: Dice, now: number): string {
  const type = JSON.stringify(pick(dice, ACTIONS).path.slice('/hl/exchange/'.length));
  const members = pick(dice, MEMBERS);
  const action = `{"type":${type}${members === '' ? '' : `,${members}`}}`;
  const nonce = pick(dice, [String(now), '0', '-1', '1e300', '"1"', 'null', '{}']);
  const vault = pick(dice, ['', ',"vaultAddress":"0x1"', ',"expiresAfter":"x"']);
  return `{"action":${action},"nonce":${nonce},"signature":${pick(dice, SIGNATURES)}${vault}}`;
}

function drawRead(dice: Dice): string {
  const { id, path } = pick(dice, READS);
  const fields = FIELDS.get(id) ?? [];
  const wrong = findPick(dice, fields);
  const said = (field: FuzzField): string =>
    field === wrong ? (findWrong(dice, field) ?? '{}') : field.good;
  const members = fields.map((field) => `,"${field.name}":${said(field)}`).join('');
  return `{"type":${JSON.stringify(path.slice('/hl/info/'.length))}${members}}`;
}

export function drawAction(dice: Dice, _access: unknown, _loser: unknown, now: number): WrongForm {
  const isRead = roll(dice, 0, 1) === 0;
  const whole = isRead ? drawRead(dice) : drawUnsigned(dice, now);
  const isCut = roll(dice, 0, 9) === 0;
  const body = Buffer.from(isCut ? whole.slice(0, roll(dice, 0, whole.length - 1)) : whole);
  return {
    method: 'POST',
    target: isRead ? '/hl/info' : '/hl/exchange',
    body,
    headers: ['content-type: application/json'],
    mustFail: !isRead || isCut,
  };
}

/** What it says that cannot be read is plain text, and an unknown coin is null. */
export const isPlainAnswer = (status: number, text: string): boolean =>
  (status === 422 && text.startsWith('Failed to deserialize')) ||
  (status === 500 && text === 'null');

export const ACTION_SOCKET = '/hl/ws';

export const ACTION_TEXTS = [
  ...['{"method":"subscribe"}', '{"method":"subscribe","subscription":[]}', '{"method":1}'],
  ...['{"method":"subscribe","subscription":{"type":"__proto__","coin":"BTC"}}'],
  ...['{"method":"subscribe","subscription":{"type":"l2Book","coin":"BTC","nSigFigs":1e99}}'],
  ...['{"method":"subscribe","subscription":{"type":"userFills","user":"0x"}}'],
  `{"method":"subscribe","subscription":{"type":"webData2","user":"0x${'ab'.repeat(20)}"}}`,
  ...['{"method":"unsubscribe","subscription":{"type":"trades","coin":"BTC"}}'],
  ...['{"method":"post"}', '{"method":"post","id":1e99,"request":{}}', '{"method":"post","id":-1}'],
  ...['{"method":"post","id":1,"request":{"type":"info","payload":{"type":"../meta"}}}'],
  ...['{"method":"post","id":2,"request":{"type":"action","payload":{"action":{"type":"order"}}}}'],
  ...['{"method":"post","id":3,"request":{"type":"info","payload":[[[[[[[[[[]]]]]]]]]]}}'],
];
