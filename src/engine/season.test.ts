import { expect, test } from 'vitest';
import { exampleContracts } from '../../test/kit/contracts.ts';
import { createDriver, type Driver, eventOf, eventsOf, usdt } from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import {
  endSeason,
  enrol,
  openSeason,
  resetSeason,
  rulesAt,
  sanction,
  startSeason,
} from '../../test/kit/season.ts';
import { DEFAULT_TERMS, TREASURY } from '../domain/account.ts';
import type { Command } from '../domain/command.ts';
import { contractId } from '../domain/ids.ts';
import type { SeasonRules } from '../domain/season.ts';
import { lots, millis, money, ppm, ticks, toBigInt } from '../domain/units.ts';

const refusal = (driver: Driver, command: Command): string => {
  const { reason, given, limit } = expectRefused(driver, command);
  return [reason, given, limit].filter((part) => part !== undefined).join(' ');
};

const seasonVerb = (
  kind: 'reset-season' | 'start-season' | 'close-season',
  season = 1,
): Command => ({
  kind,
  season,
});
const end = (reason: string | null = null): Command => ({ kind: 'end-season', season: 1, reason });
const enrolling = (team: string): Command => ({ kind: 'enrol-team', season: 1, team });

test('[SEA-1] phases follow each other, and a verb out of turn names the phase', () => {
  const driver = createDriver();
  openSeason(driver);
  expect(refusal(driver, seasonVerb('start-season'))).toBe('season-phase enrolling ready');
  expect(refusal(driver, end())).toBe('season-phase enrolling active');
  enrol(driver, 'Foxes');
  startSeason(driver);
  expect(refusal(driver, seasonVerb('reset-season'))).toBe(
    'season-phase active enrolling or ready',
  );
  expect(refusal(driver, seasonVerb('start-season'))).toBe('season-phase active ready');
  expect(refusal(driver, enrolling('Late'))).toBe('season-phase active enrolling');
  expect(refusal(driver, seasonVerb('close-season'))).toContain('season-phase active');
  endSeason(driver);
  expect(refusal(driver, end())).toBe('season-phase ended active');
  driver.run(seasonVerb('close-season'));
  expect(refusal(driver, seasonVerb('close-season'))).toContain('season-phase closed');
});

test('[SEA-1] one season at a time, counted from one', () => {
  const driver = createDriver();
  const rules = rulesAt(driver.at);
  expect(refusal(driver, { kind: 'open-season', season: 2, rules })).toBe('season-unknown 2 1');
  openSeason(driver);
  expect(refusal(driver, { kind: 'open-season', season: 2, rules })).toBe('season-in-progress 1');
  expect(refusal(driver, seasonVerb('reset-season', 2))).toBe('season-unknown 2 1');
  driver.run(seasonVerb('close-season'));
  openSeason(driver);
  expect(driver.state.season?.number).toBe(2);
});

test('[SEA-2] a season does not start before the one before it ended', () => {
  const driver = createDriver();
  openSeason(driver);
  enrol(driver, 'Foxes');
  startSeason(driver);
  endSeason(driver);
  driver.run(seasonVerb('close-season'));
  const rules = rulesAt(driver.at, { startAt: millis(driver.at - 60_000) });
  expect(refusal(driver, { kind: 'open-season', season: 2, rules })).toContain(
    'season-times-invalid',
  );
});

const BAD_RULES: readonly (readonly [Partial<SeasonRules>, string])[] = [
  [{ name: ' ' }, 'season-rules-invalid name'],
  [{ name: 'x'.repeat(61) }, 'season-rules-invalid name 60'],
  [{ startAt: millis(Number.NaN) }, 'season-times-invalid'],
  [{ endAt: millis(5) }, 'season-times-invalid 5'],
  [{ endAt: millis(Date.UTC(2030, 0, 1)) }, 'season-times-invalid'],
  [{ contracts: [] }, 'season-rules-invalid contracts'],
  [{ contracts: [contractId(0), contractId(0)] }, 'season-rules-invalid contracts'],
  [{ contracts: [contractId(9)] }, 'contract-unknown 9'],
  [{ wallet: money(0n) }, 'amount-invalid 0'],
  [{ testWallet: money(-1n) }, 'amount-invalid -1'],
  [{ positionValueMax: money(2n ** 62n) }, 'amount-invalid'],
  [{ leverageMax: 0 }, 'season-rules-invalid leverageMax'],
  [{ leverageMax: 1.5 }, 'season-rules-invalid leverageMax'],
  [{ roundTripsMin: -1 }, 'season-rules-invalid roundTripsMin'],
  [{ activeDaysMin: 367 }, 'season-rules-invalid activeDaysMin'],
  [{ leaderboardDelay: millis(-1) }, 'season-rules-invalid leaderboardDelay'],
  [{ leaderboardFreeze: millis(8 * 86_400_000) }, 'season-rules-invalid leaderboardFreeze'],
  [{ takerFee: ppm(50_000) }, 'fee-rate-invalid'],
];

