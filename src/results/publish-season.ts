/**
 * `perpetua competition publish`: writes the result of a season into a folder that anyone can
 * check. The data folder is only read, except that the signing key is made once, so the venue may
 * be running.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { SeasonRecord } from '../competition/season-record.ts';
import { many } from '../domain/many.ts';
import { isSeasonOver } from '../domain/season.ts';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { stateHash } from '../engine/snapshot.ts';
import { findJournal, findSnapshots } from '../journal/find-journal.ts';
import { createProgress, tellEntries } from '../terminal/progress.ts';
import { ENGINE_VERSION } from '../venue/open-venue.ts';
import { FillFiles } from './fill-files.ts';
import { PartWriter, sha256 } from './journal-parts.ts';
import { type PublicationKey, takePublicationKey } from './publication-key.ts';
import {
  FORMAT,
  listPublished,
  MANIFEST_FILE,
  type Manifest,
  NO_HASH,
  PUBLIC_KEY_FILE,
  type PublishedFile,
  SEED_FILE,
  SIGNATURE_FILE,
  START_FILE,
} from './published-folder.ts';
import { type RevealedSeed, selectSeeds } from './revealed-seeds.ts';
import { writeDocuments } from './season-documents.ts';
import {
  createReplay,
  recoverStart,
  replayEntry,
  type SeasonReplay,
  storeStart,
} from './season-replay.ts';

export async function publishSeason(words: PublishWords): Promise<Manifest> {
  const { outFolder } = words;
  if (existsSync(outFolder) && readdirSync(outFolder).length > 0)
    throw new NotPublishable(`${outFolder} is not empty; name a new folder`);
  const folder = `${outFolder}.part`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const manifest = await fill(words, folder);
    rmSync(outFolder, { recursive: true, force: true });
    renameSync(folder, outFolder);
    return manifest;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function fill(words: PublishWords, folder: string): Promise<Manifest> {
  const walked = await walkJournal(words, folder);
  for (const [file, text] of walked.cut.documents) writeFileSync(join(folder, file), text);
  reveal(words, walked, folder);
  const manifest = manifestOf(walked, folder);
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  const key = takePublicationKey(words.dataFolder);
  writeFileSync(join(folder, MANIFEST_FILE), text);
  writeFileSync(join(folder, SIGNATURE_FILE), key.sign(Buffer.from(text)));
  writeFileSync(join(folder, PUBLIC_KEY_FILE), key.publicPem);
  tell(words, manifest, { key, teams: walked.season.entrants.length });
  return manifest;
}

/** Writes the seed of the season's market, if it has one. */
function reveal({ seeds = [], out }: PublishWords, { season }: Walked, folder: string): void {
  if (season.market === null) {
    out('The market of this season cannot be checked: its journal has no commitment to a seed.');
    return;
  }
  const revealed = seeds.length === 0 ? [] : selectSeeds(seeds, season);
  if (typeof revealed === 'string') throw new NotPublishable(revealed);
  if (revealed.length > 0)
    writeFileSync(join(folder, SEED_FILE), `${JSON.stringify(revealed, null, 1)}\n`);
  else
    out(
      `The seed with the commitment ${season.market.commitment} is lost: nobody can check the ` +
        'market of this season, and verify will say so.',
    );
}

const manifestOf = ({ season, startSeq, startStateHash, parts, cut }: Walked, folder: string) => ({
  format: FORMAT,
  version: ENGINE_VERSION,
  season: season.season,
  name: season.rules.name,
  final: cut.isClosed,
  startSeq,
  startStateHash,
  lastSeq: cut.seq,
  stateHash: cut.stateHash,
  chainHead: parts.at(-1)?.contentSha256 ?? NO_HASH,
  journal: [...parts],
  files: listPublished(folder).map((file): PublishedFile => {
    const bytes = readFileSync(join(folder, file));
    return { file, bytes: bytes.length, sha256: sha256(bytes) };
  }),
});

function tell(
  { out }: PublishWords,
  manifest: Manifest,
  { key, teams }: { readonly key: PublicationKey; readonly teams: number },
): void {
  const { season, name, final, startSeq, lastSeq, files, chainHead } = manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  out(`season ${season}, "${name}": ${many(teams, 'team')}`);
  const entries = many(lastSeq - startSeq, 'entry', 'entries');
  out(`${entries}, ${many(files.length, 'file')}, ${many(bytes, 'byte')}`);
  if (!final) out('The season is not closed yet: this result is provisional.');
  out(`head of the journal's hash chain: ${chainHead}`);
  out(`public key: ${key.publicHex}`);
}

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

type Walked = Awaited<ReturnType<typeof walkJournal>>;

/**
 * Reads the journal of a data folder from its beginning, replays it, and writes its parts and the
 * fills on the way, up to the entry that closed the wanted season.
 */
async function walkJournal(words: PublishWords, folder: string) {
  const { dataFolder, out } = words;
  const journal = findJournal(dataFolder);
  if (journal === undefined) throw new NotPublishable(`${dataFolder} holds no journal`);
  const replay = await findStart(words, journal.first, folder);
  const startSeq = replay.state.seq;
  const startStateHash = stateHash(replay.state);
  const parts = new PartWriter(folder);
  const fills = new FillFiles(folder);
  const progress = tellEntries(createProgress({ err: out }), journal.last);
  const cuts = new Map<number, ReturnType<typeof cutHere>>();
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

/** The last entry that belongs to a season. */
function cutHere(replay: SeasonReplay, number: number, { parts }: PartWriter) {
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
