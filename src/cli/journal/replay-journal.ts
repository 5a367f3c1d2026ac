/**
 * `perpetua journal replay`: applies the entries again. At each snapshot on the way, the state must
 * have the hash that the snapshot recorded.
 */
import { performance } from 'node:perf_hooks';
import { type Seq, seq as toSeq } from '../../domain/units.ts';
import { findSnapshots } from '../../journal/find-journal.ts';
import { whole } from '../../terminal/format-table.ts';
import { createProgress, tellEntries } from '../../terminal/progress.ts';
import { createEntryReplay, type EntryReplay } from '../../venue/replay-entries.ts';
import { expectJournal, type JournalWords } from './journal-words.ts';

interface Start {
  readonly replay: EntryReplay;
  /** Hashes that snapshots recorded, by entry. */
  readonly hashes: ReadonlyMap<number, string>;
}

export async function replayJournal(words: JournalWords): Promise<number> {
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
  if (json) out(JSON.stringify({ from, to: replay.seq(), applied, hash, seconds, differing }));
  else {
    for (const line of differing) out(`DIFFERENT ${line}`);
    out(`state hash ${hash} after entry ${replay.seq()}`);
    out(`${whole(applied)} entries from ${from} on in ${seconds.toFixed(2)} s`);
  }
  return differing.length === 0 ? 0 : 1;
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
