/**
 * `perpetua bench flood`: how long an order of one client takes while another client floods the
 * venue, compared with the same flood against another program on the same machine. All traffic
 * stays on loopback addresses of this machine.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { createAskAdmin } from '../../src/gateway/admin/admin-client.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { Misunderstood } from '../../src/terminal/command.ts';
import { quantile } from '../../src/verdict/quantile.ts';
import { asTimes, type Figure, measured } from '../bench/figure.ts';
import {
  type BenchOptions,
  benchmark,
  formatCancelAll,
  type MeasuredVenue,
  startMeasured,
  tellProgress,
} from '../bench/harness.ts';
import { openConnection } from '../bench/http-load.ts';
import { createOrders, readQuotes, signerOf } from '../bench/http-orders.ts';
import { cpuMicros, watchResident } from '../bench/processes.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { type ListeningProgram, startServer } from '../program.ts';
import { attack } from './attack.ts';
import { FLOOD_NAMES, type Flood, floodsOf } from './floods.ts';
import { INNOCENT_ADDRESS, type InnocentParts, sendOne, trade } from './innocent.ts';

const HELP = `Usage: perpetua bench flood [options]

  --rows A,B    only floods whose names contain one of these
  --seconds N   how long each is measured, and again for the control (8)
  --quick       a short run that only checks that everything works
  --json        print JSON instead of a table

${rowsText()}`;

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

export const benchFlood = benchmark({
  help: HELP,
  hidden: ['bystander', 'attack', 'port', 'from', 'venue'],
  tellHelp: (help) => console.error(help),
  instead: ({ values, countOf }) => {
    if (values.has('bystander')) return serveBystander();
    return values.has('attack') ? runAttack(values, countOf('seconds')) : undefined;
  },
  measure: async (asked) => ({
    rows: await inTemporaryFolder((folder) => measureFloods(folder, planOf(asked))),
  }),
  title: 'orders of others during a flood',
  figures: ({ rows }) => [worstOf(rows)],
  format: ({ rows }) => formatMarkdownTable([HEADINGS, ...rows.map(formatRow)]),
  isGood: ({ rows }) => rows.every(isWithinGoals),
});

function planOf({ values, isQuick, countOf }: BenchOptions): FloodPlan {
  const wanted = values.get('rows')?.split(',') ?? (isQuick ? QUICK_ROWS : ['']);
  const unknown = wanted.find((part) => !FLOOD_NAMES.some((name) => name.includes(part)));
  if (unknown !== undefined)
    throw new Misunderstood(`no flood has "${unknown}" in its name\n\n${rowsText()}`);
  return { wanted, seconds: isQuick ? 2 : countOf('seconds'), isControlled: true };
}

function rowsText(): string {
  return ['Floods:', ...FLOOD_NAMES.map((name) => `  ${name}`)].join('\n');
}

/** The file that tells the attacking process what it needs. */
const sceneFile = (folder: string): string => join(folder, 'flood.json');

function runAttack(values: ReadonlyMap<string, string>, seconds: number): Promise<number> {
  const [wanted, port, from = '', venue = ''] = ['attack', 'port', 'from', 'venue'].map((name) =>
    values.get(name),
  );
  const { quotes, credentials } = JSON.parse(readFileSync(venue, 'utf8'));
  const flood = floodsOf({ quotes, signer: signerOf(credentials) }).find(
    ({ name }) => name === wanted,
  );
  if (flood === undefined) throw new Error(`there is no flood of this name: ${wanted}`);
  return attack({ flood, port: Number(port), from, seconds });
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
    const bystander = await startServer(folder, ['bench', 'flood', '--bystander', 'on']);
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
  const [before, start] = [cpuMicros(venue.pid), performance.now()];
  const door = flood.door === 'admin' ? venue.adminPort : venue.port;
  const own = await tradeBeside(scene, flood, door, from);
  const residentBytes = stopWatching();
  const spent = cpuMicros(venue.pid) - before;
  const corePart = spent / 1_000 / (performance.now() - start);
  const [p50Millis, p99Millis] = [quantile(own.took, 0.5), quantile(own.took, 0.99)];
  const row = {
    name: flood.name,
    isPolite: flood.isPolite === true,
    p50Millis,
    p99Millis,
    p50Ratio: p50Millis / quantile((control ?? own).took, 0.5),
    p99Ratio: p99Millis / quantile((control ?? own).took, 0.99),
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

/** The row that is furthest from its goal, or nearest to missing it. */
function worstOf(rows: readonly FloodRow[]): Figure {
  const [worst] = rows.toSorted((first, second) => second.p99Ratio - first.p99Ratio);
  const name = worst === undefined ? '' : `: ${worst.name}`;
  return measured(`p99 in the worst of ${rows.length} floods${name}`, worst?.p99Ratio ?? 0, {
    show: asTimes,
    beside: 'a plain server under the same flood',
    ...(worst?.isPolite === true ? {} : { most: GOALS.p99 }),
  });
}

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

/**
 * The control, which has nothing to do with the venue: the difference between the two is the
 * venue's part. Prints the port it listens on, and runs until it is stopped.
 */
export async function serveBystander(): Promise<number> {
  const http = createServer((message, response) => {
    message.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"trading"}');
  });
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('message', () => socket.send('{"event":"subscribed"}'));
  });
  http.on('clientError', (_error, socket) => socket.destroy());
  http.listen(0, '127.0.0.1', () => {
    const bound = http.address();
    console.log(bound !== null && typeof bound === 'object' ? bound.port : 0);
  });
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  return process.exit(0);
}
