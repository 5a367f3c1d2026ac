/**
 * `perpetua bench path`: the source files that one signed order runs through, from the first byte
 * of its request until everything it sets off is done. A venue runs in a process of its own, with
 * its time stopped so that its markets do nothing; V8 counts the calls of each function. Several
 * orders are sent one by one on a warm connection. A function belongs to the path if each of them
 * called it more often than an idle venue did in any stretch twice as long: work of timers is left
 * out. With a gateway, the files of both processes count.
 */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_LIMITS } from '../../src/cli/start/own-process.ts';
import { createAskAdmin } from '../../src/gateway/admin/admin-client.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { measured } from '../bench/figure.ts';
import { benchmark, tellProgress } from '../bench/harness.ts';
import { type HttpConnection, openConnection } from '../bench/http-load.ts';
import { createOrders, type DialectName, readQuotes, signerOf } from '../bench/http-orders.ts';
import { childrenOf } from '../bench/processes.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { oneMarket, startVenue } from '../program.ts';
import { type CalledFunction, countsFile, FOLDER_VARIABLE } from './count-calls.ts';

const HELP = `Usage: perpetua bench path [options]

  --v3       an order in the words of version 3 (version 2)
  --binance  an order in the words of the third dialect
  --gateway  through a gateway in a process of its own
  --files    list the files, with the functions that ran
  --json     print JSON instead of a table`;

const COUNTER = new URL('./count-calls.ts', import.meta.url).href;
const WARM_UP_ORDERS = 50;
const ORDERS = 7;
/** Time for the work that an order sets off after its answer. */
const AFTERMATH_MILLIS = 150;
const POLL_MILLIS = 10;
const POLLS_MAX = 6_000;

/** The names of the functions that ran, by file. */
type FilesRun = ReadonlyMap<string, readonly string[]>;

/** The promised limit. */
const FILES_MAX = 80;

export const benchPath = benchmark({
  help: HELP,
  title: 'the path of one signed order',
  measure: async ({ switches }) => {
    const dialect = switches.has('binance') ? 'binance' : switches.has('v3') ? 'v3' : 'v2';
    const gateways = switches.has('gateway') ? 1 : 0;
    const files = await inTemporaryFolder((folder) => measurePath(folder, dialect, gateways));
    return { files: Object.fromEntries(files), isListed: switches.has('files') };
  },
  figures: ({ files }) => [
    measured('source files, main thread', Object.keys(files).length, {
      show: whole,
      most: FILES_MAX,
      beside: `${whole(Object.values(files).flat().length)} functions`,
    }),
  ],
  format: ({ files, isListed }) => formatPath(new Map(Object.entries(files)), isListed),
});

export async function measurePath(
  folder: string,
  dialect: DialectName,
  gateways: number,
): Promise<FilesRun> {
  tellProgress('starting the venue');
  const venue = await startVenue({
    folder,
    args: [
      ...[...NO_LIMITS, ...oneMarket(folder), '--page', 'off', '--log-level', 'error'],
      ...(gateways === 0 ? [] : ['--gateways', String(gateways)]),
    ],
    nodeArgs: ['--import', COUNTER],
    environment: { [FOLDER_VARIABLE]: folder },
  });
  try {
    const orders = createOrders((await readQuotes(venue.baseUrl)).slice(0, 1));
    const paused = await createAskAdmin(venue.admin)('POST', '/time/pause', {});
    if (paused.isRefused) throw new Error(paused.message);
    const { pid = 0 } = venue.child;
    const pids = gateways === 0 ? [pid] : [pid, ...childrenOf(pid)];
    const signers = venue.credentials.slice(0, 1).map(signerOf);
    const connection = await openConnection(venue.port);
    const requests = orders.take(WARM_UP_ORDERS + ORDERS, signers, dialect);
    for (const request of requests.splice(ORDERS)) await send(connection, request);
    const idle = new Map<string, number>();
    let path: readonly CalledFunction[] | undefined;
    for (const [at, request] of requests.entries()) {
      tellProgress(`order ${at + 1} of ${ORDERS}`);
      await takeCalls(pids, folder);
      await sleep(2 * AFTERMATH_MILLIS);
      for (const call of await takeCalls(pids, folder))
        idle.set(keyOf(call), Math.max(call.count, idle.get(keyOf(call)) ?? 0));
      await send(connection, request);
      await sleep(AFTERMATH_MILLIS);
      const counts = new Map((await takeCalls(pids, folder)).map((call) => [keyOf(call), call]));
      path = (path ?? [...counts.values()]).flatMap((call) => leastOf(call, counts));
    }
    connection.close();
    return byFile((path ?? []).filter((call) => call.count > (idle.get(keyOf(call)) ?? 0)));
  } finally {
    await venue.stop();
  }
}

async function send(connection: HttpConnection, request: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number>();
  connection.send(request, resolve);
  const status = await promise;
  if (status !== 200) throw new Error(`an order was answered with status ${status}`);
}

/** The smaller of the two counts; nothing if the function was not called this time. */
function leastOf(
  call: CalledFunction,
  counts: ReadonlyMap<string, CalledFunction>,
): readonly CalledFunction[] {
  const again = counts.get(keyOf(call));
  if (again === undefined) return [];
  return [again.count < call.count ? again : call];
}

/** Of all processes together since the last time. */
async function takeCalls(
  pids: readonly number[],
  folder: string,
): Promise<readonly CalledFunction[]> {
  const sums = new Map<string, CalledFunction>();
  for (const pid of pids) {
    const path = countsFile(folder, pid);
    process.kill(pid, 'SIGUSR2');
    for (let polls = 0; !existsSync(path); polls += 1) {
      if (polls > POLLS_MAX) throw new Error(`process ${pid} does not tell its counts`);
      await sleep(POLL_MILLIS);
    }
    const calls: readonly CalledFunction[] = JSON.parse(readFileSync(path, 'utf8'));
    rmSync(path);
    for (const call of calls) {
      const count = call.count + (sums.get(keyOf(call))?.count ?? 0);
      sums.set(keyOf(call), { ...call, count });
    }
  }
  return [...sums.values()];
}

const keyOf = ({ file, offset }: CalledFunction): string => `${file}:${offset}`;

function byFile(calls: readonly CalledFunction[]): FilesRun {
  const files = new Map<string, string[]>();
  for (const { file, name } of calls) {
    const names = files.get(file) ?? [];
    names.push(name === '' ? '(anonymous)' : name);
    files.set(file, names);
  }
  return new Map([...files].toSorted(([one], [other]) => one.localeCompare(other)));
}

function formatPath(files: FilesRun, isListed: boolean): string[] {
  const folders = Map.groupBy(files, ([file]) => file.split('/').slice(0, 2).join('/'));
  const functionsIn = (of: Iterable<readonly [string, readonly string[]]>): string =>
    String([...of].reduce((sum, [, names]) => sum + names.length, 0));
  const table = formatMarkdownTable([
    ['one signed order', 'files', 'functions'],
    ...[...folders].map(([folder, of]) => [folder, String(of.length), functionsIn(of)]),
    ['all', String(files.size), functionsIn(files)],
  ]);
  const list = [...files].map(([file, names]) => `${file}: ${names.join(', ')}`);
  return isListed ? [...table, '', ...list] : table;
}
