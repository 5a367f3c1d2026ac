/**
 * What is done with a season: opened, changed, joined, left, reset, started, ended, closed; and
 * what is done to an entrant who broke its rules.
 */

import type { AccountTerms } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import type {
  ChangeSeasonRules,
  CloseSeason,
  EndSeason,
  EnrolTeam,
  LeaveSeason,
  OpenSeason,
  ResetSeason,
  SanctionAccount,
  StartSeason,
} from '../domain/command.ts';
import { accountId } from '../domain/ids.ts';
import { isSameLatency } from '../domain/latency.ts';
import {
  ENTRANTS_MAX,
  MONEY_MAX,
  SANCTION_TEXT_LENGTH_MAX,
  TEAM_NAME_LENGTH_MAX,
} from '../domain/limits.ts';
import { minus, negate, plus } from '../domain/money.ts';
import { type Reject, reject } from '../domain/reject.ts';
import {
  checkSeasonRules,
  isSameStart,
  SANCTION,
  SANCTION_OF,
  type Sanction,
  type SeasonRules,
} from '../domain/season.ts';
import { type Money, NO_MONEY } from '../domain/units.ts';
import { cancelEverything } from './cancel-orders.ts';
import { changeStatus, checkTerms, openAccount } from './manage-accounts.ts';
import { checkTreasury, clearAccount, transferFromTreasury } from './reset-account.ts';
import { findSeason, foldTeam, isSeason, seasonTerms } from './season.ts';
import { type Account, emit, findAccount, getAccount, touch, type VenueState } from './state.ts';

export function startSeason(state: VenueState, command: StartSeason): Reject | undefined {
  const season = findSeason(state, command.season, ['ready']);
  if (!isSeason(season)) return season;
  const { startAt, endAt } = season.rules;
  if (state.now < startAt) return reject('season-too-early', { given: state.now, limit: startAt });
  if (state.now >= endAt) return reject('season-over', { given: state.now, limit: endAt });
  season.phase = 'active';
  emit(state, {
    kind: 'season-started',
    season: season.number,
    startedAt: state.now,
    entrants: season.entrants.size,
  });
  return undefined;
}

/** Trading ended at the time in the rules, however late the command comes. */
export function endSeason(state: VenueState, command: EndSeason): Reject | undefined {
  const season = findSeason(state, command.season, ['active']);
  if (!isSeason(season)) return season;
  const { endAt } = season.rules;
  const { reason } = command;
  const isDue = state.now >= endAt;
  if (!isDue && reason === null)
    return reject('season-too-early', { given: state.now, limit: endAt });
  if (reason !== null && (reason.trim() === '' || reason.length > SANCTION_TEXT_LENGTH_MAX))
    return reject('sanction-text-invalid', { given: 'reason', limit: SANCTION_TEXT_LENGTH_MAX });
  let ordersCanceled = 0;
  for (const { account } of season.entrants.values())
    ordersCanceled += cancelEverything(state, getAccount(state, account), 'season-ended');
  season.phase = 'ended';
  season.endedAt = isDue ? endAt : state.now;
  emit(state, {
    kind: 'season-ended',
    season: season.number,
    endedAt: season.endedAt,
    ordersCanceled,
    reason,
  });
  return undefined;
}

/** Freezes its accounts as they are; from now on only the operator can act on them. */
export function closeSeason(state: VenueState, command: CloseSeason): Reject | undefined {
  const season = findSeason(state, command.season, ['enrolling', 'ready', 'ended']);
  if (!isSeason(season)) return season;
  const { phase } = season;
  for (const { account: id } of season.entrants.values()) {
    const account = getAccount(state, id);
    account.season = null;
    if (account.status === 'active')
      changeStatus(state, account, 'frozen', `season ${season.number} is closed`);
  }
  season.phase = 'closed';
  emit(state, { kind: 'season-closed', season: season.number, phase });
  return undefined;
}

