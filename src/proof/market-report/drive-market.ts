/**
 * A market without servers or disk: engine, feed and house on a virtual clock, as fast as the
 * machine can go. Everything that happens is an entry, as in a venue.
 */
import { DEFAULT_TERMS, FIRST_OPENED_ACCOUNT } from '../../domain/account.ts';
import { assert } from '../../domain/assert.ts';
import type { Batch, Command, Entry } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Event } from '../../domain/event.ts';
import { type AccountId, accountId } from '../../domain/ids.ts';
import { MONEY_SCALE, millis, money, seq } from '../../domain/units.ts';
import { apply } from '../../engine/apply.ts';
import { createState } from '../../engine/create-state.ts';
import type { VenueState } from '../../engine/state.ts';
import { createGenesis } from '../../market/genesis.ts';
import { findHouse } from '../../market/house-picture.ts';
import { createMarket, type DrivenMarket } from '../../market/market.ts';
import { DEFAULT_TUNING, type MarketTuning, marketTermsOf } from '../../market/market-terms.ts';
import { beatAt, timeOf } from '../../market/memory.ts';
import type { Seed } from '../../market/seed.ts';
import { createRead, type ReadSource } from '../../venue/read.ts';
import { foldMarketMemory } from '../../views/market-memory.ts';
import { createViews, type Views } from '../../views/views.ts';

export interface DriveSettings {
  readonly contracts: readonly Contract[];
  readonly seed: Seed;
  /** The venue time at which it begins. */
  readonly startAt?: number;
  /** What it begins with: contracts and the accounts of the house unless it is given. */
  readonly genesis?: Batch['commands'];
  /** The one after the start unless it is given. */
  readonly firstBeat?: number;
  readonly tuning?: MarketTuning;
  /** Called with every entry that was applied. */
  readonly applied?: (entry: Entry, events: readonly Event[], state: VenueState) => void;
}

export interface Drive {
  readonly state: VenueState;
  /** Empty but for what the market keeps. */
  readonly views: Views;
  readonly market: DrivenMarket;
  /** The time of the last beat, or of the start before the first. */
  readonly at: number;
  /** How many commands the ticks had; a batch counts as its commands. */
  commands: number;
  /** Time moves on by one beat; undefined if no market acts at it. */
  readonly step: () => readonly Event[] | undefined;
  /** Time moves on to the next beat at which a market acts, and it does. */
  readonly tick: () => readonly Event[];
  /** Applies a command at that time. */
  readonly submit: (command: Command) => readonly Event[];
  /** Opens a trader with this much of the quote currency. */
  readonly openTrader: (wallet: number) => AccountId;
}

/** A Monday at midnight UTC. */
export const DRIVE_START = Date.UTC(2026, 0, 5);
const INSURANCE_FUND = 1_000_000;

export function createDrive(settings: DriveSettings): Drive {
  const { contracts, startAt = DRIVE_START } = settings;
  const views = createViews();
  const state = createState();
  const nobody = { sandbox: false, sandboxAccounts: 0, sandboxWallet: 0 };
  const usual = { ...nobody, insuranceFund: INSURANCE_FUND };
  const { genesis = createGenesis(contracts, usual) } = settings;
  const command: Command = { kind: 'batch', commands: genesis };
  const entry: Entry = { seq: seq(1), at: millis(startAt), command };
  const events = apply(state, entry);
  settings.applied?.(entry, events, state);
  return resumeDrive({ state, views }, settings);
}

/** Goes on after the last entry of a state, with what the market kept in the journal. */
export function resumeDrive(
  { state, views }: ReadSource,
  { contracts, seed, tuning = DEFAULT_TUNING, firstBeat, applied }: DriveSettings,
): Drive {
  // The house asks only what the engine itself knows and what the market keeps: other views stay
  // empty.
  const read = createRead({ state, views }, { venueNow: () => state.now });
  const [first] = findHouse(read);
  assert(first === FIRST_OPENED_ACCOUNT, 'the house comes first', first);
  const market = createMarket({
    read,
    terms: marketTermsOf(contracts, tuning),
    seed,
    open: (kind) => Promise.reject(new Error(`there is no ${kind} feed here`)),
    tell: () => undefined,
  });
  let at = state.now;
  let beat = firstBeat === undefined ? beatAt(at) : firstBeat - 1;
  const submit = (command: Command): readonly Event[] => {
    const entry: Entry = { seq: seq(state.seq + 1), at, command };
    const events = apply(state, entry);
    const kept = events.find((event) => event.kind === 'market-beat-kept');
    if (kept !== undefined) foldMarketMemory(views.market, kept);
    applied?.(entry, events, state);
    return events;
  };
  const drive: Drive = {
    state,
    views,
    market,
    get at() {
      return at;
    },
    commands: 0,
    submit,
    step: () => {
      beat += 1;
      at = timeOf(beat);
      const batch = market.decide(beat);
      if (batch === undefined) return undefined;
      drive.commands += batch.commands.length;
      return submit(batch);
    },
    tick: () => {
      let events = drive.step();
      while (events === undefined) events = drive.step();
      return events;
    },
    openTrader: (wallet) => openTrader(drive, wallet),
  };
  return drive;
}

function openTrader({ state, submit }: Drive, wallet: number): AccountId {
  const account = accountId(state.nextAccount);
  submit({ kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS });
  submit({ kind: 'deposit', account, amount: money(BigInt(wallet) * MONEY_SCALE) });
  return account;
}
