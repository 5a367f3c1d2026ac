import { expect, test } from 'vitest';
import { type Contest, createContest } from '../../src/competition/contest.ts';
import { foldContest } from '../../src/competition/fold-contest.ts';
import { liveLeaderboard, publicLeaderboard } from '../../src/competition/leaderboard.ts';
import type { SeasonRecord } from '../../src/competition/season-record.ts';
import {
  type ContestData,
  recoverContest,
  snapshotContest,
} from '../../src/competition/season-snapshot.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { parsePlain, stringifyPlain } from '../../src/domain/plain-json.ts';
import type { SeasonRules } from '../../src/domain/season.ts';
import { millis, toBigInt } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { formatCurve } from '../../src/wire/competition/curves.ts';
import { formatLeaderboard } from '../../src/wire/competition/standings.ts';
import { createDriver, type Driver, usdt } from '../kit/driver.ts';
import { enrol, HOUR, openSeason, sanction, startSeason } from '../kit/season.ts';

interface Race {
  readonly driver: Driver;
  readonly rules: SeasonRules;
  readonly long: AccountId;
  readonly short: AccountId;
  /** The season after everything applied so far. */
  readonly season: () => SeasonRecord;
  readonly contest: Contest;
}

/** Two teams with a tenth between them: each tick of the mark moves 0.01 from one to the other. */
function startRace(changes: Partial<SeasonRules> = {}): Race {
  const driver = createDriver();
  const contest = createContest();
  const twin = createState();
  const rules = openSeason(driver, changes);
  const long = enrol(driver, 'Long');
  const short = enrol(driver, 'Short');
  startSeason(driver);
  driver.place(long, 'open long', 1_000, 900_000);
  driver.place(short, 'open short', 1_000, 900_000);
  const season = (): SeasonRecord => {
    for (const entry of driver.entries.slice(contest.seq))
      foldContest(contest, { ...entry, events: apply(twin, entry) });
    return contest.seasons.at(-1)!;
  };
  return { driver, rules, long, short, season, contest };
}

const equityOf = (season: SeasonRecord, account: AccountId): bigint =>
  toBigInt(season.entrants.find((entrant) => entrant.account === account)!.score.equity);

/** Keeps the price fresh up to a moment. */
function holdUntil({ driver }: Race, at: number, price: number): void {
  while (driver.at + 20_000 < at) {
    driver.wait(20_000 - 1);
    driver.index(price);
  }
  driver.wait(at - driver.at - 1);
  driver.index(price);
}

test('[SCO-8] final equity takes the mean mark of the last minute, not the last mark', () => {
  const race = startRace();
  const { driver, rules, long, short } = race;
  holdUntil(race, rules.endAt - 6_000, 900_000);
  const markBefore = driver.state.listings[0]!.mark;
  driver.index(903_000, 0);
  const markAfter = driver.state.listings[0]!.mark;
  expect(markAfter).toBeGreaterThan(markBefore);
  const changedAt = driver.at;
  driver.wait(rules.endAt + 5_000 - driver.at);
  const season = race.season();
  expect(season).toMatchObject({ isScored: true, phase: 'active' });
  // Marks move once more by themselves while the basis settles; the fold must weigh each of them.
  const [mine, its] = [equityOf(season, long), equityOf(season, short)];
  const fees = season.entrants.reduce((sum, { score }) => sum + toBigInt(score.fees), 0n);
  expect(mine + its).toBeGreaterThanOrEqual(usdt(2_000) - fees - 1n);
  expect(mine + its).toBeLessThanOrEqual(usdt(2_000) - fees);
  const gain = mine - usdt(1_000) + toBigInt(season.entrants[0]!.score.fees);
  const atLast = BigInt(markAfter - 900_000) * 1_000n * 1_000n;
  expect(rules.endAt - changedAt).toBeLessThan(7_000);
  expect(gain).toBeGreaterThan(0n);
  expect(gain * 5n).toBeLessThan(atLast);
});

test('[SCO-8] what happens after the end does not count, however late the end is told', () => {
  const race = startRace();
  const { driver, rules, long } = race;
  holdUntil(race, rules.endAt - 1_000, 900_000);
  driver.wait(rules.endAt + 1 - driver.at);
  const before = equityOf(race.season(), long);
  driver.index(950_000);
  driver.wait(120_000);
  driver.run({ kind: 'end-season', season: 1, reason: null });
  const season = race.season();
  expect(season).toMatchObject({ phase: 'ended', endedAt: rules.endAt, isScored: true });
  expect(equityOf(season, long)).toBe(before);
});

