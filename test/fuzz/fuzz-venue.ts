/**
 * Throws malformed requests and frames at the real program and looks at what it does: it never
 * fails, never dies, always says in JSON what was wrong, keeps its state and does not grow. For a
 * long run: `node test/fuzz/fuzz-venue.ts REQUESTS SEED`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createDice, type Dice } from '../../proof/sim/dice.ts';
import { createCallVenue } from '../../src/cli/qualify/signed-client.ts';
import {
  type Credentials,
  dataFilesOf,
  findAdminAddress,
  findCredentials,
} from '../../src/gateway/data-files.ts';
import { untilOpen, type VenueProcess, withScene } from '../cli/venue-process.ts';
import { openExchange } from './exchange.ts';
import { throwFrames } from './frames.ts';
import { drawGarbage, type Garbage } from './garbage.ts';
import type { HeapNotes } from './heap-probe.ts';
import { replayOwn } from './own-state.ts';
import { isPlainAnswer } from './wrong-action.ts';

export interface FuzzResult {
  /** Requests by status; zero where there was no answer, only an end. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests without an answer, by what they were. */
  readonly silent: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
  readonly seconds: number;
  /** What is in use after a collection of garbage: at the start, then after each part. */
  readonly heapMegabytes: readonly number[];
}

const PARTS = 5;
const CONNECTIONS = 16;
const FAULTS_MAX = 20;
/** For a signed call: a loaded machine is slow, not wrong. */
const PATIENCE_MILLIS = 120_000;
const SETTINGS = [
  ...['--host', '127.0.0.1', '--port', '0', '--admin-port', '0', '--trusted-proxies', '127.0.0.1'],
  ...['--address-weight', '1000000000', '--account-weight', '1000000000'],
  ...['--orders-per-second', '1000000', '--cancels-per-second', '1000000'],
  ...['--log-level', 'error', '--sandbox-accounts', '2', '--journal-keep', 'all', '--page', 'off'],
];
const PROBE = ['--expose-gc', '--import', new URL('./heap-probe.ts', import.meta.url).href];

export async function fuzz(requests: number, seed: number): Promise<FuzzResult> {
  const results: FuzzResult[] = [];
  await withScene(async ({ folder, runOn }) => {
    const data = join(folder, 'data');
    const venue = runOn(PROBE, 'start', '--data', data, ...SETTINGS);
    await untilOpen(venue);
    const files = dataFilesOf(data);
    const { baseUrl = '' } = findAdminAddress(files.admin) ?? {};
    const [access, loser] = findCredentials(files.credentials) ?? [];
    if (access === undefined || loser === undefined)
      throw new Error('the venue has no sandbox accounts');
    const address = baseUrl.replace('localhost', '127.0.0.1');
    const target = { venue, folder, data, baseUrl: address, access, loser };
    results.push(await throwAt(target, requests, createDice(seed)));
  });
  const [result] = results;
  if (result === undefined) throw new Error('nothing was thrown');
  return result;
}

interface Target {
  readonly venue: VenueProcess;
  readonly folder: string;
  readonly data: string;
  readonly baseUrl: string;
  readonly access: Credentials;
  /** Whose key is tried with wrong signatures until it is locked. */
  readonly loser: Credentials;
}

interface Tally {
  readonly statuses: Map<number, number>;
  readonly silent: Map<string, number>;
  readonly faults: string[];
}

async function throwAt(target: Target, requests: number, dice: Dice): Promise<FuzzResult> {
  const { venue, baseUrl, access, loser } = target;
  await leaveOrders(target);
  const seqBefore = await readSeq(baseUrl);
  const shownBefore = await readState(target);
  const tally: Tally = { statuses: new Map(), silent: new Map(), faults: [] };
  const heapMegabytes = [await readHeap(target, 1)];
  const begun = performance.now();
  const port = Number(new URL(baseUrl).port);
  for (let part = 1; part <= PARTS && tally.faults.length === 0; part += 1) {
    await throwRequests(target, Math.ceil(requests / PARTS), dice, tally);
    await throwFrames({ port, dice, access }, framesFor(requests / PARTS));
    if (venue.child.exitCode !== null) break;
    heapMegabytes.push(await readHeap(target, part + 1));
  }
  const seconds = (performance.now() - begun) / 1_000;
  const { statuses, silent, faults } = tally;
  if (venue.child.exitCode === null && (await readState(target)) !== shownBefore)
    faults.push('what the account is shown has changed');
  faults.push(...(await stopAndCompare(target, seqBefore, [access, loser])));
  return { statuses, silent, faults, seconds, heapMegabytes };
}

