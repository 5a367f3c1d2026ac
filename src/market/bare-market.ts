/**
 * A market and some accounts with the same money, from a seed on: what a life of the lab and a heat
 * of a contest are made of. Nothing of it depends on the clock of the machine.
 */
import type { PositionMode } from '../domain/account.ts';
import type { Contract } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import { millis } from '../domain/units.ts';
import { type BareVenue, createBareVenue } from '../venue/bare-venue.ts';
import { DRIVE_START, driveMarket, type MarketDrive } from './drive-market.ts';
import type { Regime } from './feeds/regimes.ts';
import { createGenesis, onewayIds, sandboxIds } from './genesis.ts';
import type { Seed } from './seed.ts';

export interface BareMarketTerms {
  readonly contracts: readonly Contract[];
  readonly seed: Seed;
  readonly accounts: number;
  readonly positionMode: PositionMode;
  /** Of each account, in whole units of the quote currency. */
  readonly wallet: number;
  readonly leverage: number;
  readonly warmUpMillis: number;
  /** The mood of the market from the first beat on; it chooses for itself without one. */
  readonly regime?: Regime | undefined;
}

export interface BareMarket {
  readonly venue: BareVenue;
  readonly drive: MarketDrive;
  readonly accounts: readonly AccountId[];
}

type Follow = Parameters<typeof createBareVenue>[1];

/** The shortest time in which whoever trades there acts again. */
export const STEP_SECONDS = 0.5;

const INSURANCE_FUND = 1_000_000;

/** Whoever follows hears every entry, the first included. */
export function openBareMarket(terms: BareMarketTerms, follow?: Follow): BareMarket {
  const { contracts, seed, positionMode, leverage } = terms;
  const isNet = positionMode === 'net';
  const settings = {
    insuranceFund: INSURANCE_FUND,
    sandbox: true,
    sandboxAccounts: isNet ? 0 : terms.accounts,
    onewayAccounts: isNet ? terms.accounts : 0,
    sandboxWallet: terms.wallet,
  };
  const venue = createBareVenue(undefined, follow);
  const genesis = createGenesis(contracts, settings);
  venue.submitAt(millis(DRIVE_START), { kind: 'batch', commands: genesis });
  const drive = driveMarket(venue, { contracts, seed });
  if (terms.regime !== undefined) drive.market.feed.force(terms.regime);
  const accounts = isNet ? onewayIds(settings) : sandboxIds(settings);
  const leverages = { longLeverage: leverage, shortLeverage: leverage };
  for (const account of accounts)
    for (const { id: contract } of contracts)
      drive.submit({
        kind: 'set-leverage',
        account,
        contract,
        marginMode: 'cross',
        ...leverages,
      });
  drive.reach(drive.at + terms.warmUpMillis);
  return { venue, drive, accounts };
}