test.each(BAD_RULES)('[SEA-2] rules with %o are refused', (changes, told) => {
  const driver = createDriver();
  const rules = rulesAt(driver.at, changes);
  expect(refusal(driver, { kind: 'open-season', season: 1, rules })).toContain(told);
  openSeason(driver);
  expect(refusal(driver, { kind: 'change-season-rules', season: 1, rules })).toContain(told);
});

test('[SEA-3] enrolling opens an account under the terms of the season, with test money', () => {
  const driver = createDriver();
  openSeason(driver, { testWallet: money(usdt(250)) });
  const before = driver.account(TREASURY).wallet;
  const account = enrol(driver, 'Foxes');
  expect(driver.account(account)).toMatchObject({ wallet: money(usdt(250)), role: 'trader' });
  expect(driver.account(account).terms).toEqual({
    ...DEFAULT_TERMS,
    makerFee: 100,
    takerFee: 400,
    leverageMax: 20,
    contracts: [0],
    team: 'Foxes',
  });
  expect(toBigInt(before) - toBigInt(driver.account(TREASURY).wallet)).toBe(usdt(250));
  const above: Command = {
    kind: 'set-leverage',
    account,
    contract: contractId(0),
    marginMode: 'cross',
    longLeverage: 21,
    shortLeverage: 21,
  };
  expect(refusal(driver, above)).toBe('leverage-above-cap 21 20');
});

test('[SEA-3] a team enrols once, however it is spelt', () => {
  const driver = createDriver();
  openSeason(driver);
  enrol(driver, 'Red  Foxes');
  for (const name of ['Red  Foxes', 'red foxes', 'RED FOXES'])
    expect(refusal(driver, enrolling(name))).toContain('team-enrolled');
  for (const name of ['', ' x', 'x'.repeat(41)])
    expect(refusal(driver, enrolling(name))).toContain('team-name-invalid');
});

test('[SEA-3] contracts outside the list are not to be traded', () => {
  const driver = createDriver(exampleContracts([{}, { symbol: 'cmt_ethusdt' }]));
  driver.index(30_000, 1);
  openSeason(driver);
  const account = enrol(driver, 'Foxes');
  const events = driver.place(account, 'open long', 1, 30_000, { contract: contractId(1) });
  expect(eventOf(events, 'command-rejected').reject.reason).toBe('contract-not-permitted');
});

/** Two entrants with positions, orders and plans of the test phase. */
function busyTest(driver: Driver) {
  const accounts = [enrol(driver, 'Foxes'), enrol(driver, 'Owls'), enrol(driver, 'Cats')];
  const [fox, owl, cat] = accounts as [never, never, never];
  driver.place(fox, 'open short', 100, 900_000);
  driver.place(owl, 'open long', 100, 900_000, { clientOrderId: 'mine' });
  driver.place(fox, 'open long', 50, 890_000);
  driver.trigger(owl, 'open long', 950_000);
  driver.place(cat, 'open long', 10, 880_000);
  driver.run(sanction(cat, 'disqualify'));
  return { accounts, fox, owl, cat };
}

test('[SEA-4] one command brings everyone to the same clean start', () => {
  const driver = createDriver();
  openSeason(driver, { wallet: money(usdt(1_000)), testWallet: money(usdt(500)) });
  const { fox, owl, cat } = busyTest(driver);
  driver.index(905_000);
  const total = driver.state.collateralTotal;
  const events = driver.run(seasonVerb('reset-season'));
  expect(eventOf(events, 'season-reset')).toMatchObject({
    accounts: 3,
    wallet: money(usdt(1_000)),
  });
  expect(eventsOf(events, 'account-reset')).toMatchObject([
    { account: fox, ordersCanceled: 1, positionsCleared: 1, wallet: money(usdt(1_000)) },
    { account: owl, ordersCanceled: 1, positionsCleared: 1, wallet: money(usdt(1_000)) },
    { account: cat, ordersCanceled: 0, positionsCleared: 0, wallet: money(usdt(1_000)) },
  ]);
  for (const id of [fox, owl, cat]) {
    const account = driver.account(id);
    expect(account.wallet).toBe(money(usdt(1_000)));
    expect(account.collateral).toBe(money(usdt(1_000)));
    expect(account.frozen).toBe(0);
    expect(account.crossPositions + account.isolatedPositions).toBe(0);
    expect(account.clientOrders.size).toBe(0);
    expect(driver.desk(id).working.count + driver.desk(id).untriggered.count).toBe(0);
  }
  expect(driver.account(cat).status).toBe('disqualified');
  expect(driver.state.collateralTotal).toBe(total);
  expect(driver.state.season?.phase).toBe('ready');
});

