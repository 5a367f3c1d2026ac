/**
 * `perpetua bench flood`: how long an order of one client takes while another client floods the
 * venue, compared with the same flood against another program on the same machine. All traffic
 * stays on loopback addresses of this machine.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAskAdmin } from '../../src/gateway/admin/admin-client.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { findValues } from '../../src/terminal/flags.ts';
import {
  COMMON_OPTIONS,
  formatCancelAll,
  isCount,
  type MeasuredVenue,
  percentile,
  startMeasured,
  tellMeasured,
  tellProgress,
} from '../bench/harness.ts';
import { openConnection } from '../bench/http-load.ts';
import { createOrders, readQuotes, signerOf } from '../bench/http-orders.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { type ListeningProgram, startServer } from '../program.ts';
import { attack } from './attack.ts';
import { serveBystander } from './bystander.ts';
import { FLOOD_NAMES, type Flood, floodsOf } from './floods.ts';
import { INNOCENT_ADDRESS, type InnocentParts, sendOne, trade } from './innocent.ts';
import { readProcessorSeconds, watchResident } from './resident.ts';

const HELP = `Usage: perpetua bench flood [options]

  --rows A,B    only floods whose names contain one of these
  --seconds N   how long each is measured, and again for the control (8)
  --quick       a short run that only checks that everything works
  --json        print JSON instead of a table`;

const OPTIONS = {
  ...COMMON_OPTIONS,
  rows: { type: 'string' },
  seconds: { type: 'string', default: '8' },
  /** Used by the processes that the benchmark itself starts. */
  bystander: { type: 'boolean', default: false },
  attack: { type: 'string' },
  port: { type: 'string', default: '0' },
  from: { type: 'string', default: '127.0.0.1' },
  venue: { type: 'string', default: '' },
} as const;

/** The goal of every row: times as long as beside the control. */
const GOALS = { p50: 3, p99: 5, residentBytes: 500e6 } as const;
/** Or, where many ask for real work that the control does not do, so many milliseconds. */
const POLITE_GOALS = { p50: 25, p99: 250 } as const;
const INNOCENTS = 5;
/** Everything is switched on; limits are the defaults. */
const VENUE_TERMS = ['--public-metrics', 'on', '--page', 'off'];
/** Time for a flood to build up before it is measured. */
const SWING_MILLIS = 500;
const CLEARING_TRIES = 20;
const QUICK_ROWS = ['pipelined market/time', '60 addresses, boards', 'pings', 'no HTTP'];

interface Scene {
  readonly folder: string;
  readonly venue: MeasuredVenue;
  /** Undefined if there is no control. */
  readonly bystander: ListeningProgram | undefined;
  readonly innocent: InnocentParts;
  readonly seconds: number;
}

export interface FloodRow {
  readonly name: string;
  readonly isPolite: boolean;
  readonly p50Millis: number;
  readonly p99Millis: number;
  readonly p50Ratio: number;
  readonly p99Ratio: number;
  readonly refused: number;
  readonly residentBytes: number;
  /** The part of a core that the venue used, its markets included. */
  readonly corePart: number;
}

export async function benchFlood(args: string[]): Promise<number> {
  const values = findValues(args, OPTIONS);
  if (values?.bystander) return serveBystander();
  const seconds = values?.quick ? 2 : Number(values?.seconds);
  if (values?.attack !== undefined) return runAttack(values, Number(values.seconds));
  if (values === undefined || values.help || !isCount(seconds)) {
    console.error(`${HELP}\n\n${rowsText()}`);
    return values?.help ? 0 : 2;
  }
  const wanted = values.rows?.split(',') ?? (values.quick ? QUICK_ROWS : ['']);
  const unknown = wanted.find((part) => !FLOOD_NAMES.some((name) => name.includes(part)));
  if (unknown !== undefined) {
    console.error(`perpetua: no flood has "${unknown}" in its name\n\n${rowsText()}`);
    return 2;
  }
  const rows = await inTemporaryFolder((folder) =>
    measureFloods(folder, { wanted, seconds, isControlled: true }),
  );
  tellMeasured(values, { rows }, () => formatRows(rows));
  return rows.every(isWithinGoals) ? 0 : 1;
}

const rowsText = (): string => ['Floods:', ...FLOOD_NAMES.map((name) => `  ${name}`)].join('\n');

/** The file that tells the attacking process what it needs. */
const sceneFile = (folder: string): string => join(folder, 'flood.json');

function runAttack(
  values: { attack?: string; port: string; from: string; venue: string },
  seconds: number,
): Promise<number> {
  const { quotes, credentials } = JSON.parse(readFileSync(values.venue, 'utf8'));
  const flood = floodsOf({ quotes, signer: signerOf(credentials) }).find(
    ({ name }) => name === values.attack,
  );
  if (flood === undefined) throw new Error(`there is no flood of this name: ${values.attack}`);
  return attack({ flood, port: Number(values.port), from: values.from, seconds });
}

/** Which floods are measured, for how long, and whether a control is measured too. */
export interface FloodPlan {
  readonly wanted: readonly string[];
  readonly seconds: number;
  readonly isControlled: boolean;
}

export async function measureFloods(folder: string, plan: FloodPlan): Promise<FloodRow[]> {
  tellProgress('starting the servers');
  const venue = await startMeasured(folder, INNOCENTS + 1, VENUE_TERMS);
  try {
    await openSeason(venue);
    if (!plan.isControlled) return await measureRows(folder, plan, venue, undefined);
    const bystander = await startServer(folder, ['bench', 'flood', '--bystander']);
    try {
      return await measureRows(folder, plan, venue, bystander);
    } finally {
      await bystander.stop();
    }
  } finally {
    await venue.stop();
  }
}

