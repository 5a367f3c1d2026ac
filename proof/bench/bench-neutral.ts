/**
 * `perpetua bench neutral FILE…`: files of a public matching benchmark through the bare book and
 * through the whole engine. Both report what became of every message; a hash over the reports says
 * whether they match as all engines do that conform.
 */
import { Misunderstood } from '../../src/terminal/command.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { asMillis, asTimes, type Figure, measured } from './figure.ts';
import { benchmark, calibrate, takeTurns, tellProgress, timed } from './harness.ts';
import { drivePeer, findPeer, PEER_NAME, peerIdsOf } from './measure.ts';
import { type NeutralMessages, readMessages, workloadOf } from './neutral/read-messages.ts';
import { createReports, NO_REPORTS } from './neutral/reports.ts';
import { runBook } from './neutral/run-book.ts';
import { openNeutral, runEngine } from './neutral/run-engine.ts';

const HELP = `Usage: perpetua bench neutral FILE… [options]

  --rounds N  timed rounds, of which the best counts (20)
  --quick     one round
  --json      print JSON instead of a table

Each FILE has the messages of one scenario, gzipped or not; those of *normal*
go through the bare book of ${PEER_NAME} too. The calibrator is a
loop over JSON in the same process: a figure that moves with it moved with the
machine.`;

export const benchNeutral = benchmark({
  help: HELP,
  words: 100,
  measure: async ({ words, isQuick, countOf }) => {
    if (words.length === 0) throw new Misunderstood('name the files of messages');
    const rows = [];
    const plan = isQuick ? QUICK : { rounds: countOf('rounds'), warmUp: WARM_UP };
    for (const path of words) rows.push(await measureFile(path, plan));
    return { rows };
  },
  title: 'public files, messages a second',
  figures: ({ rows }) => rows.flatMap(figuresOf),
  format: ({ rows }) => formatResult(rows),
  isGood: ({ rows }) => rows.every(({ bookHash, engineHash }) => bookHash === engineHash),
});

/** A file is over in a tenth of a second: the compiler knows the engine after some ten of them. */
const WARM_UP = 12;
const QUICK = { rounds: 1, warmUp: 1 };

async function measureFile(path: string, plan: typeof QUICK) {
  const messages = readMessages(path);
  tellProgress(`measuring ${messages.name}`);
  const { name, count } = messages;
  const timePeer = name === 'normal' ? await preparePeer(messages) : undefined;
  const [book = [], engine = [], calibrator = [], peer = []] = await takeTurns(plan, [
    () => timed(() => runBook(messages, NO_REPORTS)),
    () => timeEngine(messages),
    () => timed(calibrate),
    ...(timePeer === undefined ? [] : [timePeer]),
  ]);
  const perSecond = (seconds: readonly number[]): number => count / Math.min(...seconds);
  return {
    name,
    count,
    bookHash: hashOfBook(messages),
    engineHash: hashOfEngine(messages),
    bookPerSecond: perSecond(book),
    enginePerSecond: perSecond(engine),
    peerPerSecond: timePeer === undefined ? null : perSecond(peer),
    calibratorMillis: 1_000 * Math.min(...calibrator),
  };
}

type NeutralRow = Awaited<ReturnType<typeof measureFile>>;

export function hashOfBook(messages: NeutralMessages): string {
  const reports = createReports();
  runBook(messages, reports);
  return reports.hash();
}

export function hashOfEngine(messages: NeutralMessages): string {
  const reports = createReports();
  runEngine(messages, reports, openNeutral(messages));
  return reports.hash();
}

/** Without the accounts that are opened first. */
function timeEngine(messages: NeutralMessages): number {
  const venue = openNeutral(messages);
  return timed(() => runEngine(messages, NO_REPORTS, venue));
}

/** What modifies an order takes it off that book too, and enters it anew. */
async function preparePeer(messages: NeutralMessages): Promise<(() => number) | undefined> {
  const createPeer = await findPeer();
  if (createPeer === undefined) return undefined;
  const workload = workloadOf(messages);
  const ids = peerIdsOf(workload);
  return () => {
    const book = createPeer();
    return timed(() => drivePeer(book, workload, ids, 0, workload.count));
  };
}

/** The promised limit. */
const RATIO_MIN = 6;

const figuresOf = (row: NeutralRow): Figure[] => [
  measured(`${row.name}, the bare book`, row.bookPerSecond, { show: whole }),
  measured(`${row.name}, the whole engine`, row.enginePerSecond, {
    show: whole,
    beside: `calibrator ${asMillis(row.calibratorMillis)}`,
  }),
  ...(row.peerPerSecond === null
    ? []
    : [
        measured(
          `${row.name}, the whole engine, of the bare book of ${PEER_NAME}`,
          row.enginePerSecond / row.peerPerSecond,
          { show: asTimes, beside: whole(row.peerPerSecond), least: RATIO_MIN },
        ),
      ]),
];

const formatResult = (rows: readonly NeutralRow[]): string[] =>
  rows.map(({ name, count, bookHash, engineHash }) => {
    const same = bookHash === engineHash ? 'the same' : `differs: ${engineHash}`;
    return `${name}: ${whole(count)} messages, SHA-256 ${bookHash}, the engine's ${same}.`;
  });
