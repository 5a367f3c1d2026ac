/** The one way into a contest: the effects of passing time, then the events of an entry. */
import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import type { Event, EventOf, PricesMarked } from '../domain/event.ts';
import { minus, plus } from '../domain/money.ts';
import { isSeasonOver } from '../domain/season.ts';
import { fineTicks, NO_TICKS, toBigInt } from '../domain/units.ts';
import {
  MARKET_TOPIC,
  parseMarketNote,
  SANDBOX_TOPIC,
  TIME_TOPIC,
} from '../views/market-memory.ts';
import type { AppliedEntry } from '../views/views.ts';
import { advanceSeason } from './advance-season.ts';
import type { Contest } from './contest.ts';
import { foldFill } from './fold-fill.ts';
import { foldSeason } from './fold-season.ts';
import { createHolding, findHeld } from './holding.ts';
import { noteMark } from './mark-window.ts';
import type { EntrantRecord, SeasonRecord } from './season-record.ts';
import { watchEntryEnd } from './surveillance/watch-changes.ts';
import { watchEvent } from './surveillance/watch-event.ts';
import { watchIndex } from './surveillance/watch-occasions.ts';

export function foldContest(contest: Contest, entry: AppliedEntry): void {
  const { at, events } = entry;
  assert(entry.seq === contest.seq + 1, 'the contest misses entries before', entry.seq);
  contest.seq = entry.seq;
  contest.at = at;
  const season = contest.seasons.at(-1);
  if (season !== undefined) advanceSeason(contest, season, at);
  for (const event of events) foldEvent(contest, event);
  const running = findRunning(contest);
  if (running !== undefined) watchEntryEnd(contest, running);
}

/** The season whose entrants are scored at this moment. */
export const findRunning = ({ seasons }: Contest): SeasonRecord | undefined => {
  const last = seasons.at(-1);
  return last !== undefined && last.startedAt !== null && !last.isScored ? last : undefined;
};

function foldEvent(contest: Contest, event: Event): void {
  switch (event.kind) {
    case 'contract-listed':
      foldListing(contest, event.contract);
      return;
    case 'prices-marked':
      foldContestPrices(contest, findRunning(contest), event);
      return;
    case 'note-recorded':
      foldNote(contest, event);
      return;
    case 'account-reset': {
      const entrant = contest.entrants.get(event.account);
      if (entrant !== undefined) entrant.holding = createHolding(event.wallet);
      return;
    }
    default:
  }
  const running = findRunning(contest);
  if (running !== undefined) watchEvent(contest, running, event);
  const season = contest.seasons.at(-1);
  if (season !== undefined && !season.isScored) foldDoings(contest, season, event);
  if ('season' in event) foldSeason(contest, event);
}

/** Until its end a season has the market that the venue has, and is told what happens to time. */
function foldNote(contest: Contest, { actor, topic, text }: EventOf<'note-recorded'>): void {
  const isMarket = actor === 'venue' && topic === MARKET_TOPIC;
  if (isMarket) contest.market = parseMarketNote(text);
  const season = contest.seasons.at(-1);
  if (season === undefined || isSeasonOver(season.phase)) return;
  if (isMarket) season.market = contest.market;
  if (actor === 'venue' && topic === SANDBOX_TOPIC)
    season.sandbox = text.slice(text.indexOf(': ') + 2);
  if (actor === 'operator' && topic === TIME_TOPIC)
    season.timeChanges = (season.timeChanges ?? 0) + 1;
}

/** Events of entrants. Before the start they only update holdings: scores begin with the season. */
function foldDoings(contest: Contest, season: SeasonRecord, event: Event): void {
  const { at, entrants, lotValues } = contest;
  if (event.kind === 'fill-settled') {
    const moment = { at, startedAt: season.startedAt ?? at, lotValues };
    for (const side of [event.maker, event.taker]) {
      const entrant = entrants.get(side.account);
      if (entrant !== undefined) foldFill(entrant, event, side, moment);
    }
    return;
  }
  const account = 'account' in event ? event.account : null;
  const entrant = account === null ? undefined : entrants.get(account);
  if (entrant !== undefined) foldOwn(entrant, event);
}

function foldOwn({ score, holding }: EntrantRecord, event: Event): void {
  switch (event.kind) {
    case 'funding-paid': {
      score.funding = minus(score.funding, event.payment);
      holding.collateral = event.collateral;
      const held = findHeld(holding, event.contract, event.positionSide);
      if (held !== undefined) held.result = minus(held.result, event.payment);
      return;
    }
    case 'deficit-covered':
      holding.collateral = event.collateral;
      return;
    case 'collateral-moved':
      holding.collateral = event.collateral;
      score.transfers = plus(score.transfers, event.amount);
      return;
    case 'liquidation-started':
      score.liquidations += 1;
      return;
    default:
  }
}

/** Contracts and their marks, as a contest needs them: the value of one lot now. */
export function foldListing(contest: Contest, contract: Contract): void {
  contest.contracts.push(contract);
  contest.marks.push(NO_TICKS);
  contest.indexes.push(fineTicks(0));
  contest.lotValues.push(0n);
}

export function foldContestPrices(
  contest: Contest,
  running: SeasonRecord | undefined,
  { contract: id, mark, index }: PricesMarked,
): void {
  const contract = contest.contracts[id];
  if (contract === undefined) return;
  if (running !== undefined) {
    watchIndex(contest, running, id, index);
    const window = running.marks[id];
    if (window !== undefined) noteMark(window, mark, contest.at);
  }
  contest.indexes[id] = index;
  contest.marks[id] = mark;
  contest.lotValues[id] = BigInt(mark) * toBigInt(contract.tickLotValue);
}
