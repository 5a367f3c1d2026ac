/** Gains from prices that lag behind another contract's, and from prices that one moves oneself. */
import { expect, test } from 'vitest';
import type { SurveillanceTest } from '../../src/competition/surveillance/review.ts';
import { contractId } from '../../src/domain/ids.ts';
import { startWatchedRace, type WatchedRace } from './watched-race.ts';

const ETH = { contract: contractId(1) };
type Many<T> = [T, T, T, T, T];

const flagged = ({ review }: WatchedRace, name: SurveillanceTest) =>
  review(name)
    .filter(({ isFlagged }) => isFlagged)
    .map(({ accounts }) => accounts);

test('[SUR-6] taking what has not yet followed a jump of another contract is flagged', () => {
  const race = startWatchedRace(4, 12, 2);
  const { driver, teams, quote } = race;
  const [fast, coin, late, steady] = teams as unknown as Many<never>;
  let [btc, eth] = [900_000, 30_000];
  for (let round = 0; round < 20; round += 1) {
    quote(btc);
    quote(eth, 3, 1);
    driver.wait(5_000);
    const up = round % 2 === 0 ? 1 : -1;
    const side = up > 0 ? 'long' : 'short';
    const other = round % 4 < 2 ? 'long' : 'short';
    driver.place(steady, 'open long', 50, null, ETH);
    btc += up * 4_500;
    quote(btc);
    // The second contract is still where it was, for a second.
    driver.wait(300);
    driver.place(fast, `open ${side}`, 200, null, ETH);
    driver.place(coin, `open ${other}`, 200, null, ETH);
    driver.wait(700);
    eth += up * 150;
    quote(eth, 3, 1);
    driver.wait(300);
    driver.place(late, `open ${side}`, 200, null, ETH);
    driver.wait(9_000);
    driver.place(fast, `close ${side}`, 200, null, ETH);
    driver.place(coin, `close ${other}`, 200, null, ETH);
    driver.place(late, `close ${side}`, 200, null, ETH);
    driver.place(steady, 'close long', 50, null, ETH);
    driver.wait(5_000);
  }
  expect(flagged(race, 'lagging-contracts')).toEqual([[fast]]);
  expect(race.review('lagging-contracts')[0]).toMatchObject({
    facts: [expect.stringContaining('had not yet followed'), 'on 20 occasions'],
  });
});

test('[SUR-6] moving one contract to gain in another is flagged', () => {
  const race = startWatchedRace(5, 12, 2);
  const { driver, teams, quote } = race;
  const [mover, hedger, coin, newsman, builder] = teams as unknown as Many<never>;
  quote(900_000);
  quote(30_000, 3, 1);
  driver.place(mover, 'open long', 500, null, ETH);
  driver.place(hedger, 'open short', 500, null, ETH);
  driver.place(newsman, 'open long', 500, null, ETH);
  for (let round = 0; round < 20; round += 1) {
    // The house is a tenth of a percent away: whoever takes now moves the price.
    const side = round % 4 < 2 ? 'long' : 'short';
    quote(900_000, 900);
    quote(30_000, 3, 1);
    driver.place(coin, `open ${side}`, 500, null, ETH);
    driver.wait(2_000);
    for (const team of [mover, hedger, coin, builder]) driver.place(team, 'open long', 4, null);
    driver.wait(5_000);
    // The second contract follows for a while.
    quote(30_060, 3, 1);
    driver.wait(56_000);
    for (const team of [mover, hedger, coin]) driver.place(team, 'close long', 4, null);
    driver.place(coin, `close ${side}`, 500, null, ETH);
    driver.wait(120_000);
    quote(30_000, 3, 1);
    driver.wait(120_000);
    // News: both jump at once, and then this one buys.
    quote(901_800, 100);
    quote(30_060, 3, 1);
    driver.wait(200);
    driver.place(newsman, 'open long', 4, null);
    driver.wait(90_000);
    driver.place(newsman, 'close long', 4, null);
    driver.wait(2_000);
  }
  expect(flagged(race, 'price-moving')).toEqual([[mover]]);
});

test('[SUR-6] pushing others into liquidation and buying from them is flagged', () => {
  const race = startWatchedRace(2, 12, 1);
  const { driver, house, teams, quote } = race;
  const [hunter, lucky] = teams as unknown as Many<never>;
  for (let round = 0; round < 18; round += 1) {
    quote(900_000);
    const victim = driver.trader(100);
    driver.run({
      kind: 'set-leverage',
      account: victim,
      contract: contractId(0),
      longLeverage: 100,
      shortLeverage: 100,
      marginMode: 'cross',
    });
    driver.place(victim, 'open long', 700, 900_100);
    driver.wait(2_000);
    quote(900_000, 600);
    driver.place(hunter, 'open long', 350, 890_500);
    driver.place(lucky, 'open long', 350, 890_500);
    driver.wait(2_000);
    driver.place(hunter, 'open short', 20, null);
    driver.run({ kind: 'cancel-all-orders', account: house, contract: null, scope: 'working' });
    driver.wait(1_000);
    driver.index(889_000);
    driver.wait(1_000);
    quote(900_000);
    driver.wait(60_000);
    driver.place(hunter, 'close long', 350, null);
    driver.place(hunter, 'close short', 20, null);
    driver.place(lucky, 'close long', 350, null);
    driver.run({ kind: 'cancel-all-orders', account: hunter, contract: null, scope: 'working' });
    driver.run({ kind: 'cancel-all-orders', account: lucky, contract: null, scope: 'working' });
    driver.wait(20_000);
  }
  expect(flagged(race, 'price-moving')).toEqual([[hunter]]);
});