async function throwRequests(
  { venue, baseUrl, access, loser }: Target,
  count: number,
  dice: Dice,
  { statuses, silent, faults }: Tally,
): Promise<void> {
  const author = { dice, access, loser, now: Date.now };
  let sent = 0;
  const worker = async (): Promise<void> => {
    const exchange = openExchange(Number(new URL(baseUrl).port));
    while (sent < count && venue.child.exitCode === null && faults.length < FAULTS_MAX) {
      sent += 1;
      const garbage = drawGarbage(author);
      const reply = await exchange.send(garbage.bytes);
      countUp(statuses, reply.status);
      if (reply.status === 0) countUp(silent, describe(garbage));
      const fault = judge(garbage, reply.status, reply.text);
      if (fault !== undefined) faults.push(`${fault}: ${show(garbage)}`);
    }
    exchange.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

const countUp = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** Frames on sockets are thrown besides, one for every ten requests. */
export const framesFor = (requests: number): number => Math.ceil(requests / 10);

/** The venue stops as told, and its journal leads to what the accounts had before. */
async function stopAndCompare(
  { venue, data }: Target,
  seqBefore: number,
  own: readonly Credentials[],
): Promise<string[]> {
  if (venue.child.exitCode === null) venue.child.kill('SIGTERM');
  const code = await venue.ended;
  const complaint = venue.complained();
  const faults = complaint === '' ? [] : [`it complained: ${complaint.slice(0, 2_000)}`];
  if (code !== 0) return [...faults, `it ended with ${code}`];
  const accounts = own.map(({ accountId }) => accountId);
  const [before, after] = replayOwn(data, accounts, [seqBefore]);
  return before === after ? faults : [...faults, 'the state of the accounts has changed'];
}

function judge({ kind, mustFail }: Garbage, status: number, text: string): string | undefined {
  if (kind === 'wrong action' && isPlainAnswer(status, text)) return undefined;
  if (status >= 500 && status !== 505 && status !== 521) return `${status} ${text.slice(0, 200)}`;
  if (status >= 200 && status < 300 && mustFail && !isRefusal(text))
    return `accepted with ${text.slice(0, 200)}`;
  if (status < 400) return undefined;
  return isErrorBody(text) ? undefined : `${status} without an error body: ${text.slice(0, 200)}`;
}

/** A dialect may refuse with status 200. */
const isRefusal = (text: string): boolean => /^\{"(?:retCode":[1-9]\d*|status":"err"),/.test(text);

function isErrorBody(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return (
      typeof body === 'object' &&
      body !== null &&
      (('code' in body && ('msg' in body || 'message' in body)) ||
        ('retCode' in body && 'retMsg' in body))
    );
  } catch {
    return false;
  }
}

const describe = ({ kind, bytes }: Garbage): string =>
  `${kind}: ${JSON.stringify(bytes.toString('latin1').slice(0, 60))}`;

const show = ({ kind, bytes }: Garbage): string =>
  `${kind}: ${JSON.stringify(bytes.toString('latin1').slice(0, 900))}`;

/** Something to lose: a working order and an untriggered one. */
async function leaveOrders({ baseUrl, access }: Target): Promise<void> {
  const call = createCallVenue(baseUrl, access, PATIENCE_MILLIS);
  const order = { symbol: 'cmt_btcusdt', size: '0.0010', type: '1' };
  const placed = [
    await call('/order/placeOrder', '', { ...order, match_price: '0', price: '80000' }),
    await call('/order/plan_order', '', { ...order, match_type: '1', trigger_price: '70000' }),
  ];
  const refused = placed.find(({ status }) => status !== 200);
  if (refused !== undefined) throw new Error(`not placed: ${JSON.stringify(refused.body)}`);
}

const STATE_PATHS = [
  '/account/assets',
  '/account/settings',
  '/account/position/allPosition',
  '/order/current',
  '/order/currentPlan',
  '/order/history',
];

async function readState({ baseUrl, access }: Target): Promise<string> {
  const call = createCallVenue(baseUrl, access, PATIENCE_MILLIS);
  const parts = [];
  for (const path of STATE_PATHS) parts.push(await call(path));
  return JSON.stringify(parts);
}

async function readSeq(baseUrl: string): Promise<number> {
  const { seq }: { seq?: unknown } = JSON.parse(await (await fetch(`${baseUrl}/healthz`)).text());
  return Number(seq);
}

const NOTES: HeapNotes = 'heap-bytes.txt';
const ASK_EVERY_MILLIS = 50;

/** The probe writes one line for each signal. */
async function readHeap({ venue, folder }: Target, line: number): Promise<number> {
  venue.child.kill('SIGUSR2');
  const read = (): string | undefined => {
    try {
      return readFileSync(join(folder, NOTES), 'utf8').split('\n')[line - 1];
    } catch {
      return undefined;
    }
  };
  let text = read();
  for (; !text; text = read()) {
    if (venue.child.exitCode !== null || venue.child.signalCode !== null)
      throw new Error(`the venue ended: ${venue.complained()}`);
    await pause(ASK_EVERY_MILLIS);
  }
  return Number(text) / 1_048_576;
}

if (import.meta.main) {
  const [requests = '200000', seed = '1'] = process.argv.slice(2);
  const result = await fuzz(Number(requests), Number(seed));
  const { statuses, silent, faults, seconds, heapMegabytes } = result;
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${sent} requests and ${framesFor(Number(requests))} frames, seed ${seed}`);
  console.log(`${seconds.toFixed(0)} s, ${Math.round(sent / seconds)} requests/s`);
  console.log([...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`));
  const heap = heapMegabytes.map((megabytes) => megabytes.toFixed(1)).join(', ');
  console.log(`in use after each part: ${heap} MB; ${faults.length} faults`);
  for (const [what, count] of silent) console.log(`no answer: ${count} × ${what}`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
