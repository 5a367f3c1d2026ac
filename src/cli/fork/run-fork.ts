/** `perpetua fork`: a second venue that goes on from a moment of the first. */
import { performance } from 'node:perf_hooks';
import { ArchiveError } from '../../archive/archive-error.ts';
import { millis, seq } from '../../domain/units.ts';
import { commandLine } from '../../journal/command-line.ts';
import { ForkRefused, isoOf, type WantedPoint } from '../../journal/find-point.ts';
import { JournalDamaged } from '../../journal/journal-error.ts';
import { WORD_LENGTH_MAX } from '../../market/seed.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import type { Flags } from '../../terminal/flags.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { whileWaiting } from '../../terminal/progress.ts';
import { RecoveryFailed } from '../../venue/recover.ts';
import { parseMoment } from '../competition/parse-moment.ts';
import { filesOf } from '../start/own-process.ts';
import { type ForkChoices, forkFolder, type SeedChoice } from './fork-folder.ts';

const HELP = `Usage: perpetua fork --data NEW [options]

  --at WHEN    the last entry that both venues share: now, the number of an
               entry, or the last entry at or before a venue time such as
               2026-01-05T12:00:00Z (now)
  --data NEW   the data folder to make; it must not exist yet, or be empty
  --from DATA  the data folder to fork (PERPETUA_DATA, or data); its venue may
               run meanwhile
  --seed WHICH what the market of the fork is drawn from after that: the same
               seed, a new one that nobody knows, or that of a word (same)
  --json       print JSON`;

export const runFork = command({ help: HELP }, async (flags, output) => {
  const choices = readChoices(flags);
  const { from, to } = choices;
  const began = performance.now();
  try {
    const { point, id } = await whileWaiting(output, () => forkFolder(choices), 'forking');
    const seconds = ((performance.now() - began) / 1_000).toFixed(2);
    const place = `entry ${point.seq}, ${isoOf(point.at)}`;
    const start = commandLine('start --port 8710 --admin-port 8711', to);
    const lines = [
      `${to} goes on from ${place}, of ${from}. Made in ${seconds} s, journal ${id}.`,
      `Start it beside the other: ${start}`,
    ];
    return { lines, body: { folder: to, from, entry: point.seq, at: point.at, journal: id } };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return complain(`nothing is forked: ${error.message}`, EXIT.failed, output);
  }
});

function readChoices({ values }: Flags): ForkChoices {
  const to = values.get('data');
  if (to === undefined) throw new Misunderstood('--data names the folder to make');
  const wanted = parsePoint(values.get('at') ?? 'now');
  if (wanted === undefined)
    throw new Misunderstood('--at takes now, the number of an entry or a time in UTC');
  const seed = parseSeed(values.get('seed') ?? 'same');
  if (seed === undefined)
    throw new Misunderstood(
      `--seed takes same, new or a word of 1 to ${WORD_LENGTH_MAX} characters`,
    );
  return { from: filesOf(values.get('from')).folder, to, wanted, seed };
}

function parseSeed(given: string): SeedChoice | undefined {
  const word = given.trim();
  if (word === 'same' || word === 'new') return { kind: word };
  return word.length >= 1 && word.length <= WORD_LENGTH_MAX ? { kind: 'word', word } : undefined;
}

function parsePoint(word: string): WantedPoint | undefined {
  if (word === 'now') return { kind: 'now' };
  if (/^[1-9]\d{0,14}$/.test(word)) return { kind: 'entry', seq: seq(Number(word)) };
  const at = word.startsWith('+') ? undefined : parseMoment(word, 0);
  return at === undefined ? undefined : { kind: 'time', at: millis(at) };
}

/** Faults of the stored data and of the disk are for the operator; any other is ours. */
const isExpected = (error: unknown): error is Error =>
  error instanceof ForkRefused ||
  error instanceof JournalDamaged ||
  error instanceof ArchiveError ||
  error instanceof RecoveryFailed ||
  (error instanceof Error && 'code' in error);
