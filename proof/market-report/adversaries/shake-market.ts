/**
 * What happens to a market from outside while rules trade: news for all contracts at once, halts,
 * outages of prices, restarts, and the duty that changes hands, each with a move of all prices in
 * it. Nobody foresees when.
 */
import { contractId } from '../../../src/domain/ids.ts';
import { KeyedRandom, nextBetween, nextUnit } from '../../../src/market/random.ts';
import { seedOfWord } from '../../../src/market/seed.ts';
import { type Drive, type DriveSettings, resumeDrive } from '../drive-market.ts';
import type { TROUBLES, Troubled, TroubleKind } from './seat.ts';

/** A market that may be opened anew under those who trade in it. */
export interface Shaken {
  drive: Drive;
  trouble: Troubled | undefined;
}

/** What is still to be done, and when. */
interface Due {
  readonly at: number;
  readonly act: () => Troubled | undefined;
}

const SHAKEN = 0.006;
const KINDS: readonly (TroubleKind | 'jump')[] = [
  'jump',
  ...(['halt', 'outage', 'restart', 'handover'] as const satisfies readonly TroubleKind[]),
];
/** How long each lasts, in milliseconds. */
const LASTS: Readonly<Record<keyof typeof TROUBLES, number>> = {
  halt: 20_000,
  outage: 12_000,
  restart: 7_000,
  handover: 1_500,
};

/** Called before each beat; answers whether a trouble has just ended: who is quick acts then. */
export function createShaker(
  shaken: Shaken,
  settings: DriveSettings,
  { seed, everyMillis }: { readonly seed: string; readonly everyMillis: number | undefined },
): () => boolean {
  if (everyMillis === undefined) return () => false;
  const random = new KeyedRandom(seedOfWord(`${seed} news`).key);
  const due: Due[] = [];
  let next = shaken.drive.at + everyMillis;
  const jump = (): undefined => {
    const size = (nextUnit(random) < 0.5 ? -1 : 1) * SHAKEN * nextBetween(random, 0.5, 1.5);
    const { drive } = shaken;
    for (const { contract } of drive.state.listings) drive.market.feed.shock(contract.id, 1 + size);
  };
  const begin = (kind: TroubleKind): void => {
    const { drive } = shaken;
    const endsAt = drive.at + LASTS[kind];
    const ended = (): Troubled => ({ kind, endedAt: shaken.drive.at });
    const forAll = (does: 'halt-contract' | 'resume-contract'): void => {
      for (const { contract } of drive.state.listings)
        drive.submit({ kind: does, contract: contract.id });
    };
    if (kind === 'halt') {
      forAll('halt-contract');
      due.push({ at: (drive.at + endsAt) / 2, act: jump });
      due.push({
        at: endsAt,
        act: () => {
          forAll('resume-contract');
          return ended();
        },
      });
    } else if (kind === 'outage') {
      // The first contract still has prices: who knows those knows where the others will be.
      const { hear } = drive.market;
      drive.market.hear = (prices) =>
        hear(prices).filter(({ contract }) => contract === contractId(0));
      due.push({ at: (drive.at + endsAt) / 2, act: jump });
      due.push({
        at: endsAt,
        act: () => {
          drive.market.hear = hear;
          return ended();
        },
      });
    } else {
      const { state, views } = drive;
      shaken.drive = resumeDrive({ state, views }, { ...settings, startAt: endsAt });
      jump();
      shaken.trouble = ended();
    }
  };
  return () => {
    const { drive } = shaken;
    const [first] = due;
    if (first !== undefined) {
      if (drive.at < first.at) return false;
      due.shift();
      const ended = first.act();
      shaken.trouble = ended ?? shaken.trouble;
      return ended !== undefined;
    }
    if (drive.at < next) return false;
    next = drive.at + everyMillis * nextBetween(random, 0.5, 1.5);
    const kind = KINDS[Math.floor(nextUnit(random) * KINDS.length)] ?? 'jump';
    if (kind === 'jump') jump();
    else begin(kind);
    return kind === 'handover';
  };
}
