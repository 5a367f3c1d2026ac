/**
 * A recorded market for the lives of the lab. The recording is read once, when the lab is opened,
 * and kept as moments; each life plays them from the beginning, in lockstep with its agents, as
 * they are or in the disguise of its seed.
 */
import type { Contract } from '../domain/contract.ts';
import type { Event } from '../domain/event.ts';
import type { AccountId } from '../domain/ids.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Millis, millis } from '../domain/units.ts';
import type { MarketDrive } from '../market/drive-market.ts';
import { createGenesis, sandboxIds } from '../market/genesis.ts';
import { HOUSE_ACCOUNTS } from '../market/house-accounts.ts';
import { seedOfWord } from '../market/seed.ts';
import { openDisguise } from '../tape/open-deck.ts';
import { EFFECT_USUAL, findEffect } from '../tape/own-effect.ts';
import { findQueueModel } from '../tape/queue-model.ts';
import { readTape } from '../tape/read-tape.ts';
import { mergeTapes } from '../tape/tape-deck.ts';
import { isOfMoment, millisAt, type TapeEvent } from '../tape/tape-event.ts';
import { isRecordedAs, tapeGenesis } from '../tape/tape-house.ts';
import { TapeTrack } from '../tape/tape-track.ts';
import { type BareVenue, createBareVenue } from '../venue/bare-venue.ts';
import { LabError } from './lab-error.ts';

/** What happened within a millisecond, up to the end of a change of levels. */
export interface TapeMoment {
  readonly at: Millis;
  readonly events: readonly TapeEvent[];
}

interface OpenMoment extends TapeMoment {
  readonly events: TapeEvent[];
}

/** As a simulated market is driven, as far as a life needs it. */
export interface TapeDrive extends Pick<MarketDrive, 'at' | 'submit' | 'step' | 'reach'> {
  readonly nextBeat: () => number;
  readonly isOver: () => boolean;
}

/** They are kept in memory. */
const EVENTS_MAX = 5_000_000;
const INSURANCE_FUND = 1_000_000;
/** As a venue that plays a tape has it, unless it is told otherwise. */
const QUEUE_MODEL = 'risk-averse';

export async function readMoments(paths: readonly string[]): Promise<TapeMoment[]> {
  const moments: OpenMoment[] = [];
  let count = 0;
  try {
    for await (const event of mergeTapes(paths.map(readTape))) {
      const last = moments.at(-1);
      if (last !== undefined && isOfMoment(event, last.events)) last.events.push(event);
      else moments.push({ at: millisAt(event), events: [event] });
      count += 1;
      if (count > EVENTS_MAX) throw new Error(`it has more than ${EVENTS_MAX} events`);
    }
  } catch (error) {
    throw new LabError('option-invalid', `tape: ${reasonOf(error)}`);
  }
  if (moments.length === 0) throw new LabError('option-invalid', 'tape: there is nothing in it');
  return moments;
}

interface Disguised extends Pick<TapeMarketTerms, 'contracts' | 'moments'> {
  readonly seed: string;
}

/** As they are played: one after the other, so a life that ends early draws no more of them. */
function* disguise({ contracts, moments, seed }: Disguised): Generator<TapeMoment, undefined> {
  const recordedAt = moments[0]?.at ?? millis(0);
  const mask = openDisguise(seedOfWord(seed).key, { recordedAt, contracts });
  let open: OpenMoment | undefined;
  for (const { events } of moments)
    for (const event of events.flatMap((each) => mask.take(each))) {
      if (open !== undefined && isOfMoment(event, open.events)) {
        open.events.push(event);
        continue;
      }
      if (open !== undefined) yield open;
      open = { at: millisAt(event), events: [event] };
    }
  if (open !== undefined) yield open;
  return undefined;
}

/** The contracts that the recording has, in the order of the table. */
export function contractsRecorded(
  moments: readonly TapeMoment[],
  known: readonly Contract[],
): Contract[] {
  const symbols = new Set(moments.flatMap(({ events }) => events.map(({ symbol }) => symbol)));
  const found = known.filter((contract) =>
    [...symbols].some((symbol) => isRecordedAs(symbol)(contract)),
  );
  if (found.length > 0) return found;
  const words = `tape: it has ${[...symbols].join(', ')}, which the table of contracts has not`;
  throw new LabError('contract-unknown', words);
}