export function openSeason(state: VenueState, command: OpenSeason): Reject | undefined {
  const before = state.season;
  if (before !== null && before.phase !== 'closed')
    return reject('season-in-progress', { given: before.number });
  const next = (before?.number ?? 0) + 1;
  if (command.season !== next)
    return reject('season-unknown', { given: command.season, limit: next });
  const refused = checkRules(state, command.rules);
  if (refused !== undefined) return refused;
  const { startAt } = command.rules;
  const endedAt = before?.endedAt ?? null;
  if (endedAt !== null && startAt < endedAt)
    return reject('season-times-invalid', { given: startAt, limit: endedAt });
  state.season = {
    number: next,
    rules: command.rules,
    phase: 'enrolling',
    endedAt: null,
    entrants: new Map(),
    teams: new Map(),
  };
  emit(state, { kind: 'season-opened', season: next, rules: command.rules });
  return undefined;
}

/**
 * Times and similar rules change at once. The reset carries out what an account starts with, so a
 * season that was ready must be reset again; until then its entrants are back in the test phase.
 */
export function changeSeasonRules(
  state: VenueState,
  command: ChangeSeasonRules,
): Reject | undefined {
  const season = findSeason(state, command.season, ['enrolling', 'ready']);
  if (!isSeason(season)) return season;
  const refused = checkRules(state, command.rules);
  if (refused !== undefined) return refused;
  if (!isSameStart(season.rules, command.rules)) season.phase = 'enrolling';
  season.rules = command.rules;
  emit(state, {
    kind: 'season-rules-changed',
    season: season.number,
    rules: season.rules,
    phase: season.phase,
  });
  return undefined;
}

const checkRules = (state: VenueState, rules: SeasonRules): Reject | undefined =>
  checkSeasonRules(rules, state.now) ?? checkTerms(state, seasonTerms(rules, rules.name));

export function enrolTeam(state: VenueState, command: EnrolTeam): Reject | undefined {
  const { team } = command;
  const season = findSeason(state, command.season, ['enrolling']);
  if (!isSeason(season)) return season;
  if (!isTeamName(team))
    return reject('team-name-invalid', { given: team, limit: TEAM_NAME_LENGTH_MAX });
  if (season.teams.has(foldTeam(team))) return reject('team-enrolled', { given: team });
  if (season.entrants.size >= ENTRANTS_MAX)
    return reject('season-full', { given: season.entrants.size, limit: ENTRANTS_MAX });
  const id = accountId(state.nextAccount);
  const terms = seasonTerms(season.rules, team);
  const refused =
    checkTreasury(state, season.rules.testWallet) ??
    openAccount(state, { kind: 'open-account', role: 'trader', terms });
  if (refused !== undefined) return refused;
  const account = getAccount(state, id);
  account.season = season;
  season.entrants.set(id, { account: id, team, sanction: 'none' });
  season.teams.set(foldTeam(team), id);
  emit(state, { kind: 'account-enrolled', season: season.number, account: id, team });
  transferFromTreasury(state, account, season.rules.testWallet);
  return undefined;
}

const isTeamName = (team: string): boolean =>
  team.length <= TEAM_NAME_LENGTH_MAX && team.trim() === team && foldTeam(team) !== '';

export function leaveSeason(state: VenueState, command: LeaveSeason): Reject | undefined {
  const season = findSeason(state, command.season, ['enrolling', 'ready']);
  if (!isSeason(season)) return season;
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const entrant = season.entrants.get(account.id);
  if (entrant === undefined) return reject('account-not-enrolled', { given: account.id });
  clearAccount(state, account, NO_MONEY);
  assert(season.teams.delete(foldTeam(entrant.team)), 'an entrant has no team', account.id);
  season.entrants.delete(account.id);
  account.season = null;
  emit(state, { kind: 'account-left', season: season.number, account: account.id });
  changeStatus(state, account, 'closed', `left season ${season.number}`);
  return undefined;
}

/**
 * Brings every entrant to the same clean start, in one command: orders canceled, positions cleared
 * at the mark, the terms of the rules, the wallet of the rules. All of them, or none; a sanction
 * stays as it is.
 */
