/**
 * `perpetua bench neutral FILE…`: files of a public matching benchmark through the bare book and
 * through the whole engine. Both report what became of every message; a hash over the reports says
 * whether they match as all engines do that conform.
 */
import { Misunderstood } from '../../src/terminal/command.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { asMillis, type Figure, measured } from './figure.ts';
import { benchmark, calibrate, takeTurns, tellProgress, timed } from './harness.ts';
import { type NeutralMessages, readMessages } from './neutral/read-messages.ts';
import { createReports, NO_REPORTS } from './neutral/reports.ts';
import { runBook } from './neutral/run-book.ts';
import { openNeutral, runEngine } from './neutral/run-engine.ts';

const HELP = `Usage: perpetua bench neutral FILE… [options]

  --rounds N  timed rounds, of which the best counts (5)
  --quick     one round
  --json      print JSON instead of a table

Each FILE has the messages of one scenario, gzipped or not. The calibrator is a
loop over JSON in the same process: a figure that moves with it moved with the
machine.`;

export const benchNeutral = benchmark({
  help: HELP,
  words: 100,
  measure: async ({ words, isQuick, countOf }) => {
    if (words.length === 0) throw new Misunderstood('name the files of messages');
    const rows = [];
    for (const path of words) rows.push(await measureFile(path, isQuick ? 1 : countOf('rounds')));
    return { rows };
  },
  title: 'public files, messages a second',
  figures: ({ rows }) => rows.flatMap(figuresOf),
  format: ({ rows }) => formatResult(rows),
  isGood: ({ rows }) => rows.every(({ bookHash, engineHash }) => bookHash === engineHash),
});

async function measureFile(path: string, rounds: number) {
  const messages = readMessages(path);
  tellProgress(`measuring ${messages.name}`);
  const { name, count } = messages;
  const [book = [], engine = [], calibrator = []] = await takeTurns({ rounds, warmUp: 2 }, [
    () => timed(() => runBook(messages, NO_REPORTS)),
    () => timeEngine(messages),
    () => timed(calibrate),
  ]);
  const perSecond = (seconds: readonly number[]): number => count / Math.min(...seconds);
  return {
    name,
    count,
    bookHash: hashOfBook(messages),
    engineHash: hashOfEngine(messages),
    bookPerSecond: perSecond(book),
    enginePerSecond: perSecond(engine),
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

const figuresOf = (row: NeutralRow): Figure[] => [
  measured(`${row.name}, the bare book`, row.bookPerSecond, { show: whole }),
  measured(`${row.name}, the whole engine`, row.enginePerSecond, {
    show: whole,
    beside: `calibrator ${asMillis(row.calibratorMillis)}`,
  }),
];

const formatResult = (rows: readonly NeutralRow[]): string[] =>
  rows.map(({ name, count, bookHash, engineHash }) => {
    const same = bookHash === engineHash ? 'the same' : `differs: ${engineHash}`;
    return `${name}: ${whole(count)} messages, SHA-256 ${bookHash}, the engine's ${same}.`;
  });
