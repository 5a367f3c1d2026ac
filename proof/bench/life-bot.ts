/**
 * The bots of `bench lives`: `node life-bot.ts SECONDS STEP FILE` buys and sells by turns, every so
 * many seconds of venue time, and writes what that took into the file, if one is named.
 */
import { writeFileSync } from 'node:fs';
import { createClient } from '../../src/client/client.ts';

/** What it writes: how much venue time passed, by the clock and in processor time of both. */
export interface LifePace {
  readonly venueSeconds: number;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

const { PERPETUA_URL = '', API_KEY = '', SECRET_KEY = '', PASSPHRASE = '' } = process.env;
const [seconds = '60', step = '1', file] = process.argv.slice(2);
const { order, sandbox } = createClient({
  baseUrl: PERPETUA_URL,
  apiKey: API_KEY,
  secretKey: SECRET_KEY,
  passphrase: PASSPHRASE,
});

/** Of the process of the venue, in seconds; nothing if it does not tell. */
async function readVenueCpu(): Promise<number> {
  const text = await (await fetch(`${PERPETUA_URL}/metrics`)).text();
  return Number(/^perpetua_process_cpu_seconds (.+)$/m.exec(text)?.[1] ?? 0);
}

const symbol = 'cmt_btcusdt';
const act = async (turn: number): Promise<void> => {
  const type = turn % 2 === 0 ? '1' : '3';
  const client_oid = `turn-${turn}`;
  await order.placeOrder({ symbol, client_oid, size: '0.0100', type, match_price: '1' });
  await sandbox.timeStep({ duration: `${Math.round(Number(step) * 1_000)}ms` });
};

const turns = Math.floor(Number(seconds) / Number(step));
/** What is compiled and fetched first is not part of the pace. */
const warmUp = Math.min(20, Math.floor(turns / 4));
for (let turn = 0; turn < warmUp; turn += 1) await act(turn);
const began = { at: performance.now(), own: process.cpuUsage(), venue: await readVenueCpu() };
for (let turn = warmUp; turn < turns; turn += 1) await act(turn);
const { user, system } = process.cpuUsage(began.own);
const pace: LifePace = {
  venueSeconds: (turns - warmUp) * Number(step),
  wallSeconds: (performance.now() - began.at) / 1_000,
  cpuSeconds: (user + system) / 1e6 + (await readVenueCpu()) - began.venue,
};
if (file !== undefined) writeFileSync(file, JSON.stringify(pace));
