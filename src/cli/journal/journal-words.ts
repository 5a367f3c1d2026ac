/** What commands on the journal of a stopped or running venue have in common. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { UNKNOWN_SOURCE } from '../../archive/archive-error.ts';
import { peekArchivedUpTo } from '../../archive/sqlite-file.ts';
import type { Entry } from '../../domain/command.ts';
import { many } from '../../domain/many.ts';
import { stringifyPlain } from '../../domain/plain-json.ts';
import type { RequestIdentity } from '../../domain/request-identity.ts';
import { type Seq, seq as toSeq } from '../../domain/units.ts';
import { checkJournal, type JournalCheck } from '../../journal/check-journal.ts';
import { CutRefused, cutJournal } from '../../journal/cut-journal.ts';
import { nodeFiles } from '../../journal/files.ts';
import { type FoundJournal, findJournal, findSnapshots } from '../../journal/find-journal.ts';
import { FolderLocked, JournalDamaged } from '../../journal/journal-error.ts';
import { findHolder } from '../../journal/lock-folder.ts';
import { formatTable, whole } from '../../terminal/format-table.ts';
import { complain, EXIT, type Output, type Shown } from '../../terminal/output.ts';
import { createProgress, tellEntries } from '../../terminal/progress.ts';
import { ARCHIVE_FILE } from '../../venue/open-venue.ts';
import { type Rehearsal, rehearseStart } from '../../venue/rehearse-start.ts';
import { createEntryReplay, type EntryReplay } from '../../venue/replay-entries.ts';

const ENTRIES = ['entry', 'entries'] as const;

export interface JournalWords {
  readonly dataFolder: string;
  readonly from: Seq | undefined;
  readonly to: Seq | undefined;
  readonly json: boolean;
  readonly output: Output;
}

/** Nothing was looked at: whoever checks a copy must not take that for a good one. */
export class NoJournal extends Error {
  override readonly name = 'NoJournal';

  constructor(fault: string) {
    super(`${fault}; name the data folder with --data`);
  }
}

/** Snapshots whose journal is missing are damage, which a check names. */
export function expectTraces(dataFolder: string): void {
  expectFolder(dataFolder);
  if (findSnapshots(dataFolder).length === 0) expectJournal(dataFolder);
}

export function expectJournal(dataFolder: string): FoundJournal {
  expectFolder(dataFolder);
  const journal = findJournal(dataFolder);
  if (journal === undefined) throw new NoJournal(`${dataFolder} holds no journal`);
  return journal;
}

function expectFolder(dataFolder: string): void {
  const found = statSync(dataFolder, { throwIfNoEntry: false });
  if (found === undefined) throw new NoJournal(`${dataFolder} does not exist`);
  if (!found.isDirectory()) throw new NoJournal(`${dataFolder} is not a folder`);
}

/**
 * `perpetua journal cut`: gives up the damaged end of a journal, and says exactly what was given
 * up.
 */
export async function cutDamage(words: JournalWords): Promise<number | Shown> {
  const { dataFolder, from, output } = words;
  if (from === undefined) {
    const missing = 'name the first entry that is given up: --from SEQ';
    return complain(missing, EXIT.misunderstood, output);
  }
  expectJournal(dataFolder);
  try {
    const kept = await cutJournal(dataFolder, from, findArchive(dataFolder, from));
    const lines = [
      `Given up: entry ${from} and what followed it, with snapshots and an archive beyond it.`,
      `Kept: entries up to ${from - 1}. What was taken away is in ${kept}.`,
    ];
    return { lines, body: { from, kept } };
  } catch (error) {
    if (!(error instanceof CutRefused) && !(error instanceof FolderLocked)) throw error;
    return complain(`nothing was cut: ${error.message}`, EXIT.failed, output);
  }
}

/** An archive that knows of dropped entries is written again, up to where the journal ends. */
function findArchive(dataFolder: string, from: number): string[] {
  const path = join(dataFolder, ARCHIVE_FILE);
  try {
    const use = { source: UNKNOWN_SOURCE, missingRows: 'accept' } as const;
    if (peekArchivedUpTo(path, use) < from) return [];
  } catch {
    return [];
  }
  return ['', '-wal', '-shm']
    .map((ending) => `${path}${ending}`)
    .filter((file) => existsSync(file));
}