test('[SEA-4] whoever is reinstated after the reset starts as everyone else did', () => {
  const driver = createDriver();
  const rules = openSeason(driver, { testWallet: money(usdt(500)) });
  const { fox, owl, cat } = busyTest(driver);
  driver.run(sanction(fox, 'freeze'));
  // Nobody buys what it holds: its position outlasts the sanction.
  driver.run(sanction(owl, 'disqualify'));
  expect(driver.desk(owl).long.position?.size).toBe(100);
  const next = { ...rules, leverageMax: 10, takerFee: ppm(100), wallet: money(usdt(2_000)) };
  driver.run({ kind: 'change-season-rules', season: 1, rules: next });
  startSeason(driver);
  const statuses = [fox, owl, cat].map((id) => driver.account(id).status);
  expect(statuses).toEqual(['frozen', 'disqualified', 'disqualified']);
  expect(driver.state.season?.entrants.get(owl)?.sanction).toBe('disqualified');
  for (const id of [fox, owl, cat]) {
    driver.run(sanction(id, 'reinstate'));
    const { status, wallet, collateral, terms } = driver.account(id);
    expect([status, wallet, collateral]).toEqual([
      'active',
      money(usdt(2_000)),
      money(usdt(2_000)),
    ]);
    expect(terms).toMatchObject({ leverageMax: 10, takerFee: 100 });
    expect(driver.desk(id).long.position).toBeNull();
    expect(driver.desk(id).crossLeverage).toBe(10);
  }
});

test('[SEA-4] a season whose only team is disqualified can be reset', () => {
  const driver = createDriver();
  openSeason(driver);
  driver.run(sanction(enrol(driver, 'Foxes'), 'disqualify'));
  const events = driver.run(seasonVerb('reset-season'));
  expect(eventOf(events, 'season-reset').accounts).toBe(1);
  expect(driver.state.season?.phase).toBe('ready');
});

test('[SEA-5] opening is refused between reset and start, and from the end on', () => {
  const driver = createDriver();
  const rules = openSeason(driver);
  const account = enrol(driver, 'Foxes');
  driver.place(driver.house(), 'open short', 500, 900_000);
  const buy = (): readonly string[] =>
    driver
      .place(account, 'open long', 10, 900_000)
      .flatMap((event) =>
        event.kind === 'command-rejected' ? [`${event.reject.reason} ${event.reject.limit}`] : [],
      );
  expect(buy()).toEqual([]);
  resetSeason(driver);
  expect(buy()).toEqual([`season-not-started ${rules.startAt}`]);
  driver.wait(rules.startAt - driver.at);
  driver.index(900_000);
  // The time alone does not open it: the start is a command.
  expect(buy()).toEqual([`season-not-started ${rules.startAt}`]);
  driver.run(seasonVerb('start-season'));
  expect(buy()).toEqual([]);
  driver.wait(rules.endAt - 2 - driver.at);
  driver.index(900_000);
  driver.at = rules.endAt - 1;
  // The end does: an order that comes before the command of the end is late all the same.
  expect(buy()).toEqual([`season-over ${rules.endAt}`]);
  driver.run(end());
  expect(buy()).toEqual([`season-over ${rules.endAt}`]);
  const closing = driver.place(account, 'close long', 10, null);
  expect(eventsOf(closing, 'command-rejected')).toEqual([]);
});

test('[SEA-5] plans and amendments keep the times too', () => {
  const driver = createDriver();
  const rules = openSeason(driver);
  const account = enrol(driver, 'Foxes');
  startSeason(driver);
  const plan = eventOf(driver.trigger(account, 'open long', 905_000), 'order-accepted').order;
  const bid = eventOf(driver.place(account, 'open long', 10, 890_000), 'order-accepted').order;
  driver.wait(rules.endAt - driver.at);
  const target = { by: 'id', order: bid } as const;
  driver.index(900_000);
  expect(
    refusal(driver, { kind: 'amend-order', account, target, size: lots(20), price: null }),
  ).toContain('season-over');
  const trigger: Command = {
    kind: 'amend-trigger',
    account,
    target: { by: 'id', order: plan },
    triggerPrice: ticks(920_000),
    triggerSource: 'last',
    price: null,
  };
  expect(refusal(driver, trigger)).toContain('season-over');
  const seller = driver.trader(1_000);
  driver.place(seller, 'open short', 10, 905_000);
  const fired = driver.place(driver.house(), 'open long', 10, 905_000);
  expect(eventsOf(fired, 'order-canceled')).toMatchObject([
    { order: plan, reason: 'trigger-check-failed', reject: { reason: 'season-over' } },
  ]);
  expect(
    eventOf(driver.trigger(account, 'open long', 930_000), 'command-rejected').reject.reason,
  ).toBe('season-over');
});

