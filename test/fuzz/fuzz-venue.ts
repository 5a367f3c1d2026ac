/**
 * Throws malformed requests and frames at the real program and looks at what it does: it never
 * fails, never dies, always says in JSON what was wrong, keeps its state and does not grow. For a
 * long run: `node test/fuzz/fuzz-venue.ts REQUESTS SEED`.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Access, createCallVenue } from '../../src/cli/qualify/signed-client.ts';
import { createDice } from '../../src/cli/sim/dice.ts';
import { dataFilesOf, findAdminAddress, findCredentials } from '../../src/cli/start/data-files.ts';
import { untilOpen, type VenueProcess, withScene } from '../cli/venue-process.ts';
import { openExchange } from './exchange.ts';
import { throwFrames } from './frames.ts';
import { drawGarbage, type Garbage } from './garbage.ts';

export interface FuzzResult {
  /** Requests by status; zero where there was no answer, only an end. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly faults: readonly string[];
  readonly seconds: number;
  /** Resident memory after each fifth of the run. */
  readonly megabytes: readonly number[];
}

const CONNECTIONS = 16;
const FAULTS_MAX = 20;
const SETTINGS = [
  ...['--host', '127.0.0.1', '--port', '0', '--admin-port', '0', '--trusted-proxies', '127.0.0.1'],
  ...['--address-weight', '1000000000', '--account-weight', '1000000000'],
  ...['--orders-per-second', '1000000', '--cancels-per-second', '1000000'],
  ...['--log-level', 'error', '--sandbox-accounts', '2'],
];

export async function fuzz(requests: number, seed: number): Promise<FuzzResult> {
  const results: FuzzResult[] = [];
  await withScene(async ({ folder, run }) => {
    const data = join(folder, 'data');
    const venue = run('start', '--data', data, ...SETTINGS);
    await untilOpen(venue);
    const files = dataFilesOf(data);
    const baseUrl = (findAdminAddress(files.admin)?.baseUrl ?? '').replace(
      'localhost',
      '127.0.0.1',
    );
    const [access, loser] = findCredentials(files.credentials) ?? [];
    if (access === undefined || loser === undefined)
      throw new Error('the venue has no sandbox accounts');
    results.push(await throwAt({ venue, baseUrl, access, loser, requests, seed }));
  });
  const [result] = results;
  if (result === undefined) throw new Error('nothing was thrown');
  return result;
}

interface Throw {
  readonly venue: VenueProcess;
  readonly baseUrl: string;
  readonly access: Access;
  /** Whose key is tried with wrong signatures until it is locked. */
  readonly loser: Access;
  readonly requests: number;
  readonly seed: number;
}

async function throwAt(terms: Throw): Promise<FuzzResult> {
  const { venue, baseUrl, access, loser, requests, seed } = terms;
  await leaveOrders(terms);
  const before = await readState(terms);
  const author = { dice: createDice(seed), access, loser, now: Date.now };
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let sent = 0;
  const megabytes: number[] = [];
  const fifth = Math.ceil(requests / 5);
  const worker = async (): Promise<void> => {
    const exchange = openExchange(Number(new URL(baseUrl).port));
    while (sent < requests && venue.child.exitCode === null && faults.length < FAULTS_MAX) {
      sent += 1;
      if (sent % fifth === 0) megabytes.push(await readMegabytes(baseUrl));
      const garbage = drawGarbage(author);
      const reply = await exchange.send(garbage.bytes);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      const fault = judge(garbage, reply.status, reply.text);
      if (fault !== undefined) faults.push(`${fault}: ${show(garbage)}`);
    }
    exchange.close();
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  await throwFrames(Number(new URL(baseUrl).port), author.dice, framesFor(requests));
  const seconds = (performance.now() - begun) / 1_000;
  if (venue.child.exitCode !== null) faults.push(`the venue ended: ${venue.complained()}`);
  else if ((await readState(terms)) !== before) faults.push('the state of the account changed');
  if (venue.complained() !== '')
    faults.push(`it complained: ${venue.complained().slice(0, 2_000)}`);
  return { statuses, faults, seconds, megabytes };
}

/** Frames on sockets are thrown besides, one for every ten requests. */
export const framesFor = (requests: number): number => Math.ceil(requests / 10);

function judge({ mustFail }: Garbage, status: number, text: string): string | undefined {
  if (status >= 500 && status !== 505 && status !== 521) return `${status} ${text.slice(0, 200)}`;
  if (status >= 200 && status < 300 && mustFail) return `accepted with ${text.slice(0, 200)}`;
  if (status < 400) return undefined;
  return isErrorBody(text) ? undefined : `${status} without an error body: ${text.slice(0, 200)}`;
}

function isErrorBody(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'code' in body && 'msg' in body;
  } catch {
    return false;
  }
}

const show = ({ kind, bytes }: Garbage): string =>
  `${kind}: ${JSON.stringify(bytes.toString('latin1').slice(0, 900))}`;

/** Something to lose: a working order and an untriggered one. */
async function leaveOrders({ baseUrl, access }: Throw): Promise<void> {
  const call = createCallVenue(baseUrl, access);
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

async function readState({ baseUrl, access }: Throw): Promise<string> {
  const call = createCallVenue(baseUrl, access);
  const parts = [];
  for (const path of STATE_PATHS) parts.push(await call(path));
  return JSON.stringify(parts);
}

async function readMegabytes(baseUrl: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const bytes = /process_resident_bytes (\d\S*)/.exec(text)?.[1];
  return Math.round(Number(bytes) / 1_048_576);
}

if (import.meta.main) {
  const [requests = '200000', seed = '1'] = process.argv.slice(2);
  const { statuses, faults, seconds, megabytes } = await fuzz(Number(requests), Number(seed));
  const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const rate = Math.round(answered / seconds);
  console.log(`${answered} requests and ${framesFor(Number(requests))} frames, seed ${seed}`);
  console.log(`${seconds.toFixed(0)} s, ${rate} requests/s`);
  console.log([...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`));
  console.log(`resident memory ${megabytes.join(', ')} MB; ${faults.length} faults`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
