/**
 * A market without servers or disk: engine, feed and house on a virtual clock, as fast as the
 * machine can go. Everything that happens is an entry, as in a venue.
 */
import { DEFAULT_TERMS, FIRST_OPENED_ACCOUNT } from '../../domain/account.ts';
import { assert } from '../../domain/assert.ts';
import type { Command, Entry } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Event } from '../../domain/event.ts';
import { type AccountId, accountId } from '../../domain/ids.ts';
import { MONEY_SCALE, millis, money, seq } from '../../domain/units.ts';
import { apply } from '../../engine/apply.ts';
import { createState } from '../../engine/create-state.ts';
import type { VenueState } from '../../engine/state.ts';
import { createSimulatedFeed, type SimulatedFeed } from '../../market/feeds/simulated-feed.ts';
import { createGenesis } from '../../market/genesis.ts';
import { createHouse, decideTick, type House } from '../../market/house.ts';
import { drawPicture, findHouse } from '../../market/house-picture.ts';
import { DEFAULT_TUNING, type MarketTuning, marketTermsOf } from '../../market/market-terms.ts';
import { createRead } from '../../venue/read.ts';
import { createViews } from '../../views/views.ts';

export interface DriveSettings {
  readonly contracts: readonly Contract[];
  readonly seed: number;
  /** Venue time between two ticks. */
  readonly beatMillis: number;
  readonly tuning?: MarketTuning;
  /** Called with every entry that was applied. */
  readonly applied?: (entry: Entry, events: readonly Event[], state: VenueState) => void;
}

export interface Drive {
  readonly state: VenueState;
  readonly feed: SimulatedFeed;
  readonly house: House;
  readonly beatMillis: number;
  at: number;
  /** How many commands the ticks had; a batch counts as its commands. */
  commands: number;
  /** Time moves on by a beat, and the house acts. */
  readonly tick: () => readonly Event[];
  /** Applies a command at the time of the last tick. */
  readonly submit: (command: Command) => readonly Event[];
  /** Opens a trader with this much of the quote currency. */
  readonly openTrader: (wallet: number) => AccountId;
}

/** A Monday at midnight UTC. */
export const DRIVE_START = Date.UTC(2026, 0, 5);
const INSURANCE_FUND = 1_000_000;

export function createDrive(settings: DriveSettings): Drive {
  const { contracts, seed, beatMillis } = settings;
  const terms = marketTermsOf(contracts, settings.tuning ?? DEFAULT_TUNING);
  const state = createState();
  // The house asks only what the engine itself knows: the views stay empty.
  const read = createRead({ state, views: createViews() }, { venueNow: () => state.now });
  const feed = createSimulatedFeed({ contracts, terms, seed, salt: 0, from: [] });
  const house = createHouse(terms, seed, 0);
  const submit = (command: Command): readonly Event[] => {
    const entry: Entry = { seq: seq(state.seq + 1), at: millis(drive.at), command };
    const events = apply(state, entry);
    settings.applied?.(entry, events, state);
    return events;
  };
  const drive: Drive = {
    state,
    feed,
    house,
    beatMillis,
    at: DRIVE_START,
    commands: 0,
    submit,
    tick: () => {
      drive.at += beatMillis;
      const prices = feed.next(millis(drive.at));
      const batch = decideTick(house, drawPicture(read, accounts), prices, beatMillis);
      drive.commands += batch.commands.length;
      return submit(batch);
    },
    openTrader: (wallet) => openTrader(drive, wallet),
  };
  const sandbox = { insuranceFund: INSURANCE_FUND, sandbox: false };
  const genesis = { ...sandbox, sandboxAccounts: 0, sandboxWallet: 0 };
  submit({ kind: 'batch', commands: createGenesis(contracts, genesis) });
  const accounts = findHouse(read);
  assert(accounts[0] === FIRST_OPENED_ACCOUNT, 'the house comes first', accounts[0]);
  feed.next(millis(drive.at));
  return drive;
}

function openTrader({ state, submit }: Drive, wallet: number): AccountId {
  const account = accountId(state.nextAccount);
  submit({ kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS });
  submit({ kind: 'deposit', account, amount: money(BigInt(wallet) * MONEY_SCALE) });
  return account;
}
