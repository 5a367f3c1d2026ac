/**
 * `perpetua bench page`: runs the benchmarks one after another, each in a process of its own, and
 * makes the page of figures from what they tell. A run of hours may be interrupted: what is done
 * is kept in a folder, and not done again.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, Misunderstood } from '../../src/terminal/command.ts';
import { EXIT } from '../../src/terminal/output.ts';
import { median } from '../../src/verdict/quantile.ts';
import { runProgram } from '../program.ts';
import { CONSOLE } from '../proof-command.ts';
import { asMillis, type Figure, formatFigures } from './figure.ts';
import { calibrate, describeMachine, tellProgress, timed } from './harness.ts';

const HELP = `Usage: perpetua bench page --keep FOLDER [options]

  --keep FOLDER    what was measured; a subject that is there is not run again
  --only A,B       only these subjects, and those that are kept
  --tape FILE      a recording, for the subject tape
  --neutral A,B    files of the public matching benchmark, for neutral
  --quick          short runs that only check that everything works
  --out FILE       write the page there (standard output)`;

interface Chapter {
  readonly subject: string;
  readonly title: string;
  /** Without these the subject is left out. */
  readonly needs?: 'tape' | 'neutral';
  readonly args?: readonly string[];
  /** Makes it short; `--quick` if left out. */
  readonly quick?: readonly string[];
  /** How it is measured, for who wants to believe it. */
  readonly how: string;
}

/** In the order of the page. */
const CHAPTERS: readonly Chapter[] = [
  {
    subject: 'lives',
    title: 'Lives of bots',
    how: 'Processor time of bot and market together.',
  },
  {
    subject: 'market',
    title: 'The market',
    how: 'A venue at the pace of the clock; then engine, feed and house alone, by processor time.',
  },
  {
    subject: 'tape',
    title: 'Tapes',
    needs: 'tape',
    quick: ['--times', '1', '--minutes', '1'],
    how: 'First without traders; memory is what lives after a collection.',
  },
  {
    subject: 'tail',
    title: 'The tail',
    how: 'Lateness counts from when an order was due; syncs are timed beside it on the same disk.',
  },
  {
    subject: 'http',
    title: 'HTTP',
    how: 'All share the cores and take turns; the median of comparisons with neighbours counts.',
  },
  {
    subject: 'engine',
    title: 'The whole engine',
    how: 'A generated flow of 1,000 accounts through `apply`, an index price every 250 messages.',
  },
  {
    subject: 'neutral',
    title: 'The public matching benchmark',
    needs: 'neutral',
    how: 'Book and engine must give the published hashes.',
  },
  {
    subject: 'book',
    title: 'The bare book',
    args: ['--rounds', '5'],
    quick: ['--messages', '20000'],
    how: 'Both books must trade the same lots; on *static* the peer gets 100,000 messages.',
  },
  {
    subject: 'journal',
    title: 'The journal',
    how: 'Real files; the best of five rounds.',
  },
  {
    subject: 'ws',
    title: 'WebSocket',
    how: 'All ways of writing take turns on the same connections.',
  },
  {
    subject: 'scale',
    title: 'Gateways and replicas',
    how: 'Whole processes with all their threads, in turns.',
  },
  {
    subject: 'contest',
    title: 'Contests',
    how: 'The included maker, an hour of BTC with a decision each second.',
  },
  {
    subject: 'flood',
    title: 'Floods',
    how: 'Five accounts place orders while another process floods; the control is a plain server.',
  },
  {
    subject: 'path',
    title: 'The path of an order',
    quick: [],
    how: 'By V8’s own counters, on a warm connection; `--files` lists them.',
  },
];

interface Kept {
  readonly machine: string;
  readonly figures: readonly Figure[];
  /** Of the machine before and after, in milliseconds. */
  readonly calibratorMillis: readonly number[];
}

export const benchPage = (args: readonly string[]): Promise<number> => runPage(args, CONSOLE);

