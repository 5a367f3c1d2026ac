/**
 * The season as the engine keeps it, and what it forbids its entrants: opening before the start and
 * after the end, more value at one contract than the cap, money in or out, other terms.
 */

import { type AccountTerms, DEFAULT_TERMS, withLatency } from '../domain/account.ts';
import type { Latency } from '../domain/latency.ts';
import { plus } from '../domain/money.ts';
import { type Reject, reject, rejectAmount } from '../domain/reject.ts';
import type { SeasonNumber, SeasonPhase, SeasonRules } from '../domain/season.ts';
import type { Millis, Money } from '../domain/units.ts';
import type { Intent } from './order-options.ts';
import { grossLots, notionalAtMark } from './risk.ts';
import type { Account, Desk, Season, VenueState } from './state.ts';

export const foldTeam = (team: string): string =>
  team.normalize('NFKC').trim().toLowerCase().replace(/\s+/gu, ' ');

/** The season of that number, if it is in one of these phases. */
export function findSeason(
  state: VenueState,
  number: SeasonNumber,
  phases: readonly SeasonPhase[],
): Season | Reject {
  const { season } = state;
  if (season === null || season.number !== number)
    return reject('season-unknown', { given: number, limit: season?.number ?? 0 });
  return phases.includes(season.phase)
    ? season
    : reject('season-phase', { given: season.phase, limit: phases.join(' or ') });
}

export const isSeason = (found: Season | Reject): found is Season => 'entrants' in found;

/** The account terms of an entrant, whose own latency stays where the rules have none. */
export function seasonTerms(rules: SeasonRules, team: string, own?: Latency): AccountTerms {
  const { makerFee, takerFee, leverageMax, contracts, latency = own } = rules;
  const terms = { ...DEFAULT_TERMS, makerFee, takerFee, leverageMax, contracts, team };
  return withLatency(terms, latency);
}

/** Entrants open positions in the test phase, and between start and end. Closing is always free. */
export function checkSeasonTime(
  account: Account,
  intent: Pick<Intent, 'effect'>,
  now: Millis,
): Reject | undefined {
  const { season } = account;
  if (season === null || intent.effect === 'close' || season.phase === 'enrolling')
    return undefined;
  const { startAt, endAt } = season.rules;
  if (season.phase === 'ready') return reject('season-not-started', { given: now, limit: startAt });
  return season.phase === 'ended' || now >= endAt
    ? reject('season-over', { given: now, limit: season.endedAt ?? endAt })
    : undefined;
}

/** `added` is the notional that an order would add at its contract. */
export function checkSeasonValue(desk: Desk, added: Money): Reject | undefined {
  const { season } = desk.account;
  if (season === null) return undefined;
  const held = notionalAtMark(desk, grossLots(desk));
  const after = plus(
    plus(plus(held, desk.long.openingNotional), desk.short.openingNotional),
    added,
  );
  const limit = season.rules.positionValueMax;
  return after > limit ? rejectAmount('position-value-limit', after, limit) : undefined;
}

/** Once an entrant's account is reset, its money comes and goes by trading alone. */
export const checkSeasonMoney = (account: Account): Reject | undefined =>
  account.season === null || account.season.phase === 'enrolling'
    ? undefined
    : reject('account-enrolled', { given: account.season.number });

/** The season's rules and sanctions alone set the terms and status of an entrant. */
export const checkSeasonTerms = (account: Account): Reject | undefined =>
  account.season === null
    ? undefined
    : reject('account-enrolled', { given: account.season.number });

/** The rules may have one latency for all. */
export const checkSeasonLatency = (account: Account): Reject | undefined =>
  account.season?.rules.latency === undefined ? undefined : checkSeasonTerms(account);

/** With house-only matching, an entrant's order never meets another trader's. */
export const areApart = (first: Account, second: Account): boolean =>
  (isHouseOnly(first) || isHouseOnly(second)) &&
  first.role === 'trader' &&
  second.role === 'trader';

export const isHouseOnly = ({ season }: Account): boolean =>
  season !== null && season.rules.matching === 'house-only';