export interface TapeMarketTerms {
  readonly contracts: readonly Contract[];
  readonly moments: readonly TapeMoment[];
  /** Whose disguise it is played in; undefined for the recording as it is. */
  readonly seed: string | undefined;
  readonly accounts: number;
  readonly wallet: number;
  readonly leverage: number;
  readonly warmUpMillis: number;
}

export interface TapeMarket {
  readonly venue: BareVenue;
  readonly drive: TapeDrive;
  readonly accounts: readonly AccountId[];
}

export function openTapeMarket(terms: TapeMarketTerms): TapeMarket {
  const { contracts, moments, leverage, seed } = terms;
  const settings = {
    insuranceFund: INSURANCE_FUND,
    sandbox: true,
    sandboxAccounts: terms.accounts,
    onewayAccounts: 0,
    sandboxWallet: terms.wallet,
  };
  const venue = createBareVenue();
  const played = seed === undefined ? moments : disguise({ contracts, moments, seed });
  const deck = played[Symbol.iterator]();
  const first = deck.next().value;
  const startAt = first?.at ?? millis(0);
  venue.submitAt(startAt, { kind: 'batch', commands: createGenesis(contracts, settings) });
  const next = venue.read.account.nextId();
  venue.submitAt(startAt, { kind: 'batch', commands: tapeGenesis(next) });
  const accounts = sandboxIds(settings);
  for (const account of accounts)
    for (const { id: contract } of contracts)
      venue.submitAt(startAt, {
        kind: 'set-leverage',
        account,
        contract,
        marginMode: 'cross',
        longLeverage: leverage,
        shortLeverage: leverage,
      });
  const drive = driveTape(venue, { contracts, deck, first });
  drive.reach(startAt + terms.warmUpMillis);
  return { venue, drive, accounts };
}

interface DriveTerms extends Pick<TapeMarketTerms, 'contracts'> {
  readonly first: TapeMoment | undefined;
  /** What comes after it. */
  readonly deck: Iterator<TapeMoment, undefined>;
}

function driveTape(venue: BareVenue, { contracts, deck, first }: DriveTerms): TapeDrive {
  const { read } = venue;
  const [maker, taker] = read.account.house().slice(HOUSE_ACCOUNTS);
  const model = findQueueModel(QUEUE_MODEL);
  const effect = findEffect(EFFECT_USUAL);
  if (maker === undefined || taker === undefined || model === undefined || effect === undefined)
    throw new Error('a tape needs two accounts of the house and a model of the queue');
  const parts = { read: read.listing, model, effect };
  const house = { maker: maker.account, taker: taker.account };
  const tracks = contracts.map(
    (contract) => new TapeTrack({ ...parts, contract, accounts: house }),
  );
  const trackOf = (symbol: string): TapeTrack | undefined =>
    tracks[contracts.findIndex(isRecordedAs(symbol))];
  let at = first?.at ?? millis(0);
  let coming = first;
  const play = ({ at: playedAt, events }: TapeMoment): readonly Event[] => {
    const shares = Map.groupBy(events, ({ symbol }) => trackOf(symbol));
    const commands = [...shares].flatMap(([track, own]) => [...(track?.decide(own) ?? [])]);
    return commands.length === 0 ? [] : venue.submitAt(playedAt, { kind: 'batch', commands });
  };
  const nextBeat = (): number => coming?.at ?? Number.POSITIVE_INFINITY;
  const step = (): readonly Event[] => {
    const next = coming;
    if (next === undefined) return [];
    coming = deck.next().value;
    at = next.at;
    return play(next);
  };
  return {
    get at() {
      return at;
    },
    nextBeat,
    step,
    reach: (end, see) => {
      while (nextBeat() <= end) {
        // Played whether anybody looks or not.
        const events = step();
        see?.(events);
      }
      at = millis(end);
      const events = at > read.at() ? venue.submitAt(at, { kind: 'advance-clock' }) : [];
      see?.(events);
    },
    submit: (command) => venue.submitAt(at, command),
    isOver: () => coming === undefined,
  };
}
