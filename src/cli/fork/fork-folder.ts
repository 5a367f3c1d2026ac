/**
 * Makes the data folder of a fork. The original may run or not: its lock is not taken, nothing in
 * its folder is written, and all that is read of it was written whole. The fork is made beside the
 * folder it is to become, and takes its name when everything is in it and durable.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forkArchive } from '../../archive/fork-archive.ts';
import { findSeedFile, type SeedFile, seedFileOf, seedFrom } from '../../assembly/market-seed.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { Millis } from '../../domain/units.ts';
import {
  type DataFiles,
  dataFilesOf,
  keepOutOfGit,
  writeJsonFile,
} from '../../gateway/data-files.ts';
import { findText, writePrivateFile } from '../../gateway/keys/private-file.ts';
import { lockFile } from '../../journal/claim-folder.ts';
import { nodeFiles } from '../../journal/files.ts';
import { ForkRefused, type WantedPoint } from '../../journal/find-point.ts';
import { type ForkPlan, forkJournal, planFork } from '../../journal/fork-journal.ts';
import { createJournalId, type JournalId } from '../../journal/journal-id.ts';
import { findHolder, isAlive, LOCK_FILE } from '../../journal/lock-folder.ts';
import { drawSeed, type Seed, seedOfWord } from '../../market/seed.ts';
import { judgeFork } from '../../venue/judge-fork.ts';
import { ARCHIVE_FILE } from '../../venue/open-venue.ts';

export interface ForkChoices {
  readonly from: string;
  readonly to: string;
  readonly wanted: WantedPoint;
  /** What the market of the fork is drawn from after the point. */
  readonly seed: SeedChoice;
}

export async function forkFolder({ from, to, wanted, seed }: ForkChoices) {
  const target = expectRoom(from, to);
  removeLeftovers(target);
  const plan = await planPatiently(from, wanted);
  const { running, hasSeason, hasMarket } = await judgeFork(plan);
  if (running !== undefined)
    throw new ForkRefused(
      `season ${running.season}, "${running.rules.name}", runs at that point or now: a fork ` +
        'would show what comes next. Fork when it has ended, at a moment outside it',
    );
  const seeds = findSeeds(dataFilesOf(from).marketSeed, hasMarket);
  const folder = `${target}${UNFINISHED}${process.pid}`;
  mkdirSync(folder, { mode: 0o700 });
  try {
    const marketSeed = forkSeed(seeds, seed, plan.point.at);
    const id = await fill(plan, folder, { hasSeason, marketSeed });
    // An empty folder of that name may have been made for it.
    if (existsSync(target)) rmdirSync(target);
    renameSync(folder, target);
    for (const changed of [target, dirname(target)]) await nodeFiles.syncFolder(changed);
    return { point: plan.point, id };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const UNFINISHED = '.forking-';

/** Without its seed nobody can go on with a market, whatever is drawn next. */
function findSeeds(path: string, hasMarket: boolean): SeedFile | undefined {
  let found: SeedFile | undefined;
  try {
    found = findSeedFile(path);
  } catch (error) {
    throw new ForkRefused(reasonOf(error));
  }
  if (found === undefined && hasMarket)
    throw new ForkRefused(`${path} is missing, and the market is drawn from it: put it back`);
  return found;
}

/** The full path of the new folder. */
function expectRoom(from: string, to: string): string {
  if (statSync(from, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ForkRefused(`${from} holds no journal`);
  const parent = dirname(resolve(to));
  if (statSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ForkRefused(`${parent} is not a folder: make it first`);
  const target = join(realpathSync(parent), basename(resolve(to)));
  const found = statSync(target, { throwIfNoEntry: false });
  if (found !== undefined && (!found.isDirectory() || readdirSync(target).length > 0))
    throw new ForkRefused(`${to} exists and is not an empty folder: name a new one`);
  const path = relative(realpathSync(from), target);
  if (!path.startsWith('..') && path !== resolve(path))
    throw new ForkRefused(`${to} is inside ${from}: name a folder beside it`);
  return target;
}

/** What forks of the same name left that were killed. */
function removeLeftovers(target: string): void {
  const prefix = `${basename(target)}${UNFINISHED}`;
  for (const name of readdirSync(dirname(target))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid)))
      rmSync(join(dirname(target), name), { recursive: true, force: true });
  }
}

const ATTEMPTS = 3;
const AGAIN_MILLIS = 50;

/** A running venue may be in the middle of a write, or delete a segment while it is read. */
async function planPatiently(from: string, wanted: WantedPoint): Promise<ForkPlan> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await planFork(from, wanted);
    } catch (error) {
      if (error instanceof ForkRefused || attempt === ATTEMPTS) throw error;
      await sleep(AGAIN_MILLIS);
    }
  }
}

async function fill(
  plan: ForkPlan,
  folder: string,
  { hasSeason, marketSeed }: { readonly hasSeason: boolean; readonly marketSeed: SeedFile },
): Promise<JournalId> {
  const [from, to] = [dataFilesOf(plan.dataFolder), dataFilesOf(folder)];
  const { seq, at } = plan.point;
  const id = createJournalId();
  keepOutOfGit(folder);
  for (const name of COPIED) await copyPrivate(from[name], to[name]);
  await writeJsonFile(to.marketSeed, marketSeed);
  // The people of a past season stay where they registered; a start is told that this is meant.
  if (hasSeason) await writePrivateFile(`${to.competition}.begin-anew`, '');
  const isInUse = findHolder(plan.dataFolder) !== undefined;
  const archive = { seq, at, id, isInUse };
  await forkArchive(join(from.folder, ARCHIVE_FILE), join(folder, ARCHIVE_FILE), archive);
  // Without it a start would wait for a possible holder to put it back.
  lockFile(join(folder, LOCK_FILE))?.release();
  // Last, since a folder without a journal is no venue.
  await forkJournal(plan, folder, id);
  return id;
}

/**
 * The same programs trade on both, so keys are the same. Tokens of the operator and the key that
 * signs results are not: what is meant for one venue must not reach the other.
 */
const COPIED = [
  'keys',
  'keyEncryptionKey',
  'credentials',
  'history',
  'replay',
] as const satisfies readonly (keyof DataFiles)[];

async function copyPrivate(from: string, to: string): Promise<void> {
  const text = findText(from);
  if (text === undefined) return;
  await writePrivateFile(to, text);
}

/** The same seed, a new one that nobody knows, or that of a word. */
export type SeedChoice =
  | { readonly kind: 'same' }
  | { readonly kind: 'new' }
  | { readonly kind: 'word'; readonly word: string };

/**
 * What was drawn up to the point stays as it is. A fork has its own time: it goes on at its point
 * whatever the wall clock says, so that it can be compared with what the original did.
 */
export function forkSeed(file: SeedFile | undefined, choice: SeedChoice, at: Millis): SeedFile {
  const next = at + 1;
  // A venue without a market has none; a fork of it may be given one.
  const begun = file?.seeds ?? [seedFrom(0, drawSeed())];
  const seeds = begun.filter(({ fromBeat }) => fromBeat <= next);
  const another = findSeed(choice);
  const all = another === undefined ? seeds : [...seeds, seedFrom(next, another)];
  return seedFileOf(all, file?.startAt ?? at);
}

function findSeed(choice: SeedChoice): Seed | undefined {
  if (choice.kind === 'same') return undefined;
  return choice.kind === 'new' ? drawSeed() : seedOfWord(choice.word);
}
