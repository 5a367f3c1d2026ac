/** Opens a season and changes its rules while it has not started. */
import type { ChangeSeasonRules, OpenSeason } from '../domain/command.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { checkSeasonRules, isSameStart, type SeasonRules } from '../domain/season.ts';
import { checkTerms } from './manage-accounts.ts';
import { findSeason, isSeason, seasonTerms } from './season.ts';
import { emit, type VenueState } from './state.ts';

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