const runPage = command({ help: HELP }, async ({ values, switches }, { out }) => {
  const [folder, target] = [values.get('keep'), values.get('out')];
  if (folder === undefined) throw new Misunderstood('--keep names a folder for what is measured');
  const only = values.get('only')?.split(',');
  const unknown = only?.find((name) => !CHAPTERS.some(({ subject }) => subject === name));
  if (unknown !== undefined) throw new Misunderstood(`--only: there is no page on ${unknown}`);
  mkdirSync(folder, { recursive: true });
  const told: (Chapter & Kept)[] = [];
  for (const chapter of CHAPTERS) {
    const path = join(folder, `${chapter.subject}.json`);
    const files = chapter.needs === undefined ? [] : values.get(chapter.needs)?.split(',');
    const isWanted = files !== undefined && (only?.includes(chapter.subject) ?? true);
    if (!existsSync(path) && isWanted) {
      const { args = [], quick = ['--quick'] } = chapter;
      const words = [...files, ...args, ...(switches.has('quick') ? quick : [])];
      const kept = await measure(folder, chapter.subject, words);
      writeFileSync(path, JSON.stringify(kept, undefined, 2));
    }
    if (existsSync(path)) told.push({ ...chapter, ...JSON.parse(readFileSync(path, 'utf8')) });
  }
  const page = `${formatPage(told).join('\n')}\n`;
  if (target === undefined) out(page.trimEnd());
  else writeFileSync(target, page);
  return EXIT.done;
});

const CALIBRATIONS = 9;
const calibrator = (): number =>
  1_000 * median(Array.from({ length: CALIBRATIONS }, () => timed(calibrate)));

async function measure(folder: string, subject: string, words: readonly string[]): Promise<Kept> {
  tellProgress(`measuring ${subject}`);
  const before = calibrator();
  const program = runProgram({ folder, args: ['bench', subject, ...words, '--json'] });
  let printed = '';
  program.child.stdout?.on('data', (text: string) => {
    printed += text;
  });
  await once(program.child, 'close');
  if (!printed.startsWith('{')) throw new Error(`bench ${subject}: ${program.endedWith()}`);
  const { machine, figures }: Kept = JSON.parse(printed);
  return { machine, figures, calibratorMillis: [before, calibrator()] };
}

function formatPage(told: readonly (Chapter & Kept)[]): string[] {
  const figures = told.flatMap((chapter) => chapter.figures);
  const promised = figures.filter(({ goal }) => goal !== '');
  const missed = promised.filter(({ isKept }) => !isKept);
  const machine = told[0]?.machine ?? describeMachine();
  return [
    '# Benchmarks',
    '',
    ...figures.flatMap(({ gain }) => (gain === undefined ? [] : [gain])),
    '',
    'Made by `npx perpetua bench page` in a clone; those of your own machine are worth more.',
    `${machine}. The calibrator, a loop over JSON, took`,
    `${tellSpan(told.flatMap(({ calibratorMillis }) => calibratorMillis))}.`,
    '',
    `Of ${promised.length} goals ${promised.length - missed.length} are kept here; ` +
      'a goal in bold is missed.',
    ...told.flatMap((chapter) => ['', ...formatChapter(chapter, machine)]),
  ];
}

/** How steady the machine was. */
const tellSpan = (millis: readonly number[]): string =>
  millis.length === 0
    ? 'no time: nothing was measured'
    : `${asMillis(Math.min(...millis))} to ${asMillis(Math.max(...millis))}`;

function formatChapter(chapter: Chapter & Kept, machine: string): string[] {
  const { subject, title, how, figures, calibratorMillis } = chapter;
  const elsewhere = chapter.machine === machine ? '' : ` ${chapter.machine}.`;
  const earlier = calibratorMillis.length === 0 ? ' Of an earlier run.' : '';
  return [
    `## ${title}`,
    '',
    `\`npx perpetua bench ${subject}\`. ${how}${elsewhere}${earlier}`,
    '',
    ...formatFigures('', figures),
  ];
}
