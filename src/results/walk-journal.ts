/**
 * Reads the journal of a data folder from its beginning, replays it, and writes its parts and the
 * fills on the way, up to the entry that closed the wanted season.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { SeasonRecord } from '../competition/season-record.ts';
import { isSeasonOver } from '../domain/season.ts';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { stateHash } from '../engine/snapshot.ts';
import { findJournal, findSnapshots } from '../journal/find-journal.ts';
import { createProgress, tellEntries } from '../terminal/progress.ts';
import { FillFiles } from './fill-files.ts';
import { PartWriter } from './journal-parts.ts';
import { FORMAT, type JournalPart, START_FILE } from './published-folder.ts';
import type { RevealedSeed } from './revealed-seeds.ts';
import { type Documents, writeDocuments } from './season-documents.ts';
import {
  createReplay,
  recoverStart,
  replayEntry,
  type SeasonReplay,
  storeStart,
} from './season-replay.ts';

export interface PublishWords {
  readonly dataFolder: string;
  readonly outFolder: string;
  /** Null for the newest season that has ended. */
  readonly season: number | null;
  /** What the market of the venue is drawn from, oldest first; none if it has no such file. */
  readonly seeds?: readonly RevealedSeed[];
  readonly out: (line: string) => void;
}

/** Why nothing can be published, in words for the organiser. */
export class NotPublishable extends Error {
  override readonly name = 'NotPublishable';
}

export interface Walked {
  readonly season: SeasonRecord;
  readonly startSeq: Seq;
  readonly startStateHash: string;
  readonly parts: readonly JournalPart[];
  readonly cut: Cut;
}

/** The last entry that belongs to a season. */
interface Cut {
  readonly seq: Seq;
  readonly stateHash: string;
  readonly parts: number;
  readonly isClosed: boolean;
  readonly documents: Documents;
}

export async function walkJournal(words: PublishWords, folder: string): Promise<Walked> {
  const { dataFolder, out } = words;
  const journal = findJournal(dataFolder);
  if (journal === undefined) throw new NotPublishable(`${dataFolder} holds no journal`);
  const replay = await findStart(words, journal.first, folder);
  const startSeq = replay.state.seq;
  const startStateHash = stateHash(replay.state);
  const parts = new PartWriter(folder);
  const fills = new FillFiles(folder);
  const progress = tellEntries(createProgress({ err: out }), journal.last);
  const cuts = new Map<number, Cut>();
  const span = { from: toSeq(startSeq + 1), to: journal.last };
  for (const entries of journal.read(span)) {
    for (const entry of entries) {
      parts.add(entry);
      const { fills: rows, season, closed } = replayEntry(replay, entry);
      if (season !== undefined) fills.add(season, rows);
      if (closed === undefined) continue;
      parts.finishPart();
      cuts.set(closed, cutHere(replay, closed, parts));
    }
    progress(replay.state.seq);
  }
  parts.finishPart();
  const season = choose(replay, words);
  expectWhole(season, startSeq);
  const cut = cuts.get(season.season) ?? cutHere(replay, season.season, parts);
  parts.keepFirst(cut.parts);
  fills.finish(season.season);
  return { season, startSeq, startStateHash, parts: parts.parts, cut };
}

function cutHere(replay: SeasonReplay, number: number, { parts }: PartWriter): Cut {
  const { state, contest } = replay;
  const season = contest.seasons.find((record) => record.season === number);
  if (season === undefined) throw new NotPublishable(`season ${number} is not known`);
  return {
    seq: state.seq,
    stateHash: stateHash(state),
    parts: parts.length,
    isClosed: season.phase === 'closed',
    documents: writeDocuments(replay, season, FORMAT),
  };
}

/** The first entry, or else the oldest snapshot from which the entries continue. */
async function findStart(
  { dataFolder, out }: PublishWords,
  first: Seq,
  folder: string,
): Promise<SeasonReplay> {
  const replay = await recallStart(dataFolder, first);
  if (replay === undefined)
    throw new NotPublishable(
      `entries before ${first} are gone, and no snapshot continues with them. Keep the whole ` +
        'journal from the beginning: start the venue with --journal-keep all',
    );
  const { seq } = replay.state;
  if (seq === 0) return replay;
  out(`entries before ${first} are gone: the replay begins with the snapshot of ${seq}`);
  writeFileSync(join(folder, START_FILE), zstdCompressSync(Buffer.from(storeStart(replay))));
  return replay;
}

/** Undefined if the journal has lost entries that no snapshot makes up for. */
export async function recallStart(
  dataFolder: string,
  first: Seq,
): Promise<SeasonReplay | undefined> {
  if (first === 1) return createReplay();
  for (const { seq, read } of findSnapshots(dataFolder)) {
    if (seq + 1 < first) continue;
    const snapshot = await read();
    const replay =
      typeof snapshot === 'string'
        ? undefined
        : recoverStart(new TextDecoder().decode(snapshot.payload));
    if (replay !== undefined) return replay;
  }
  return undefined;
}

function choose({ contest }: SeasonReplay, words: PublishWords): SeasonRecord {
  const wanted = words.season;
  const season =
    wanted === null
      ? contest.seasons.findLast(({ isScored }) => isScored)
      : contest.seasons.find((record) => record.season === wanted);
  if (season === undefined)
    throw new NotPublishable(
      wanted === null ? 'no season has ended yet' : `season ${wanted} is not known here`,
    );
  if (!isSeasonOver(season.phase))
    throw new NotPublishable(`season ${season.season} is ${season.phase}; it must have ended`);
  if (!season.isScored)
    throw new NotPublishable(`season ${season.season} was given up before its start`);
  return season;
}

/** A result whose beginning cannot be replayed proves nothing. */
function expectWhole({ season, openedSeq }: SeasonRecord, startSeq: Seq): void {
  if (openedSeq > startSeq) return;
  throw new NotPublishable(
    `season ${season} opened with entry ${openedSeq}, but the journal can be replayed from ` +
      `${startSeq + 1} only. Start the venue with --journal-keep all before opening a season`,
  );
}
