/**
 * Keeps a small data folder of this version, for every later version to open, and reads what a
 * venue tells of such a folder. A release adds one: `node test/kept-folder/keep-folder.ts VERSION`.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { dataFolderIn, startVenue, type VenueProgram } from '../../proof/program.ts';
import { runJournal } from '../../src/cli/journal/run-journal.ts';
import { createCallVenue } from '../../src/cli/qualify/signed-client.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';

const KEPT = fileURLToPath(new URL('.', import.meta.url));
/** They tell of a process that is no more, or of the moment before anything happened. */
const LEFT_OUT = /^(?:venue\.|admin\.json$|snapshots.0+[1-9]\.)/;
const CONTRACTS = new URL('../../contracts/default.json', import.meta.url);
const ENDING = '.br';
const TRADING_MILLIS = 3_000;
const SYMBOL = 'cmt_btcusdt';
/** Time of its own, and standing still: whenever the folder is opened, nothing has happened. */
const STILL = ['--time', 'stepped', '--page', 'off'];

/** What must be the same in every version that opens the folder. */
export interface Truth {
  /** The last entry and the hash of the state there, as `journal replay` prints them. */
  readonly state: string;
  /** What the interface answers to each account, by path. */
  readonly accounts: readonly Readonly<Record<string, unknown>>[];
}

const ASKED: Readonly<Record<string, string>> = {
  '/account/assets': '',
  '/account/position/allPosition': '',
  '/account/settings': '',
  '/order/current': '',
  '/order/currentPlan': '',
  '/order/history': `symbol=${SYMBOL}`,
  '/order/fills': `symbol=${SYMBOL}`,
};

export const findKept = (): string[] =>
  readdirSync(KEPT).filter((name) => statSync(join(KEPT, name)).isDirectory());

export const truthOf = (version: string): Truth =>
  JSON.parse(readFileSync(join(KEPT, version, 'truth.json'), 'utf8'));

/** Puts the kept folder back, as the data folder in that folder. */
export const unpackKept = (version: string, folder: string): void =>
  unpack(join(KEPT, version, 'data'), dataFolderIn(folder));

/** A season that version published. */
export const unpackResult = (version: string, folder: string): void =>
  unpack(join(KEPT, version, 'result'), folder);

function unpack(kept: string, folder: string): void {
  for (const path of readdirSync(kept, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith(ENDING)) continue;
    const target = join(folder, path.slice(0, -ENDING.length));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, brotliDecompressSync(readFileSync(join(kept, path))), { mode: 0o600 });
  }
}

/** Opens the data folder in that folder, and stops the venue again. */
export async function readTruth(folder: string): Promise<Truth> {
  const state = await replayState(dataFolderIn(folder));
  const venue = await startVenue({ folder, args: STILL });
  const accounts = await Promise.all(venue.credentials.map((each) => readAccount(venue, each)));
  const code = await venue.stop();
  if (code !== 0) throw new Error(`the venue ended with ${code}`);
  return { state, accounts };
}

async function readAccount(
  venue: VenueProgram,
  access: VenueProgram['credentials'][number],
): Promise<Readonly<Record<string, unknown>>> {
  const call = createCallVenue(venue.baseUrl, access);
  const answers: Record<string, unknown> = {};
  for (const [path, query] of Object.entries(ASKED)) {
    const { status, body } = await call(path, query);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    answers[path] = body;
  }
  return answers;
}

/** All entries again, from the first one. */
async function replayState(data: string): Promise<string> {
  const said: string[] = [];
  const output = { out: (line: string) => said.push(line), err: (line: string) => said.push(line) };
  const code = await runJournal(['replay', '--data', data, '--from', '1'], output);
  if (code !== 0) throw new Error(said.join('\n'));
  return said.find((line) => line.startsWith('state hash')) ?? said.join('\n');
}

/** Two accounts with positions, orders that rest and wait, and some history. */
async function trade(venue: VenueProgram): Promise<void> {
  const [long, short] = venue.credentials.map((each) => createCallVenue(venue.baseUrl, each));
  const send = async (call: typeof long, path: string, body: object): Promise<void> => {
    const answer = await call?.(path, '', { symbol: SYMBOL, ...body });
    if (answer?.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer?.body)}`);
  };
  const place = (call: typeof long, client_oid: string, type: string, more: object) =>
    send(call, '/order/placeOrder', { client_oid, type, order_type: '0', ...more });
  const leverage = { marginMode: 3, longLeverage: '10', shortLeverage: '5' };
  await send(short, '/account/leverage', leverage);
  await place(long, 'buy', '1', { size: '0.0100', match_price: '1' });
  await place(short, 'sell', '2', { size: '0.0200', match_price: '1' });
  await place(long, 'sell-half', '3', { size: '0.0050', match_price: '1' });
  await place(long, 'rest', '1', { size: '0.0010', match_price: '0', price: '80000.0' });
  await place(short, 'gone', '1', { size: '0.0010', match_price: '0', price: '80000.0' });
  await send(short, '/order/cancelAllOrders', { cancelOrderType: 'normal' });
  const plan = { client_oid: 'plan', size: '0.0010', type: '1', match_type: '1' };
  await send(long, '/order/plan_order', { ...plan, execute_price: '0', trigger_price: '95000.0' });
}

async function keep(version: string): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const contracts = join(folder, 'contracts.json');
    const two = JSON.parse(readFileSync(CONTRACTS, 'utf8')).slice(0, 2);
    writeFileSync(contracts, JSON.stringify(two));
    const own = ['--seed', 'kept', '--start-at', '2026-01-05T00:00:00Z', '--sandbox-accounts', '2'];
    const args = [...own, '--contracts', contracts, '--page', 'off'];
    const venue = await startVenue({ folder, args });
    await pause(TRADING_MILLIS);
    await trade(venue);
    await pause(TRADING_MILLIS);
    await venue.stop();
    const truth = await readTruth(folder);
    const data = dataFolderIn(folder);
    for (const path of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      if (LEFT_OUT.test(path) || !statSync(join(data, path)).isFile()) continue;
      const target = join(KEPT, version, 'data', `${path}${ENDING}`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, brotliCompressSync(readFileSync(join(data, path))));
    }
    writeFileSync(join(KEPT, version, 'truth.json'), `${JSON.stringify(truth, undefined, 2)}\n`);
  });
}

if (import.meta.main) {
  const [version] = process.argv.slice(2);
  if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) {
    console.error('Usage: node test/kept-folder/keep-folder.ts VERSION');
    process.exitCode = 2;
  } else await keep(version);
}
