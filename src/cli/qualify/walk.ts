/**
 * The qualification: the steps that a trading program must be able to do before it may take part.
 * Each is judged by the venue's answer. A failed step does not end the run unless a later one
 * depends on it.
 */
import { many } from '../../domain/many.ts';
import { type CallVenue, fieldOf, type Response } from './signed-client.ts';

export interface WalkPorts {
  readonly call: CallVenue;
  readonly now: () => number;
  readonly pause: (millis: number) => Promise<void>;
}

export interface StepResult {
  readonly step: string;
  readonly passed: boolean;
  readonly words: string;
}

/** What later steps need to know from earlier ones. */
interface Found {
  last: number;
  orderId: string | undefined;
  size: string;
}

type Judge = (ports: WalkPorts, found: Found) => Promise<string>;

const SYMBOL = 'cmt_btcusdt';
const NOTIONAL = 10;
/** Far above the market: the order must fill at the book's prices, not at this one. */
const LIMIT = '100000.0';
const CLOCK_OFF_MAX_MILLIS = 30_000;
const FILL_ATTEMPTS = 20;
const FILL_PAUSE_MILLIS = 100;

const STEPS: readonly (readonly [step: string, judge: Judge])[] = [
  ['server time', judgeTime],
  ['account assets', judgeAssets],
  ['BTC ticker', judgeTicker],
  ['contracts', judgeContracts],
  ['leverage', judgeLeverage],
  ['an order of 10 USDT', judgeOrder],
  ['its fills', judgeFills],
];

export async function walk(ports: WalkPorts): Promise<StepResult[]> {
  const found: Found = { last: 0, orderId: undefined, size: '0.0001' };
  const results: StepResult[] = [];
  for (const [step, judge] of STEPS) {
    try {
      results.push({ step, passed: true, words: await judge(ports, found) });
    } catch (error) {
      results.push({ step, passed: false, words: wordsOf(error) });
    }
  }
  return results;
}

async function judgeTime({ call, now }: WalkPorts): Promise<string> {
  const timestamp = fieldOf(expectOk(await call('/market/time')), 'timestamp');
  if (typeof timestamp !== 'number') throw new Error('timestamp is not a number');
  const off = timestamp - now();
  if (Math.abs(off) > CLOCK_OFF_MAX_MILLIS)
    throw new Error(`clocks are ${off} ms apart; signed requests allow 30000 ms`);
  return `${off} ms from this machine's clock`;
}

async function judgeAssets({ call }: WalkPorts): Promise<string> {
  const rows = listOf(expectOk(await call('/account/assets')));
  const usdt = rows.find((row) => fieldOf(row, 'coinName') === 'USDT');
  if (usdt === undefined) throw new Error('there is no row for USDT');
  const available = fieldOf(usdt, 'available');
  if (!(Number(available) >= NOTIONAL))
    throw new Error(`only ${String(available)} USDT are available`);
  return `${String(available)} USDT available`;
}

async function judgeTicker({ call }: WalkPorts, found: Found): Promise<string> {
  const ticker = expectOk(await call('/market/ticker', `symbol=${SYMBOL}`));
  const [last, bid, ask] = ['last', 'best_bid', 'best_ask'].map((name) => fieldOf(ticker, name));
  found.last = Number(last);
  if (!(found.last > 0)) throw new Error(`last is ${String(last)}`);
  if (!(Number(bid) > 0 && Number(ask) > Number(bid)))
    throw new Error(`the book is not two-sided: ${String(bid)} to ${String(ask)}`);
  return `last ${String(last)}, ${String(bid)} to ${String(ask)}`;
}

async function judgeContracts({ call }: WalkPorts, found: Found): Promise<string> {
  const rows = listOf(expectOk(await call('/market/contracts')));
  const btc = rows.find((row) => fieldOf(row, 'symbol') === SYMBOL);
  if (btc === undefined) throw new Error(`${SYMBOL} is not listed`);
  const [least, decimals] = ['minOrderSize', 'size_increment'].map((name) =>
    Number(fieldOf(btc, name)),
  );
  if (!(least !== undefined && least > 0 && decimals !== undefined && decimals >= 0))
    throw new Error('minOrderSize and size_increment are not plain numbers');
  const price = found.last > 0 ? found.last : Number(LIMIT);
  const steps = Math.max(1, Math.round(NOTIONAL / price / least));
  found.size = (steps * least).toFixed(decimals);
  return `${many(rows.length, 'contract')}, BTC in steps of ${least}`;
}

async function judgeLeverage({ call }: WalkPorts): Promise<string> {
  const wanted = { symbol: SYMBOL, marginMode: 1, longLeverage: '20', shortLeverage: '20' };
  const answer = expectOk(await call('/account/leverage', '', wanted));
  const code = fieldOf(answer, 'code');
  if (code !== '200') throw new Error(`code is ${String(code)} instead of 200`);
  return 'cross, 20x on both sides';
}

async function judgeOrder({ call, now }: WalkPorts, found: Found): Promise<string> {
  const clientOrderId = `qualify-${now()}`;
  const answer = expectOk(
    await call('/order/placeOrder', '', {
      symbol: SYMBOL,
      client_oid: clientOrderId,
      size: found.size,
      type: '1',
      order_type: '0',
      match_price: '0',
      price: LIMIT,
    }),
  );
  const id = fieldOf(answer, 'order_id');
  if (typeof id !== 'string' || !/^\d+$/.test(id))
    throw new Error('order_id is not a digit string');
  if (fieldOf(answer, 'client_oid') !== clientOrderId) throw new Error('client_oid is not echoed');
  found.orderId = id;
  return `bought ${found.size} BTC with limit ${LIMIT}: order ${id}`;
}

/** History may lag the order by a moment. */
async function judgeFills({ call, pause }: WalkPorts, found: Found): Promise<string> {
  if (found.orderId === undefined) throw new Error('there was no order to look for');
  const query = `symbol=${SYMBOL}&orderId=${found.orderId}`;
  let filled = 0;
  for (let attempt = 0; attempt < FILL_ATTEMPTS; attempt += 1) {
    const rows = listOf(fieldOf(expectOk(await call('/order/fills', query)), 'list'));
    filled = sumOf(rows, 'fillSize');
    if (Math.abs(filled - Number(found.size)) < 1e-9) {
      const price = sumOf(rows, 'fillValue') / filled;
      return `${rows.length} fill(s) at ${price.toFixed(1)} on average`;
    }
    await pause(FILL_PAUSE_MILLIS);
  }
  throw new Error(`${filled} of ${found.size} BTC show as filled`);
}

const sumOf = (rows: readonly unknown[], name: string): number =>
  rows.reduce<number>((sum, row) => sum + Number(fieldOf(row, name)), 0);

function expectOk({ status, body }: Response): unknown {
  if (status === 200) return body;
  const code = fieldOf(body, 'code');
  const message = fieldOf(body, 'msg');
  if (code === undefined && message === undefined) throw new Error(`HTTP ${status}`);
  throw new Error(`HTTP ${status}, code ${String(code)}: ${String(message)}`);
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('the answer is not a list');
  return value;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
