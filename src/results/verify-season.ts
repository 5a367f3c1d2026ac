/**
 * `perpetua competition verify`: checks that a published result follows from its journal. It needs
 * only the folder: it checks signature, hashes and chain, replays every entry through the engine
 * and the scores, and compares every figure.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { assert } from '../domain/assert.ts';
import type { Entry } from '../domain/command.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { stateHash } from '../engine/snapshot.ts';
import { createProgress, tellEntries } from '../terminal/progress.ts';
import { ENGINE_VERSION } from '../venue/open-venue.ts';
import { type Difference, findDifference, wholeFile } from './difference.ts';
import { FillCheck } from './fill-files.ts';
import { readParts, sha256 } from './journal-parts.ts';
import { MarketCheck, readAhead } from './market-check.ts';
import { findPublicKey, hexOf, isSigned } from './publication-key.ts';
import {
  FILLS_FILE,
  JOURNAL_FOLDER,
  listPublished,
  MANIFEST_FILE,
  type Manifest,
  PUBLIC_KEY_FILE,
  parseManifest,
  SEED_FILE,
  SIGNATURE_FILE,
  START_FILE,
} from './published-folder.ts';
import { readSeeds } from './revealed-seeds.ts';
import { DOCUMENT_FILES, writeDocuments } from './season-documents.ts';
import { createReplay, recoverStart, replayEntry, type SeasonReplay } from './season-replay.ts';
import { TapeCheck } from './tape-check.ts';

export interface VerifyWords {
  readonly folder: string;
  /** The organiser's key in hex, known from elsewhere; null to take the one in the folder. */
  readonly publicKey: string | null;
  /** The files that were played, for whoever has them. */
  readonly tapes: readonly string[];
  readonly out: (line: string) => void;
}

export type Verdict =
  | {
      readonly isGood: true;
      readonly manifest: Manifest;
      readonly publicKey: string;
      /** What a person should know besides. */
      readonly remarks: readonly string[];
    }
  | { readonly isGood: false; readonly difference: Difference };

const no = (difference: Difference): Verdict => ({ isGood: false, difference });

/** Without the tapes that were played, if there were any. */
export function verifySeason(words: Omit<VerifyWords, 'tapes'>): Verdict {
  const { value, done } = verify({ ...words, tapes: [] }).next();
  assert(done === true, 'a result is verified without waiting for a file');
  return value;
}

/** With those tapes, which are read along with the journal. */
export async function verifyWithTapes(words: VerifyWords): Promise<Verdict> {
  const steps = verify(words);
  for (;;) {
    const { value, done } = steps.next();
    if (done === true) return value;
    await value;
  }
}

/** Yields what is to be waited for before it goes on. */
type Steps<Result> = Generator<Promise<void>, Result, undefined>;

function* verify(words: VerifyWords): Steps<Verdict> {
  const { folder } = words;
  const signed = checkSignature(words);
  if ('file' in signed) return no(signed);
  const { manifest, publicKey } = signed;
  const changed = checkFiles(folder, manifest);
  const foreign = findForeign(manifest);
  if (foreign !== undefined) return no(foreign);
  // A changed table is still compared, so that the changed figure can be named.
  const source = changed.find(({ file }) => !isDerived(file, manifest));
  if (source !== undefined) return no(source);
  const version = ENGINE_VERSION;
  if (manifest.version !== version)
    return no(wholeFile(MANIFEST_FILE, `a result of ${version}`, manifest.version));
  const replayed = yield* tryReplay(words, manifest);
  const difference = 'file' in replayed ? replayed : changed[0];
  if (difference !== undefined) return no(difference);
  const remarks = 'file' in replayed ? [] : replayed.remarks;
  return { isGood: true, manifest, publicKey, remarks };
}

