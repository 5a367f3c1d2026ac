/**
 * The same placements as actions of the fifth dialect, each signed beforehand by a client's own
 * code, and what it costs to find out who signed one: that is apart from everything else, because
 * no server that takes such signatures can do without it.
 */
import { signersOf } from '../../src/gateway/hyperliquid/sign-action.ts';
import { isJsonObject, readJson } from '../../src/wire/json.ts';
import type { Quote } from './http-orders.ts';

const PATH = '/hl/exchange';

export interface SignedOrder {
  readonly request: Buffer;
  /** The same on a socket. */
  readonly frame: Buffer;
  readonly body: string;
}

export interface Actions {
  /** Spread over these private keys, no two alike. */
  readonly take: (count: number, privateKeys: readonly string[]) => SignedOrder[];
}

export async function openActions(quotes: readonly Quote[]): Promise<Actions> {
  const { hyperliquid } = await import('ccxt');
  const client = new hyperliquid();
  const orders = quotes.map(orderOf);
  let number = 0;
  let nonce = 0;
  return {
    take: (count, privateKeys) =>
      Array.from({ length: count }, () => {
        number += 1;
        nonce = Math.max(nonce + 1, Date.now());
        client.privateKey = privateKeys[number % privateKeys.length]!;
        const order = orders[Math.floor(number / privateKeys.length) % orders.length]!;
        const action = { type: 'order', orders: [order], grouping: 'na' };
        const signature = client.signL1Action(action, nonce);
        const body = JSON.stringify({ action, nonce, signature });
        return { body, request: formatAction(body), frame: formatPost(body) };
      }),
  };
}

/** The smallest value that the dialect takes, with a little to spare. */
const LEAST_VALUE = 12;

const bare = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Coins have the numbers of the list; prices have at most five figures. */
function orderOf({ price, size }: Quote, a: number) {
  const p = bare(Number(price).toPrecision(5));
  const times = Math.ceil(LEAST_VALUE / (Number(p) * Number(size)));
  const s = bare((Number(size) * times).toFixed(size.split('.')[1]?.length ?? 0));
  return { a, b: true, p, s, r: false, t: { limit: { tif: 'Gtc' } } };
}

const formatAction = (body: string): Buffer =>
  Buffer.from(
    `POST ${PATH} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

const formatPost = (body: string): Buffer =>
  Buffer.from(`{"method":"post","id":1,"request":{"type":"action","payload":${body}}}`);

/** Such a refusal has status 200 like everything else. */
export async function expectPlaced(baseUrl: string, { body }: SignedOrder): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}${PATH}`, { method: 'POST', headers, body });
  const text = await response.text();
  if (!text.includes('"resting"')) throw new Error(`an action was not placed: ${text}`);
}

/** Microseconds of processor time to find the signer of each, if the venue knows it. */
export function recoverEach(orders: readonly SignedOrder[]): number {
  const sent = orders.map(({ body }) => readSent(body));
  const before = process.cpuUsage();
  for (const signed of sent) signersOf(signed).next();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / orders.length;
}

function readSent(body: string) {
  const reading = readJson(body);
  const action =
    reading.ok && isJsonObject(reading.value) ? reading.value.get('action') : undefined;
  if (action === undefined || !isJsonObject(action)) throw new Error('an order is no action');
  const { nonce, signature } = JSON.parse(body);
  return { action, nonce, signature, vault: null, expiresAfter: null };
}