export function resetSeason(state: VenueState, command: ResetSeason): Reject | undefined {
  const season = findSeason(state, command.season, ['enrolling', 'ready']);
  if (!isSeason(season)) return season;
  if (season.entrants.size === 0) return reject('season-empty', { given: 0 });
  // Sanctioned entrants too: one who is reinstated later starts as everyone else did.
  const accounts = [...season.entrants.values()].map((entrant) =>
    getAccount(state, entrant.account),
  );
  const refused = checkTreasury(state, mostPaid(accounts, season.rules.wallet));
  if (refused !== undefined) return refused;
  for (const account of accounts) {
    const { team, latency } = account.terms;
    const terms = seasonTerms(season.rules, team ?? '', latency);
    clearAccount(state, account, season.rules.wallet, () => renewTerms(state, account, terms));
  }
  season.phase = 'ready';
  emit(state, {
    kind: 'season-reset',
    season: season.number,
    accounts: accounts.length,
    wallet: season.rules.wallet,
  });
  return undefined;
}

/** The treasury's largest debt on the way: a payment may come before the money that covers it. */
function mostPaid(accounts: readonly Account[], wallet: Money): Money {
  let paid = NO_MONEY;
  let most = negate(MONEY_MAX);
  for (const account of accounts) {
    paid = plus(paid, minus(wallet, account.wallet));
    if (paid > most) most = paid;
  }
  return most;
}

/** Between the clearing of positions and the default settings, which follow from the terms. */
function renewTerms(state: VenueState, account: Account, terms: AccountTerms): void {
  if (isSameTerms(account.terms, terms)) return;
  account.terms = terms;
  touch(state, account);
  emit(state, { kind: 'account-terms-set', account: account.id, terms });
}

const isSameTerms = (first: AccountTerms, second: AccountTerms): boolean =>
  first.makerFee === second.makerFee &&
  first.takerFee === second.takerFee &&
  first.leverageMax === second.leverageMax &&
  first.contracts?.join() === second.contracts?.join() &&
  isSameLatency(first.latency, second.latency);

/**
 * Sanctions, from mild to severe: warn, throttle, freeze, disqualify; reinstating lifts them. Each
 * step goes up: a warning after a more severe sanction is recorded and changes nothing. Trades
 * that were made stay as they are.
 */
export function sanctionAccount(state: VenueState, command: SanctionAccount): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const { season } = account;
  const entrant = season?.entrants.get(account.id);
  if (season === null || entrant === undefined)
    return reject('account-not-enrolled', { given: account.id });
  const refused = checkTexts(command) ?? checkStep(entrant.sanction, command);
  if (refused !== undefined) return refused;
  const sanction = higher(entrant.sanction, command);
  entrant.sanction = sanction;
  emit(state, {
    kind: 'account-sanctioned',
    season: season.number,
    account: account.id,
    step: command.step,
    sanction,
    reason: command.reason,
    actor: command.actor,
    evidence: command.evidence,
  });
  const status = sanction === 'frozen' || sanction === 'disqualified' ? sanction : 'active';
  if (status !== account.status) changeStatus(state, account, status, command.reason);
  return undefined;
}

function checkTexts(command: SanctionAccount): Reject | undefined {
  const limit = SANCTION_TEXT_LENGTH_MAX;
  for (const field of ['reason', 'actor', 'evidence'] as const) {
    const text = command[field];
    const isMissing = field !== 'evidence' && text.trim() === '';
    if (isMissing || text.length > limit)
      return reject('sanction-text-invalid', { given: field, limit });
  }
  return undefined;
}

function checkStep(stands: Sanction, { step }: SanctionAccount): Reject | undefined {
  if (step === 'warn') return undefined;
  const isUp = rungOf(SANCTION_OF[step]) > rungOf(stands);
  const mayStep = step === 'reinstate' ? stands !== 'none' : isUp;
  return mayStep ? undefined : reject('sanction-stands', { given: step, limit: stands });
}

/** A warning does not replace a more severe sanction. */
const higher = (stands: Sanction, { step }: SanctionAccount): Sanction =>
  step === 'warn' && rungOf(stands) > rungOf('warned') ? stands : SANCTION_OF[step];

const rungOf = (sanction: Sanction): number => SANCTION.words.indexOf(sanction);