test('[SEA-6] value at one contract is capped, orders and both sides added', () => {
  const driver = createDriver();
  openSeason(driver, { positionValueMax: money(usdt(2_700)), wallet: money(usdt(10_000)) });
  const account = enrol(driver, 'Foxes');
  startSeason(driver);
  driver.place(driver.house(), 'open short', 100, 900_000);
  driver.place(account, 'open long', 100, 900_000);
  driver.place(account, 'open long', 100, 899_000);
  const over = driver.place(account, 'open short', 101, 901_000);
  expect(eventOf(over, 'command-rejected').reject).toMatchObject({
    reason: 'position-value-limit',
    limit: usdt(2_700),
  });
  expect(eventsOf(driver.place(account, 'open short', 99, 901_000), 'order-rested')).toHaveLength(
    1,
  );
});

test("[SEA-7] money, terms and status of an entrant are the season's", () => {
  const driver = createDriver();
  openSeason(driver);
  const account = enrol(driver, 'Foxes');
  const amount = money(usdt(1));
  const moves: readonly Command[] = [
    { kind: 'deposit', account, amount },
    { kind: 'withdraw', account, amount },
    { kind: 'reset-account', account, wallet: money(usdt(7)) },
  ];
  const settings: readonly Command[] = [
    { kind: 'set-account-terms', account, terms: DEFAULT_TERMS },
    { kind: 'set-account-status', account, status: 'frozen', note: '' },
  ];
  for (const command of settings) expect(refusal(driver, command)).toBe('account-enrolled 1');
  for (const command of moves)
    expect(eventsOf(driver.run(command), 'command-rejected')).toEqual([]);
  startSeason(driver);
  for (const command of [...moves, ...settings])
    expect(refusal(driver, command)).toBe('account-enrolled 1');
  endSeason(driver);
  for (const command of moves) expect(refusal(driver, command)).toBe('account-enrolled 1');
  driver.run(seasonVerb('close-season'));
  expect(eventsOf(driver.run(moves[0]!), 'command-rejected')).toEqual([]);
});

test('[SEA-8] start and end keep their times, and the end leaves positions', () => {
  const driver = createDriver();
  const rules = openSeason(driver);
  const account = enrol(driver, 'Foxes');
  resetSeason(driver);
  expect(refusal(driver, seasonVerb('start-season'))).toContain('season-too-early');
  startSeason(driver);
  driver.place(driver.house(), 'open short', 10, 900_000);
  driver.place(account, 'open long', 10, 900_000);
  driver.place(account, 'open long', 10, 890_000);
  driver.trigger(account, 'open long', 990_000);
  const told = refusal(driver, end());
  expect(told).toBe(`season-too-early ${driver.at} ${rules.endAt}`);
  driver.wait(rules.endAt + 5_000 - driver.at);
  const events = driver.run(end());
  expect(eventOf(events, 'season-ended')).toMatchObject({
    endedAt: rules.endAt,
    ordersCanceled: 2,
    reason: null,
  });
  expect(eventsOf(events, 'order-canceled').map(({ reason }) => reason)).toEqual([
    'season-ended',
    'season-ended',
  ]);
  expect(driver.desk(account).long.position?.size).toBe(10);
});

test('[SEA-8] a reason ends it at once; a season whose end has passed does not start', () => {
  const driver = createDriver();
  const rules = openSeason(driver);
  enrol(driver, 'Foxes');
  resetSeason(driver);
  driver.wait(rules.endAt - driver.at);
  expect(refusal(driver, seasonVerb('start-season'))).toContain('season-over');
  driver.run(seasonVerb('close-season'));
  openSeason(driver);
  enrol(driver, 'Foxes');
  startSeason(driver);
  const early = (reason: string): Command => ({ kind: 'end-season', season: 2, reason });
  expect(refusal(driver, early(' '))).toContain('sanction-text-invalid reason');
  expect(eventOf(driver.run(early('a fire')), 'season-ended')).toMatchObject({
    endedAt: driver.at,
    reason: 'a fire',
  });
});
