/** Seasons in tests: rules that start soon and last an hour, teams, and the walk to the start. */
import type { Command } from '../../src/domain/command.ts';
import { type AccountId, contractId } from '../../src/domain/ids.ts';
import {
  DEFAULT_SEASON_RULES,
  type SanctionStep,
  type SeasonRules,
} from '../../src/domain/season.ts';
import { millis } from '../../src/domain/units.ts';
import { type Driver, eventOf } from './driver.ts';

export const HOUR = 3_600_000;

export const rulesAt = (now: number, changes: Partial<SeasonRules> = {}): SeasonRules => ({
  ...DEFAULT_SEASON_RULES,
  name: 'Spring cup',
  startAt: millis(now + 60_000),
  endAt: millis(now + 60_000 + HOUR),
  contracts: [contractId(0)],
  ...changes,
});

export function openSeason(driver: Driver, changes: Partial<SeasonRules> = {}): SeasonRules {
  const rules = rulesAt(driver.at, changes);
  const season = (driver.state.season?.number ?? 0) + 1;
  eventOf(driver.run({ kind: 'open-season', season, rules }), 'season-opened');
  return rules;
}

export function enrol(driver: Driver, team: string): AccountId {
  const season = driver.state.season?.number ?? 0;
  return eventOf(driver.run({ kind: 'enrol-team', season, team }), 'account-enrolled').account;
}

export function resetSeason(driver: Driver): void {
  const season = driver.state.season?.number ?? 0;
  eventOf(driver.run({ kind: 'reset-season', season }), 'season-reset');
}

/** Resets, waits for the start, starts, and gives the contract a fresh price. */
export function startSeason(driver: Driver, price = 900_000): void {
  const { season } = driver.state;
  if (season === null) throw new Error('no season is open');
  resetSeason(driver);
  driver.wait(Math.max(0, season.rules.startAt - driver.at));
  driver.index(price);
  eventOf(driver.run({ kind: 'start-season', season: season.number }), 'season-started');
}

/** Waits for the end of the rules and ends. */
export function endSeason(driver: Driver): void {
  const { season } = driver.state;
  if (season === null) throw new Error('no season is open');
  driver.wait(Math.max(0, season.rules.endAt - driver.at));
  const command: Command = { kind: 'end-season', season: season.number, reason: null };
  eventOf(driver.run(command), 'season-ended');
}

export const sanction = (account: AccountId, step: SanctionStep): Command => ({
  kind: 'sanction-account',
  account,
  step,
  reason: 'a test',
  actor: 'organiser',
  evidence: '',
});