const SHOWN = 20;

/** `perpetua journal inspect`: prints entries for people. */
export function inspectJournal(words: JournalWords): number {
  const { dataFolder, json, output } = words;
  const { out } = output;
  const journal = expectJournal(dataFolder);
  const { first, last } = journal;
  const to = toSeq(Math.min(words.to ?? last, last));
  const from = words.from ?? toSeq(words.to === undefined ? to - SHOWN + 1 : first);
  const held = { from: toSeq(Math.max(from, first)), to };
  for (const entries of journal.read(held)) {
    for (const entry of entries) out(json ? stringifyPlain(entry) : formatEntry(entry));
  }
  if (!json) out(`The journal holds entries ${first} to ${last}.`);
  return 0;
}

export function formatEntry({ seq, at, command, request, mandate }: Entry): string {
  const time = new Date(at).toISOString();
  const { kind, ...fields } = command;
  const words = Object.entries(fields).map(([name, value]) => `${name} ${formatValue(value)}`);
  const signed = request === undefined ? [] : [`request ${formatIdentity(request)}`];
  const term = mandate === undefined ? [] : [`${mandate.duty} of term ${mandate.term}`];
  return [seq, time, kind, ...words, ...signed, ...term].join('  ');
}

const formatIdentity = ({ words }: RequestIdentity): string =>
  words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

/** Money and numbers are bare, texts are quoted, everything else is JSON. */
const formatValue = (value: unknown): string =>
  typeof value === 'bigint' ? `${value}` : stringifyPlain(value);

interface Start {
  readonly replay: EntryReplay;
  /** Hashes that snapshots recorded, by entry. */
  readonly hashes: ReadonlyMap<number, string>;
}

/**
 * `perpetua journal replay`: applies the entries again. At each snapshot on the way, the state must
 * have the hash that the snapshot recorded.
 */
export async function replayJournal(words: JournalWords): Promise<Shown> {
  const { dataFolder, json, output } = words;
  const { out } = output;
  const journal = expectJournal(dataFolder);
  const { replay, hashes } = await findStart(words, journal.first);
  const from = toSeq(replay.seq() + 1);
  const to = toSeq(Math.min(words.to ?? journal.last, journal.last));
  const begun = performance.now();
  const differing: string[] = [];
  const progress = createProgress(output);
  const tell = tellEntries(progress, to);
  for (const entries of journal.read({ from, to })) {
    for (const entry of entries) {
      replay.apply(entry);
      const expected = hashes.get(entry.seq);
      if (expected === undefined) continue;
      const hash = replay.hash();
      if (hash !== expected) differing.push(`after ${entry.seq}: ${hash}, snapshot ${expected}`);
      else if (!json) out(`after ${entry.seq}: ${hash}, as its snapshot says`);
    }
    tell(replay.seq());
  }
  progress.end();
  const seconds = (performance.now() - begun) / 1_000;
  const hash = replay.hash();
  const applied = replay.seq() - from + 1;
  return {
    lines: [
      ...differing.map((line) => `DIFFERENT ${line}`),
      `state hash ${hash} after entry ${replay.seq()}`,
      `${many(applied, ...ENTRIES)} from ${from} on in ${seconds.toFixed(2)} s`,
    ],
    body: { from, to: replay.seq(), applied, hash, seconds, differing },
    code: differing.length === 0 ? EXIT.done : EXIT.failed,
  };
}

/**
 * Starts from an empty state if all entries are there, otherwise from the oldest snapshot or the
 * one asked for.
 */