/** So that there is a board to ask for. */
async function openSeason({ admin }: MeasuredVenue): Promise<void> {
  const ask = createAskAdmin(admin, 'flood');
  const startAt = Date.now() + DAY_MILLIS;
  const terms = { name: 'Flooded', startAt, endAt: startAt + DAY_MILLIS };
  const answer = await ask('POST', '/competition/seasons', terms);
  if (answer.isRefused) throw new Error(`no season: ${answer.message}`);
}

const DAY_MILLIS = 86_400_000;

async function measureRows(
  folder: string,
  { wanted, seconds }: FloodPlan,
  venue: MeasuredVenue,
  bystander: ListeningProgram | undefined,
): Promise<FloodRow[]> {
  const quotes = await readQuotes(venue.baseUrl);
  const credentials = venue.credentials.at(-1);
  writeFileSync(sceneFile(folder), JSON.stringify({ quotes, credentials }), { mode: 0o600 });
  const signers = venue.signers.slice(0, INNOCENTS);
  const innocent = { port: venue.port, signers, orders: createOrders(quotes) };
  tellProgress('warming up');
  await trade(innocent, Math.min(5, seconds));
  const floods = floodsOf({ quotes, signer: venue.signers.at(-1)! }).filter(({ name }) =>
    wanted.some((part) => name.includes(part)),
  );
  const scene = { folder, venue, bystander, innocent, seconds };
  const rows: FloodRow[] = [];
  for (const [at, flood] of floods.entries()) rows.push(await measureRow(scene, flood, at));
  return rows;
}

async function measureRow(scene: Scene, flood: Flood, at: number): Promise<FloodRow> {
  tellProgress(flood.name);
  const { venue, bystander } = scene;
  // Each row has its own address: one that was shut out does not begin the next row shut out.
  const from = `127.0.1.${10 + at}`;
  const control =
    bystander === undefined ? undefined : await tradeBeside(scene, flood, bystander.port, from);
  const stopWatching = watchResident(venue.pid);
  const [before, start] = [readProcessorSeconds(venue.pid), performance.now()];
  const door = flood.door === 'admin' ? venue.adminPort : venue.port;
  const own = await tradeBeside(scene, flood, door, from);
  const residentBytes = stopWatching();
  const spent = readProcessorSeconds(venue.pid) - before;
  const corePart = (spent * 1_000) / (performance.now() - start);
  const [p50Millis, p99Millis] = [percentile(own.took, 0.5), percentile(own.took, 0.99)];
  const row = {
    name: flood.name,
    isPolite: flood.isPolite === true,
    p50Millis,
    p99Millis,
    p50Ratio: p50Millis / percentile((control ?? own).took, 0.5),
    p99Ratio: p99Millis / percentile((control ?? own).took, 0.99),
    refused: own.refused,
    residentBytes,
    corePart,
  };
  tellProgress(formatRow(row).join('  '));
  return row;
}

async function tradeBeside(scene: Scene, { name }: Flood, port: number, from: string) {
  const { folder, innocent, seconds } = scene;
  const args = ['bench', 'flood', '--attack', name, '--port', String(port), '--from', from];
  const lasting = ['--seconds', String(seconds + 2), '--venue', sceneFile(folder)];
  const attacker = await startServer(folder, [...args, ...lasting]);
  await sleep(SWING_MILLIS);
  const experience = await trade(innocent, seconds);
  await attacker.stop();
  await clearOrders(innocent);
  return experience;
}

/** Cancels everything, so that no account reaches its limit of open orders. */
async function clearOrders({ port, signers }: InnocentParts): Promise<void> {
  const connection = await openConnection(port, INNOCENT_ADDRESS);
  for (const signer of signers)
    for (let tries = 0; tries < CLEARING_TRIES; tries += 1) {
      if ((await sendOne(connection, formatCancelAll(signer))) === 200) break;
      // The address has used up its weight, which refills every second.
      await sleep(SWING_MILLIS);
    }
  connection.close();
}

const isWithinGoals = (row: FloodRow): boolean =>
  isQuick(row, row.p50Ratio <= GOALS.p50, row.p50Millis <= POLITE_GOALS.p50) &&
  isQuick(row, row.p99Ratio <= GOALS.p99, row.p99Millis <= POLITE_GOALS.p99) &&
  row.refused === 0 &&
  row.residentBytes <= GOALS.residentBytes;

const isQuick = ({ isPolite }: FloodRow, byRatio: boolean, byMillis: boolean): boolean =>
  byRatio || (isPolite && byMillis);

const HEADINGS = ['flood', 'p50', 'of control', 'p99', 'of control', 'refused', 'memory', 'core'];

const formatRows = (rows: readonly FloodRow[]): string[] =>
  formatMarkdownTable([HEADINGS, ...rows.map(formatRow)]);

const formatRow = (row: FloodRow): string[] => [
  row.name,
  `${row.p50Millis.toFixed(1)} ms`,
  `${row.p50Ratio.toFixed(1)} ×`,
  `${row.p99Millis.toFixed(1)} ms`,
  `${row.p99Ratio.toFixed(1)} ×`,
  String(row.refused),
  `${Math.round(row.residentBytes / 1e6)} MB`,
  `${Math.round(row.corePart * 100)} %`,
];
