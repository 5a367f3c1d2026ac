/** A driven market whose engine a proof can look into. */
import { type AccountTerms, DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Batch, Command, Entry } from '../../src/domain/command.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, accountId, contractId } from '../../src/domain/ids.ts';
import { MONEY_SCALE, millis, money } from '../../src/domain/units.ts';
import { createState } from '../../src/engine/create-state.ts';
import type { VenueState } from '../../src/engine/state.ts';
import {
  DRIVE_START,
  driveMarket,
  type MarketDrive,
  type MarketDriveSettings,
} from '../../src/market/drive-market.ts';
import { createGenesis } from '../../src/market/genesis.ts';
import { createBareVenue } from '../../src/venue/bare-venue.ts';
import type { ReadSource } from '../../src/venue/read.ts';
import { createViews, type Views } from '../../src/views/views.ts';

export interface DriveSettings extends MarketDriveSettings {
  /** The venue time at which it begins. */
  readonly startAt?: number;
  /** What it begins with: contracts and the accounts of the house unless it is given. */
  readonly genesis?: Batch['commands'];
  /** Called with every entry that was applied. */
  readonly applied?: (entry: Entry, events: readonly Event[], state: VenueState) => void;
}

export interface Drive extends MarketDrive {
  readonly state: VenueState;
  /** Empty but for what the market keeps. */
  readonly views: Views;
  /** Opens a trader with this much of the quote currency. */
  readonly openTrader: (wallet: number, terms?: AccountTerms) => AccountId;
}

const INSURANCE_FUND = 1_000_000;

export function createDrive(settings: DriveSettings): Drive {
  const { contracts, startAt = DRIVE_START } = settings;
  const source = { state: createState(), views: createViews() };
  const nobody = { sandbox: false, sandboxAccounts: 0, onewayAccounts: 0, sandboxWallet: 0 };
  const usual = { ...nobody, insuranceFund: INSURANCE_FUND };
  const { genesis = createGenesis(contracts, usual) } = settings;
  const command: Command = { kind: 'batch', commands: genesis };
  bareVenueOf(source, settings).submitAt(millis(startAt), command);
  return resumeDrive(source, settings);
}

/** Goes on after the last entry of a state, with what the market kept in the journal. */
export function resumeDrive(source: ReadSource, settings: DriveSettings): Drive {
  const venue = bareVenueOf(source, settings);
  const { startAt = 0 } = settings;
  if (startAt > source.state.now) venue.submitAt(millis(startAt), { kind: 'advance-clock' });
  const drive = driveMarket(venue, settings);
  const { state, views } = source;
  const { submit } = drive;
  return Object.assign(drive, {
    state,
    views,
    openTrader: (wallet: number, terms = DEFAULT_TERMS) => {
      const account = accountId(state.nextAccount);
      submit({ kind: 'open-account', role: 'trader', terms });
      submit({ kind: 'deposit', account, amount: money(BigInt(wallet) * MONEY_SCALE) });
      return account;
    },
  });
}

/** Ids count from zero in a venue of these alone. */
export const pickContracts = (
  contracts: readonly Contract[],
  bases: readonly string[],
): Contract[] =>
  contracts
    .filter(({ base }) => bases.includes(base))
    .map((contract, at) => ({ ...contract, id: contractId(at) }));

const bareVenueOf = (source: ReadSource, { applied }: DriveSettings) =>
  createBareVenue(source, (entry, events) => applied?.(entry, events, source.state));