function checkSignature({ folder, publicKey }: VerifyWords) {
  for (const file of [MANIFEST_FILE, SIGNATURE_FILE, PUBLIC_KEY_FILE])
    if (!existsSync(join(folder, file))) return wholeFile(file, 'a file', 'nothing');
  const key = findPublicKey(readFileSync(join(folder, PUBLIC_KEY_FILE), 'latin1'));
  if (key === undefined) return wholeFile(PUBLIC_KEY_FILE, 'an Ed25519 key', 'something else');
  const hex = hexOf(key);
  if (publicKey !== null && publicKey !== hex) return wholeFile(PUBLIC_KEY_FILE, publicKey, hex);
  const bytes = readFileSync(join(folder, MANIFEST_FILE));
  const signature = readFileSync(join(folder, SIGNATURE_FILE), 'latin1');
  if (!isSigned(key, bytes, signature))
    return wholeFile(SIGNATURE_FILE, `a signature of ${MANIFEST_FILE} by ${hex}`, 'another');
  const manifest = parseManifest(bytes.toString('utf8'));
  return manifest === undefined
    ? wholeFile(MANIFEST_FILE, 'a manifest', 'something else')
    : { manifest, publicKey: hex };
}

/** Checks that every file is as signed, and that there is no other. */
function checkFiles(folder: string, manifest: Manifest): Difference[] {
  const differences: Difference[] = [];
  const listed = new Map(manifest.files.map((file) => [file.file, file]));
  const signed = new Set([MANIFEST_FILE, SIGNATURE_FILE, PUBLIC_KEY_FILE]);
  const present = new Set(listPublished(folder));
  for (const file of present)
    if (!listed.has(file) && !signed.has(file))
      differences.push(wholeFile(file, 'nothing of that name', 'a file'));
  for (const { file, bytes, sha256: expected } of manifest.files) {
    if (!present.has(file)) {
      differences.push(wholeFile(file, `${bytes} bytes`, 'nothing'));
      continue;
    }
    const found = sha256(readFileSync(join(folder, file)));
    if (found !== expected) differences.push(wholeFile(file, `sha256 ${expected}`, found));
  }
  return differences;
}

/** A signed file that nobody compares would be believed because of the others. */
function findForeign({ files, journal, startSeq }: Manifest): Difference | undefined {
  const listed = new Set(files.map(({ file }) => file));
  const parts = journal.map(({ file }) => file);
  const missing = parts.find((file) => !listed.has(file));
  if (missing !== undefined) return wholeFile(missing, 'a file of the manifest', 'another');
  const known = new Set([...DOCUMENT_FILES, FILLS_FILE, ...parts]);
  known.add(SEED_FILE);
  if (startSeq > 0) known.add(START_FILE);
  const foreign = files.find(({ file }) => !known.has(file));
  return foreign && wholeFile(foreign.file, 'nothing of that name', 'a file');
}

/** These files are computed again below; their sources must be as signed. */
const isDerived = (file: string, { files }: Manifest): boolean =>
  !file.startsWith(`${JOURNAL_FOLDER}/`) &&
  file !== START_FILE &&
  file !== SEED_FILE &&
  files.some((listed) => listed.file === file);

/** Signed files can still be nonsense: an unreadable one is a difference like any other. */
function* tryReplay(words: VerifyWords, manifest: Manifest): Steps<Difference | Replayed> {
  try {
    return yield* replayAll(words, manifest);
  } catch (error) {
    const found = reasonOf(error);
    return wholeFile(JOURNAL_FOLDER, 'a journal that can be replayed', found);
  }
}

interface Replayed {
  readonly remarks: readonly string[];
}

function* replayAll(words: VerifyWords, manifest: Manifest): Steps<Difference | Replayed> {
  const { folder, out, tapes: paths } = words;
  const replay = findStart(folder, manifest);
  if ('file' in replay) return replay;
  const seeds = readSeeds(folder);
  if ('file' in seeds) return seeds;
  const market = new MarketCheck(replay, seeds, manifest.season);
  const tape = paths.length === 0 ? undefined : new TapeCheck({ replay, seeds, paths });
  const fills = FillCheck.open(join(folder, FILLS_FILE));
  const progress = tellEntries(createProgress({ err: out }), manifest.lastSeq);
  const parts = readAhead(readParts(folder, manifest.journal), (entry) => market.foresee(entry));
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done === true) {
      if (next.value === undefined) break;
      return wholeFile(next.value.file, next.value.expected, next.value.found);
    }
    const refused = yield* applyAll(replay, next.value, { manifest, fills, market, tape });
    if (refused !== undefined) return refused;
    progress(replay.state.seq);
  }
  return (
    compareEnd(replay, manifest) ??
    fills.finish() ??
    compareDocuments(words, replay, manifest) ?? {
      remarks: [...(tape ?? market).remarks(), ...venueRemarks(replay, manifest)],
    }
  );
}

