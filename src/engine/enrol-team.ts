/** Enrols a team in a season with an account of its own, or withdraws it before the start. */
import { assert } from '../domain/assert.ts';
import type { EnrolTeam, LeaveSeason } from '../domain/command.ts';
import { accountId } from '../domain/ids.ts';
import { ENTRANTS_MAX, TEAM_NAME_LENGTH_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { NO_MONEY } from '../domain/units.ts';
import { changeStatus, openAccount } from './manage-accounts.ts';
import { checkTreasury, clearAccount, transferFromTreasury } from './reset-account.ts';
import { findSeason, foldTeam, isSeason, seasonTerms } from './season.ts';
import { emit, findAccount, getAccount, type VenueState } from './state.ts';

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
