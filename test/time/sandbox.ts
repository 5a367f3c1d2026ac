/**
 * A whole sandbox with its market and both doors, on a wall clock that moves when told to: what a
 * person has after `perpetua start`, but for the passing of time.
 */

import { createHmac } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleHere } from '../../src/assembly/assemble.ts';
import { createClosings } from '../../src/assembly/closings.ts';
import type { Settings } from '../../src/assembly/settings.ts';
import { readSettings } from '../../src/cli/settings/read-settings.ts';
import { announce } from '../../src/cli/start/announce.ts';
import type { Entry } from '../../src/domain/command.ts';
import { millis, monotonic, seq } from '../../src/domain/units.ts';
import type { Credentials } from '../../src/gateway/data-files.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import { readEntries } from '../../src/journal/read-entries.ts';
import { listSegments } from '../../src/journal/segment-name.ts';
import type { PacedClock } from '../../src/venue/clock.ts';
import type { FileVenue } from '../../src/venue/open-venue.ts';
import { type Received, sendTo } from '../gateway/edge-kit.ts';

export const WALL = Date.UTC(2026, 5, 1, 12);
export const BTC = 'cmt_btcusdt';

export interface Sandbox {
  readonly venue: FileVenue;
  readonly clock: PacedClock;
  /** Wall time passes, in steps of a tenth of a second. */
  readonly pass: (wallMillis: number) => Promise<void>;
  readonly wall: () => number;
  readonly admin: (method: 'GET' | 'POST', path: string, body?: object) => Promise<Received>;
  readonly market: (path: string) => Promise<Received>;
  /** Of the public interface, by its whole path. */
  readonly page: (path: string) => Promise<Received>;
  /** The same of version 3. */
  readonly market3: (path: string) => Promise<Received>;
  /** Signed by the first sandbox account. A path without a slash is one of version 2. */
  readonly signed: (path: string, body?: object, stop?: AbortSignal) => Promise<Received>;
  /** Without a signature. */
  readonly bare: (path: string, body: object) => Promise<Received>;
  /** Every entry of the journal, read from its files. */
  readonly entries: () => Entry[];
  /** What its operator reads when it is open. */
  readonly announced: () => readonly string[];
  readonly close: () => Promise<void>;
}

export interface SandboxChoice {
  readonly folder: string;
  readonly args?: readonly string[];
  readonly wall?: number;
}

interface Folder {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** For a new venue; with a table of few contracts. */
export async function emptyFolder(
  contracts = CONTRACTS,
): Promise<Folder & { readonly table: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'perpetua-time-'));
  const table = join(folder, 'contracts.json');
  const shipped = await readFile(new URL('../../contracts/default.json', import.meta.url), 'utf8');
  await writeFile(table, JSON.stringify(JSON.parse(shipped).slice(0, contracts)));
  return { folder, table, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** By the number of contracts. */
const begun = new Map<number, Promise<Folder>>();

/** BTC, ETH and SOL: the market of eight costs nearly three times as much. */
const CONTRACTS = 3;

/** A venue that was opened once and stopped: making its first week of candles takes seconds. */
async function begin(contracts: number): Promise<Folder> {
  const made = await emptyFolder(contracts);
  const sandbox = await openSandbox({ folder: made.folder, args: ['--contracts', made.table] });
  await sandbox.close();
  return made;
}

/** For a venue that has just begun, with few contracts and otherwise the usual settings. */
export async function makeFolder(contracts = CONTRACTS): Promise<Folder> {
  const model = begun.get(contracts) ?? begin(contracts);
  begun.set(contracts, model);
  const made = await emptyFolder(contracts);
  // Without the note of its first week, which each start would make anew and nobody here reads.
  const isWanted = (path: string): boolean => !path.endsWith('generated-history.json');
  await cp((await model).folder, made.folder, { recursive: true, filter: isWanted });
  return made;
}

/** For a file of tests, when all are done. */
export async function removeBegun(): Promise<void> {
  const made = await Promise.all(begun.values());
  begun.clear();
  for (const { remove } of made) await remove();
}

export function settingsOf(folder: string, args: readonly string[] = []): Settings {
  const always = [
    '--data',
    folder,
    '--port',
    '0',
    '--admin-port',
    '0',
    '--page',
    'off',
    '--sandbox-accounts',
    '1',
    '--oneway-accounts',
    '0',
    '--log-level',
    'silent',
  ];
  const outcome = readSettings({
    args: [...always, ...args],
    environment: {},
    readText: () => undefined,
  });
  if ('faults' in outcome) throw new Error(outcome.faults.join('; '));
  return outcome.settings;
}

export async function openSandbox(choice: SandboxChoice): Promise<Sandbox> {
  const { folder } = choice;
  let wall = choice.wall ?? WALL;
  const closings = createClosings();
  const byHand = { wallNow: () => millis(wall), monotonicNow: () => monotonic(wall) };
  const open = await assembleHere(settingsOf(folder, choice.args), closings, { byHand });
  const { venue, clock, driver, doors, credentials } = open;
  const { adminToken: token } = doors;
  const pass = async (wallMillis: number): Promise<void> => {
    for (let left = wallMillis; left > 0; left -= 100) {
      wall += Math.min(100, left);
      await driver.look();
      if (open.market === undefined) await venue.advancer.look();
    }
  };
  return {
    venue,
    clock,
    pass,
    wall: () => wall,
    admin: (method, path, body) =>
      sendTo(portOf(doors.adminUrl), {
        method,
        path,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    market: (path) => sendTo(portOf(doors.baseUrl), { path: `/capi/v2/market/${path}` }),
    page: (path) => sendTo(portOf(doors.baseUrl), { path }),
    market3: (path) => sendTo(portOf(doors.baseUrl), { path: `/capi/v3/market/${path}` }),
    signed: (path, body, stop) =>
      sendSigned(portOf(doors.baseUrl), credentials[0], wall, { path, fields: body, stop }),
    bare: (path, body) =>
      sendTo(portOf(doors.baseUrl), {
        path,
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    entries: () => readAll(folder, venue.health().seq),
    announced: () => announce(open),
    close: closings.closeAll,
  };
}

const portOf = (url: string): number => Number(new URL(url).port);

interface SignedCall {
  readonly path: string;
  readonly fields: object | undefined;
  /** Aborted when the caller goes away. */
  readonly stop: AbortSignal | undefined;
}

function sendSigned(
  port: number,
  credentials: Credentials | undefined,
  now: number,
  { path, fields, stop }: SignedCall,
): Promise<Received> {
  if (credentials === undefined) throw new Error('the venue has no sandbox account');
  const whole = path.startsWith('/') ? path : `/capi/v2/${path}`;
  const method = fields === undefined ? 'GET' : 'POST';
  const body = fields === undefined ? '' : JSON.stringify(fields);
  const sign = createHmac('sha256', credentials.secretKey)
    .update(`${now}${method}${whole}${body}`)
    .digest('base64');
  const headers = {
    'ACCESS-KEY': credentials.apiKey,
    'ACCESS-SIGN': sign,
    'ACCESS-PASSPHRASE': credentials.passphrase,
    'ACCESS-TIMESTAMP': String(now),
    'Content-Type': 'application/json',
  };
  const sent = { method, path: whole, headers, ...(body === '' ? {} : { body }) };
  return sendTo(port, stop === undefined ? sent : { ...sent, stop });
}

function readAll(folder: string, last: number): Entry[] {
  const segments = listSegments(nodeFiles, folder);
  const span = { from: seq(1), to: seq(last) };
  return [...readEntries(nodeFiles, folder, segments, span)].flat();
}