/** What the journal says of the venue itself while the season was open. */
function venueRemarks({ contest }: SeasonReplay, manifest: Manifest): string[] {
  const season = contest.seasons.find((record) => record.season === manifest.season);
  const { sandbox, timeChanges = 0 } = season ?? {};
  const times = timeChanges === 1 ? 'once' : `${timeChanges} times`;
  return [
    ...(sandbox === undefined
      ? []
      : [`The venue was a sandbox (${sandbox}): a season that counts is held with --sandbox off.`]),
    ...(timeChanges === 0
      ? []
      : [`The operator changed venue time ${times} while the season was open.`]),
  ];
}

function findStart(folder: string, manifest: Manifest): SeasonReplay | Difference {
  const { startSeq, startStateHash } = manifest;
  const path = join(folder, START_FILE);
  const replay =
    startSeq === 0
      ? createReplay()
      : recoverStart(existsSync(path) ? zstdDecompressSync(readFileSync(path)).toString() : '');
  if (replay === undefined) return wholeFile(START_FILE, 'a snapshot', 'something else');
  const found = `${stateHash(replay.state)} after entry ${replay.state.seq}`;
  const expected = `${startStateHash} after entry ${startSeq}`;
  if (found !== expected) return wholeFile(START_FILE, expected, found);
  const isBefore = replay.contest.seasons.every(({ season }) => season < manifest.season);
  return isBefore
    ? replay
    : wholeFile(START_FILE, `a venue before season ${manifest.season}`, 'a later one');
}

interface Target {
  readonly manifest: Manifest;
  readonly fills: FillCheck;
  readonly market: MarketCheck;
  readonly tape: TapeCheck | undefined;
}

function* applyAll(
  replay: SeasonReplay,
  entries: readonly Entry[],
  { manifest, fills, market, tape }: Target,
): Steps<Difference | undefined> {
  for (const entry of entries) {
    try {
      let bent = market.look(entry);
      if (tape !== undefined)
        yield tape.look(entry).then((found) => {
          bent ??= found;
        });
      if (bent !== undefined) return bent;
      const { events, fills: rows, season } = replayEntry(replay, entry);
      market.pass(entry.seq);
      tape?.pass(entry, events);
      if (season === manifest.season) fills.expect(rows);
    } catch (error) {
      const found = reasonOf(error);
      return wholeFile(JOURNAL_FOLDER, `entry ${entry.seq} to be possible`, found);
    }
  }
  return undefined;
}

function compareEnd({ state }: SeasonReplay, manifest: Manifest): Difference | undefined {
  const { lastSeq, stateHash: hash, chainHead, journal } = manifest;
  const expected = `${hash} after entry ${lastSeq}`;
  const found = `${stateHash(state)} after entry ${state.seq}`;
  if (found !== expected) return wholeFile(JOURNAL_FOLDER, expected, found);
  const head = journal.at(-1)?.contentSha256 ?? '';
  return head === chainHead ? undefined : wholeFile(MANIFEST_FILE, `head ${chainHead}`, head);
}

function compareDocuments(
  { folder }: VerifyWords,
  replay: SeasonReplay,
  manifest: Manifest,
): Difference | undefined {
  const season = replay.contest.seasons.find((record) => record.season === manifest.season);
  if (season === undefined || !season.isScored)
    return wholeFile(MANIFEST_FILE, `season ${manifest.season}`, 'no such season in the journal');
  if (season.rules.name !== manifest.name)
    return wholeFile(MANIFEST_FILE, season.rules.name, manifest.name);
  const isFinal = season.phase === 'closed';
  if (isFinal !== manifest.final)
    return wholeFile(MANIFEST_FILE, `final ${isFinal}`, `final ${manifest.final}`);
  for (const [file, expected] of writeDocuments(replay, season, manifest.format)) {
    const path = join(folder, file);
    const found = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const difference = findDifference(file, expected, found);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