async function findStart({ dataFolder, from, output }: JournalWords, first: Seq): Promise<Start> {
  const hashes = new Map<number, string>();
  let replay = first === 1 ? createEntryReplay() : undefined;
  for (const { file, read } of findSnapshots(dataFolder)) {
    const snapshot = await read();
    if (typeof snapshot === 'string') {
      output.err(`snapshot ${file} is passed over: ${snapshot}`);
      continue;
    }
    hashes.set(snapshot.seq, snapshot.hash);
    const isWanted = from !== undefined && snapshot.seq < from;
    const isUsable = snapshot.seq + 1 >= first;
    if (isUsable && (replay === undefined || isWanted))
      replay = createEntryReplay(snapshot.payload);
  }
  if (replay === undefined) {
    throw new Error(`entries before ${first} are gone, and no snapshot stands in for them`);
  }
  return { replay, hashes };
}

/** `perpetua journal verify`: checks that stored data is exactly as it was written. */
export async function verifyJournal({ dataFolder, output }: JournalWords): Promise<Shown> {
  expectTraces(dataFolder);
  const progress = createProgress(output);
  const check = await checkJournal(nodeFiles, dataFolder, ({ file, entries }) =>
    progress.tell(() => `checking: ${file}, ${many(entries, ...ENTRIES)}`),
  );
  progress.tell(() => 'checking: what the next start would say');
  const start = await rehearseStart(dataFolder);
  progress.end();
  const holder = findHolder(dataFolder);
  const isWhole = check.damage === null && check.snapshots.every(({ fault }) => fault === null);
  return {
    lines: [...formatCheck(check), ...formatHolder(holder, check), ...formatStart(check, start)],
    body: { ...check, start },
    code: isWhole && start.refusal === null ? EXIT.done : EXIT.failed,
  };
}

const lastOf = (segments: JournalCheck['segments']): number => {
  const last = segments.at(-1);
  return last === undefined ? 0 : last.firstSeq + last.entries - 1;
};

const formatHolder = (holder: string | undefined, { segments }: JournalCheck): string[] =>
  holder === undefined
    ? []
    : [`In use by ${holder}, which goes on writing: all figures are of entry ${lastOf(segments)}.`];

/** What the next start will say, in the words of the start. */
function formatStart({ segments, damage }: JournalCheck, { report, refusal }: Rehearsal): string[] {
  if (report === null) {
    const isSaid = damage !== null && refusal === new JournalDamaged(damage).message;
    return [isSaid ? 'A start refuses, for the same reason.' : `A start refuses: ${refusal}`];
  }
  if (segments.length === 0) return [];
  const { snapshotSeq } = report;
  // A running venue has written more since its entries were counted.
  const replayed = Math.max(0, Math.min(report.replayed, lastOf(segments) - snapshotSeq));
  const from = snapshotSeq === 0 ? 'the first entry' : `the snapshot of entry ${snapshotSeq}`;
  const unread = damage === null ? '' : ' It does not read what is damaged; a full replay would';
  return [`A start begins with ${from} and replays ${many(replayed, ...ENTRIES)}.${unread}`];
}

function formatCheck(check: JournalCheck): string[] {
  const { segments, snapshots, torn, damage } = check;
  const entries = segments.reduce((sum, segment) => sum + segment.entries, 0);
  const first = segments[0]?.firstSeq ?? 0;
  const lines = [
    ...formatTable(
      ['segment', 'first entry', 'entries', 'bytes', 'epoch', 'version'],
      segments.map((segment) => [
        segment.file,
        whole(segment.firstSeq),
        whole(segment.entries),
        whole(segment.bytes),
        whole(segment.epoch),
        segment.version,
      ]),
    ),
    '',
    ...snapshots.map(({ file, hash, fault }) =>
      fault === null ? `snapshot ${file}: good, state hash ${hash}` : `snapshot ${file}: ${fault}`,
    ),
  ];
  if (segments.length > 0) lines.push(`chain after entry ${first + entries - 1}: ${check.chain}`);
  if (torn !== null) {
    lines.push(
      `${torn.file}, offset ${torn.offset}: ${torn.bytes} bytes of an unfinished write; ` +
        'the next start removes them (a venue that is running is just writing them)',
    );
  }
  lines.push(
    damage === null
      ? `Good: ${many(entries, ...ENTRIES)}, ${first} to ${first + entries - 1}.`
      : `Damaged: ${damage.file}, offset ${damage.offset}: ${damage.found}. ${damage.advice}`,
  );
  return lines;
}
