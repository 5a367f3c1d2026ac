/** Starts, ends and closes a season. */
import type { CloseSeason, EndSeason, StartSeason } from '../domain/command.ts';
import { SANCTION_TEXT_LENGTH_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { cancelEverything } from './cancel-orders.ts';
import { changeStatus } from './manage-accounts.ts';
import { findSeason, isSeason } from './season.ts';
import { emit, getAccount, type VenueState } from './state.ts';

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
