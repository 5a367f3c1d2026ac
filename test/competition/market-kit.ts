/** Seasons of some seconds on a real venue with a market, on a clock that is moved by hand. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findSeedFile } from '../../src/assembly/market-seed.ts';
import type { Entry } from '../../src/domain/command.ts';
import { commitmentOf } from '../../src/market/seed.ts';
import { formatDifference } from '../../src/results/difference.ts';
import { publishSeason } from '../../src/results/publish-season.ts';
import { type Verdict, verifySeason } from '../../src/results/verify-season.ts';
import { openSandbox, type Sandbox } from '../time/sandbox.ts';

export const quiet = (): void => undefined;

export const openVenue = (folder: string, wall?: number, more: readonly string[] = []) =>
  openSandbox({
    folder,
    args: ['--sandbox', 'off', '--journal-keep', 'all', ...more],
    ...(wall === undefined ? {} : { wall }),
  });

export const seedsOf = (data: string) => findSeedFile(join(data, 'market.seed'))?.seeds ?? [];

export const commitmentsOf = (data: string): string[] =>
  seedsOf(data).map(({ key }) => commitmentOf({ key: Buffer.from(key, 'hex') }));

export const publish = (data: string, outFolder: string, season: number | null = null) =>
  publishSeason({ dataFolder: data, outFolder, season, seeds: seedsOf(data), out: quiet });

export const verify = (folder: string): Verdict =>
  verifySeason({ folder, publicKey: null, out: quiet });

export const wordsOf = (verdict: Verdict): string =>
  verdict.isGood ? 'good' : formatDifference(verdict.difference);

export const remarksOf = (verdict: Verdict): string =>
  verdict.isGood ? verdict.remarks.join(' ') : '';

export const organise = ({ admin }: Sandbox, path: string, body: object = {}) =>
  admin('POST', `/competition/${path}`, body);

async function insist(sandbox: Sandbox, path: string, body: object = {}): Promise<void> {
  const { status, text } = await organise(sandbox, path, body);
  if (status !== 200) throw new Error(text);
}

export const newSeason = (sandbox: Sandbox, more: object = {}) =>
  organise(sandbox, 'seasons', {
    name: 'Cup',
    startAt: sandbox.wall() + 3_600_000,
    endAt: sandbox.wall() + 7_200_000,
    ...more,
  });

/** Up to the moment at which it trades, with one team. */
export async function beginSeason(sandbox: Sandbox, more: object = {}): Promise<void> {
  const { status, text } = await newSeason(sandbox, more);
  if (status !== 200) throw new Error(text);
  const season = sandbox.venue.read.season.current()?.number ?? 0;
  await sandbox.venue.submit({ kind: 'enrol-team', season, team: 'Foxes' });
  await insist(sandbox, 'reset');
  await insist(sandbox, 'start', { now: true });
}

export const endSeason = (sandbox: Sandbox): Promise<void> =>
  insist(sandbox, 'end', { reason: 'done' });

/** The seed of the next season is written beside the venue, however long its disk takes. */
export async function passUntilSeeds(sandbox: Sandbox, data: string, count: number): Promise<void> {
  for (let turn = 0; seedsOf(data).length < count; turn += 1) {
    if (turn === PATIENCE_TURNS) throw new Error(`no seed ${count} in ${turn} s of venue time`);
    await sandbox.pass(1_000);
    await sleep(10);
  }
  await sandbox.pass(1_000);
}

const PATIENCE_TURNS = 500;

export const closeSeason = (sandbox: Sandbox): Promise<void> => insist(sandbox, 'close');

export const isBeat = ({ command }: Entry): boolean =>
  command.kind === 'batch' && command.commands[0]?.kind === 'market-beat';