test('[SCO-8] a season that is ended early is valued at that moment', () => {
  const race = startRace();
  const { driver } = race;
  driver.wait(90_000);
  driver.run({ kind: 'end-season', season: 1, reason: 'a test' });
  const season = race.season();
  expect(season.isScored).toBe(true);
  expect(season.endedAt).toBe(driver.at);
  expect(season.entrants[0]!.curve.count).toBe(1);
});

test('[SCO-1] minutes without an entry repeat the last state', () => {
  const [dense, sparse] = [startRace(), startRace()];
  for (let second = 0; second < 600; second += 1) dense.driver.wait(1_000);
  sparse.driver.wait(600_000);
  const [one, other] = [dense.season(), sparse.season()];
  expect(other.entrants.map(({ score }) => score.equity)).toEqual(
    one.entrants.map(({ score }) => score.equity),
  );
  expect(other.entrants[0]!.curve).toEqual(one.entrants[0]!.curve);
  expect(other.entrants[0]!.curve.count).toBe(10);
});

test('[SCO-10] the public leaderboard is late by the delay and hides the disqualified', () => {
  const race = startRace({ leaderboardDelay: millis(300_000) });
  const { driver, long, rules } = race;
  const start = driver.at;
  for (let minute = 1; minute <= 30; minute += 1) {
    driver.wait(60_000);
    const season = race.season();
    const now = millis(driver.at);
    const { at } = publicLeaderboard(season, now);
    const isEarly = now - start < 300_000;
    if (!isEarly) expect(at).not.toBeNull();
    if (at === null) continue;
    expect(now - at).toBeGreaterThanOrEqual(300_000);
    expect(now - at).toBeLessThan(300_000 + 121_000);
    expect(season.board.length).toBeLessThan(13);
    const curve = formatCurve(season, 'Short', 'public', now)!;
    expect(curve.points.at(-1)![0]).toBeLessThanOrEqual(at);
    expect(formatLeaderboard(season, 'public', now).standings[0]!.account).toBeNull();
  }
  driver.run(sanction(long, 'disqualify'));
  const season = race.season();
  const shown = publicLeaderboard(season, millis(driver.at));
  expect(shown.rows.map(({ team, rank }) => [team, rank])).toEqual([['Short', 1]]);
  expect(liveLeaderboard(season).rows).toHaveLength(2);
  expect(rules.endAt).toBeGreaterThan(driver.at);
});

test('[SCO-10] it stands still before the end until the season is closed', () => {
  const race = startRace({ leaderboardFreeze: millis(600_000) });
  const { driver, rules } = race;
  holdUntil(race, rules.endAt - 300_000, 900_000);
  const look = () => publicLeaderboard(race.season(), millis(driver.at));
  const frozen = look();
  expect(frozen.isFrozen).toBe(true);
  expect(frozen.at).toBeLessThanOrEqual(rules.endAt - 600_000);
  expect(frozen.at).toBeGreaterThan(rules.endAt - 600_000 - 121_000);
  holdUntil(race, rules.endAt + 1_000, 901_000);
  driver.run({ kind: 'end-season', season: 1, reason: null });
  driver.wait(HOUR);
  expect(look().at).toBe(frozen.at);
  driver.run({ kind: 'close-season', season: 1 });
  expect(look()).toMatchObject({ at: rules.endAt, isFrozen: false, isFinal: true });
});

test('[SCO-11] a contest saved and taken up again goes on as if nothing had happened', () => {
  const race = startRace({ leaderboardDelay: millis(180_000) });
  const { driver, long, short, contest } = race;
  for (let step = 0; step < 10; step += 1) {
    driver.wait(20_000);
    driver.index(900_000 + step * 100);
  }
  race.season();
  const saved = parsePlain(stringifyPlain(snapshotContest(contest))) as ContestData;
  const restored = recoverContest(saved);
  const from = driver.entries.length;
  for (let step = 0; step < 30; step += 1) {
    driver.wait(20_000);
    driver.index(901_000 + ((step * 700) % 900));
    driver.place(step % 2 === 0 ? long : short, 'open long', 10 + step, null);
    driver.place(step % 2 === 0 ? short : long, 'open short', 10 + step, 901_500);
  }
  race.season();
  const twin = createState();
  for (const entry of driver.entries) {
    const events = apply(twin, entry);
    if (entry.seq > from) foldContest(restored, { ...entry, events });
  }
  expect(snapshotContest(restored)).toEqual(snapshotContest(contest));
});
