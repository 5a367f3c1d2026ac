/**
 * A market and some accounts with the same money: what a life of the lab and a heat of a contest
 * are made of, whether it is simulated or was recorded. Nothing of it depends on the clock of the
 * machine.
 */
import type { PositionMode } from '../domain/account.ts';
import type { Contract } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import { type Millis, millis } from '../domain/units.ts';
import { type BareVenue, createBareVenue } from '../venue/bare-venue.ts';
import { DRIVE_START, driveMarket, type MarketDrive } from './drive-market.ts';
import type { Regime } from './feeds/regimes.ts';
import { createGenesis, onewayIds, sandboxIds } from './genesis.ts';
import type { Seed } from './seed.ts';

export interface BareMarketTerms {
  readonly contracts: readonly Contract[];
  readonly accounts: number;
  readonly positionMode: PositionMode;
  /** Of each account, in whole units of the quote currency. */
  readonly wallet: number;
  readonly leverage: number;
  readonly warmUpMillis: number;
}

/** As much of a market as whoever trades in lockstep with it needs. */
export interface BareDrive extends Pick<MarketDrive, 'at' | 'submit' | 'step' | 'reach'> {
  /** When something happens in the market next. */
  readonly nextBeat: () => number;
}

/** Where prices and the orders of others come from. */
export interface MarketSource<Drive extends BareDrive> {
  readonly startAt: Millis;
  /** In a venue that has its contracts and accounts. */
  readonly drive: (venue: BareVenue) => Drive;
}

export interface BareMarket<Drive extends BareDrive> {
  readonly venue: BareVenue;
  readonly drive: Drive;
  readonly accounts: readonly AccountId[];
}

type Follow = Parameters<typeof createBareVenue>[1];

/** The shortest time in which whoever trades there acts again. */
export const STEP_SECONDS = 0.5;

const INSURANCE_FUND = 1_000_000;

export interface SimulatedTerms extends Pick<BareMarketTerms, 'contracts'> {
  readonly seed: Seed;
  /** The mood of the market from the first beat on; it chooses for itself without one. */
  readonly regime?: Regime | undefined;
}

/** A market that is drawn from its seed. */
export const drawMarket = (terms: SimulatedTerms): MarketSource<MarketDrive> => ({
  startAt: millis(DRIVE_START),
  drive: (venue) => {
    const drive = driveMarket(venue, terms);
    if (terms.regime !== undefined) drive.market.feed.force(terms.regime);
    return drive;
  },
});

/** Whoever follows hears every entry, the first included. */
export function openBareMarket<Drive extends BareDrive>(
  terms: BareMarketTerms,
  source: MarketSource<Drive>,
  follow?: Follow,
): BareMarket<Drive> {
  const { contracts, positionMode, leverage } = terms;
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
  venue.submitAt(source.startAt, { kind: 'batch', commands: genesis });
  const drive = source.drive(venue);
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
