import { expect, test } from 'vitest';
import { exampleContracts } from '../../test/kit/contracts.ts';
import { createDriver, type Driver, orderIdOf, usdt } from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import {
  adjust,
  amend,
  arm,
  BTC,
  ETH,
  goNet,
  hold,
  isolate,
  leverage,
  place,
  setStatus,
} from '../../test/kit/plain-commands.ts';
import {
  endSeason,
  enrol,
  openSeason,
  resetSeason,
  rulesAt,
  sanction,
  startSeason,
} from '../../test/kit/season.ts';
import { DEFAULT_TERMS, FEE_POOL } from './account.ts';
import type { Command, PlaceTrigger } from './command.ts';
import { type AccountId, accountId, contractId } from './ids.ts';
import { ENTRANTS_MAX } from './limits.ts';
import type { Trailing } from './order.ts';
import type { RejectReason } from './reject.ts';
import { fineTicks, lots, millis, money, ppm, ticks } from './units.ts';

const ENDLESS = { feed: [], entry: [], answer: [], hold: millis(0), order: 'drawn' } as const;
type Refusal = (driver: Driver, trader: AccountId) => Command;

const after =
  (first: (trader: AccountId) => Command, second: (trader: AccountId) => Command): Refusal =>
  (driver, trader) => {
    driver.run(first(trader));
    return second(trader);
  };

const holding =
  (command: (trader: AccountId) => Command): Refusal =>
  (driver, trader) => {
    hold(driver, trader);
    return command(trader);
  };

const many =
  (count: number, command: (trader: AccountId) => Command): Refusal =>
  (driver, trader) => {
    for (let sent = 0; sent < count; sent += 1) driver.run(command(trader));
    return command(trader);
  };

const takeMarket = (term: number): Command => ({
  kind: 'take-duty',
  duty: 'market',
  holder: '00000000000000aa',
  term,
});

/** An account is only ever seen being liquidated inside; lateness and nonces are of the entry. */
type Elsewhere = 'account-liquidating' | 'command-late' | 'nonce-invalid';

/** For every other reason, how to be refused for it. */
const REFUSALS: Readonly<Record<Exclude<RejectReason, Elsewhere>, Refusal>> = {
  'account-unknown': () => place(accountId(4_711)),
  'account-frozen': after((own) => setStatus(own, 'frozen'), place),
  'account-disqualified': after((own) => setStatus(own, 'disqualified'), place),
  'account-closed': (driver) => {
    const empty = driver.trader(0);
    driver.run(setStatus(empty, 'closed'));
    return place(empty);
  },
  'account-role-forbidden': () => setStatus(FEE_POOL, 'frozen'),
  'account-not-empty': (_, own) => setStatus(own, 'closed'),
  'amount-invalid': (_, account) => ({ kind: 'deposit', account, amount: money(0n) }),
  'amount-above-available': (_, account) => ({
    kind: 'withdraw',
    account,
    amount: money(usdt(1_000) + 1n),
  }),
  'batch-too-large': () => ({
    kind: 'batch',
    commands: new Array(5_001).fill({ kind: 'advance-clock' }),
  }),
  'client-order-id-invalid': (_, own) => place(own, { clientOrderId: '' }),
  'client-order-id-taken': after(
    (own) => place(own, { clientOrderId: 'a' }),
    (own) => place(own, { clientOrderId: 'a', size: lots(21) }),
  ),
  'callback-invalid': (_, own) =>
    arm(own, {
      triggerPrice: ticks(0),
      options: { trailing: { callback: 0, activation: null } },
    }),
  'countdown-invalid': (_, account) => ({
    kind: 'set-countdown',
    account,
    contract: BTC,
    millis: millis(-1),
  }),
  'exit-exists': (driver, own) => {
    hold(driver, own);
    const exit: Partial<PlaceTrigger> = {
      purpose: 'stop-loss',
      effect: 'close',
      size: null,
      triggerPrice: ticks(800_000),
      options: { replaces: false },
    };
    driver.run(arm(own, exit));
    return arm(own, exit);
  },
  'expiry-invalid': (_, own) => place(own, { options: { expiresAt: millis(1) } }),
  'close-size-locked': holding((own) => place(own, { effect: 'close', size: lots(101) })),
  'contract-exists': (driver) => ({
    kind: 'list-contract',
    contract: driver.state.listings[0]!.contract,
  }),
  'contract-halted': after(() => ({ kind: 'halt-contract', contract: BTC }), place),
  'contract-not-permitted': (driver) => place(driver.trader(10, { contracts: [ETH] })),
  'contract-terms-unsound': (driver) => {
    const { contract } = driver.state.listings[0]!;
    const unsound = { ...contract, id: contractId(2), symbol: 'third', tiers: [] };
    return { kind: 'list-contract', contract: unsound };
  },
  'contract-unknown': (_, own) => place(own, { contract: contractId(7) }),
  'fee-rate-invalid': () => ({
    kind: 'open-account',
    role: 'trader',
    terms: { ...DEFAULT_TERMS, takerFee: ppm(5_000) },
  }),
  'latency-invalid': (_, account) => ({ kind: 'set-latency', account, latency: ENDLESS }),
  'duty-held': after(
    () => takeMarket(1),
    () => takeMarket(2),
  ),
  'duty-term-wrong': () => takeMarket(2),
  'note-too-long': () => ({
    kind: 'record-note',
    actor: 'someone',
    topic: 'chaos',
    text: 'x'.repeat(501),
  }),
  'index-missing': (_, own) => place(own, { contract: ETH }),
  'index-stale': (driver, own) => {
    driver.wait(millis(30_001));
    return place(own);
  },
  'isolated-margin-too-thin': (driver, own) => {
    const highest = { marginMode: 'isolated' as const, longLeverage: 125, shortLeverage: 125 };
    driver.run(leverage(own, highest));
    return place(own, { price: ticks(909_000) });
  },
  'leverage-above-cap': (_, own) => leverage(own, { longLeverage: 126, shortLeverage: 126 }),
  'leverage-invalid': (_, own) => leverage(own, { longLeverage: 0, shortLeverage: 0 }),
  'leverage-open-orders': after(place, leverage),
  'leverage-sides-differ': (_, own) => leverage(own, { longLeverage: 11 }),
  'margin-insufficient': (_, own) => place(own, { size: lots(3_000) }),
  'margin-mode-in-use': holding(isolate),
  'margin-mode-mismatch': (_, own) => place(own, { marginMode: 'isolated' }),
  'margin-mode-orders': after(place, isolate),
  'margin-removal-too-large': (driver, own) => {
    driver.run(isolate(own));
    hold(driver, own);
    return adjust(own, -1n);
  },
  'market-size-above-maximum': (_, own) => place(own, { size: lots(4_001), price: null }),
  'notional-below-minimum': (driver, own) => {
    const { contract } = driver.state.listings[0]!;
    const costly = { id: contractId(2), symbol: 'third', notionalMin: money(usdt(1_000)) };
    driver.run({ kind: 'list-contract', contract: { ...contract, ...costly } });
    driver.index(900_000, 2);
    return place(own, { contract: contractId(2) });
  },
  'order-not-open': (driver, own) => amend(own, orderIdOf(driver.run(arm(own))), 10, 890_000),
  'order-unknown': (_, own) => amend(own, 4_711, 10, 890_000),
  'orders-too-many': many(200, (own) => place(own, { price: ticks(1) })),
  'position-limit': (driver) => place(driver.house(), { size: lots(4_500) }),
  'position-missing': (_, own) => place(own, { effect: 'close' }),
  'close-above-position': (driver, own) => {
    driver.run(goNet(own));
    hold(driver, own);
    return place(own, { effect: 'close', size: lots(101), price: ticks(910_000) });
  },
  'position-mode-mismatch': (_, own) => place(own, { options: { positionMode: 'net' } }),
  'position-mode-net': (driver, own) => {
    driver.run(goNet(own));
    hold(driver, own);
    return place(own, { positionSide: 'short' });
  },
  'position-mode-same': (_, account) => ({ kind: 'set-position-mode', account, mode: 'hedge' }),
  'position-mode-orders': after(place, goNet),
  'position-mode-positions': holding(goNet),
  'position-not-isolated': holding((own) => adjust(own, 1n)),
  'post-only-would-take': (driver, own) => {
    driver.place(driver.house(), 'open short', 100, 900_000);
    const bid = driver.run(place(own, { timeInForce: 'post-only' }));
    return amend(own, orderIdOf(bid), 20, 900_000);
  },
  'preset-on-close': (_, own) => place(own, { effect: 'close', stopLoss: ticks(1) }),
  'price-invalid': (_, own) => place(own, { price: ticks(0) }),
  'price-match-empty': (_, own) =>
    place(own, { price: null, options: { priceMatch: { of: 'queue', level: 20 } } }),
  'price-match-invalid': (_, own) =>
    place(own, { price: null, options: { priceMatch: { of: 'queue', level: 3 } } }),
  'price-too-far': (_, own) => place(own, { price: ticks(9_000_001) }),
  'size-above-maximum': (_, own) => place(own, { size: lots(5_001) }),
  'size-below-minimum': (_, own) => place(own, { size: lots(9) }),
  'size-invalid': (_, own) => place(own, { size: lots(-20) }),
  'stop-loss-invalid': (_, own) => place(own, { stopLoss: ticks(1.5) }),
  'stop-loss-wrong-side': (_, own) => place(own, { stopLoss: ticks(890_000) }),
  'take-profit-invalid': (_, own) => place(own, { takeProfit: ticks(0) }),
  'take-profit-wrong-side': (_, own) => place(own, { takeProfit: ticks(890_000) }),
  'account-enrolled': (driver) => {
    openSeason(driver);
    return setStatus(enrol(driver, 'Foxes'), 'frozen');
  },
  'account-not-enrolled': (_, own) => sanction(own, 'warn'),
  'position-value-limit': (driver) => {
    openSeason(driver, { positionValueMax: money(usdt(1_000)) });
    return place(enrol(driver, 'Foxes'), { size: lots(120) });
  },
  'sanction-stands': (driver) => {
    openSeason(driver);
    return sanction(enrol(driver, 'Foxes'), 'reinstate');
  },
  'sanction-text-invalid': (driver) => {
    openSeason(driver);
    return { ...sanction(enrol(driver, 'Foxes'), 'warn'), reason: ' ' } as Command;
  },
  'season-empty': (driver) => {
    openSeason(driver);
    return { kind: 'reset-season', season: 1 };
  },
  'season-full': (driver) => {
    openSeason(driver);
    for (let team = 0; team < ENTRANTS_MAX; team += 1) enrol(driver, `team ${team}`);
    return { kind: 'enrol-team', season: 1, team: 'one more' };
  },
  'season-in-progress': (driver) => {
    openSeason(driver);
    return { kind: 'open-season', season: 2, rules: rulesAt(driver.at) };
  },
  'season-not-started': (driver) => {
    openSeason(driver);
    const entrant = enrol(driver, 'Foxes');
    resetSeason(driver);
    return place(entrant);
  },
  'season-over': (driver) => {
    openSeason(driver);
    const entrant = enrol(driver, 'Foxes');
    startSeason(driver);
    endSeason(driver);
    driver.index(900_000);
    return place(entrant);
  },
  'season-phase': (driver) => {
    openSeason(driver);
    return { kind: 'start-season', season: 1 };
  },
  'season-rules-invalid': (driver) => ({
    kind: 'open-season',
    season: 1,
    rules: rulesAt(driver.at, { leverageMax: 0 }),
  }),
  'season-times-invalid': (driver) => ({
    kind: 'open-season',
    season: 1,
    rules: rulesAt(driver.at, { endAt: millis(driver.at) }),
  }),
  'season-too-early': (driver) => {
    openSeason(driver);
    enrol(driver, 'Foxes');
    resetSeason(driver);
    return { kind: 'start-season', season: 1 };
  },
  'season-unknown': () => ({ kind: 'reset-season', season: 1 }),
  'team-enrolled': (driver) => {
    openSeason(driver);
    enrol(driver, 'Foxes');
    return { kind: 'enrol-team', season: 1, team: 'FOXES' };
  },
  'team-name-invalid': (driver) => {
    openSeason(driver);
    return { kind: 'enrol-team', season: 1, team: '' };
  },
  'tier-limit': (driver) => {
    const rich = driver.trader(1_000_000);
    driver.run(leverage(rich, { longLeverage: 125, shortLeverage: 125 }));
    return place(rich, { positionSide: 'short', size: lots(4_000), price: ticks(2_000_000) });
  },
  'trigger-already-satisfied': holding((own) =>
    arm(own, { purpose: 'stop-loss', effect: 'close' }),
  ),
  'trigger-price-invalid': (_, own) => arm(own, { triggerPrice: ticks(0) }),
  'trigger-trails': (driver, own) => {
    const trailing = { callback: 10, activation: null };
    const trail = driver.run(arm(own, { triggerPrice: ticks(0), options: { trailing } }));
    return {
      kind: 'amend-trigger',
      account: own,
      target: { by: 'id', order: orderIdOf(trail) },
      triggerPrice: ticks(910_000),
      triggerSource: 'last',
      price: null,
    };
  },
  'triggers-too-many': many(50, arm),
};

const venueOf = (): Driver =>
  createDriver(
    exampleContracts([
      {
        minOrderSize: '0.001',
        maxOrderSize: '0.5',
        marketOpenLimitSize: '0.4',
        maxPositionSize: '0.44',
      },
      { symbol: 'cmt_ethusdt' },
    ]),
  );

test.each(Object.keys(REFUSALS) as (keyof typeof REFUSALS)[])(
  '[CHK-2] %s changes nothing',
  (reason) => {
    const driver = venueOf();
    const command = REFUSALS[reason](driver, driver.trader(1_000));
    expect(expectRefused(driver, command).reason).toBe(reason);
  },
);

/** What a careless client or a broken parser might hand over instead of a whole number. */
const MALFORMED: readonly unknown[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  -1,
  1.5,
  2 ** 53,
  '20',
  undefined,
];

test.each(MALFORMED)('[CHK-11] %s is no size, price, leverage or rate', (value) => {
  const driver = venueOf();
  const own = driver.trader(1_000);
  const bad = value as number;
  const bid = orderIdOf(driver.run(place(own)));
  const other = driver.trader(1_000);
  const terms = { ...DEFAULT_TERMS, takerFee: ppm(bad) };
  const cases: readonly [Command, RejectReason][] = [
    [place(own, { size: lots(bad) }), 'size-invalid'],
    [place(own, { price: ticks(bad) }), 'price-invalid'],
    [place(own, { takeProfit: ticks(bad) }), 'take-profit-invalid'],
    [place(own, { stopLoss: ticks(bad) }), 'stop-loss-invalid'],
    [arm(own, { size: lots(bad) }), 'size-invalid'],
    [arm(own, { triggerPrice: ticks(bad) }), 'trigger-price-invalid'],
    [arm(own, { price: ticks(bad) }), 'price-invalid'],
    [leverage(other, { longLeverage: bad }), 'leverage-invalid'],
    [leverage(other, { shortLeverage: bad }), 'leverage-invalid'],
    [place(accountId(bad)), 'account-unknown'],
    [{ kind: 'set-index-price', contract: BTC, price: fineTicks(bad) }, 'price-invalid'],
  ];
  for (const [command, reason] of cases) expect(expectRefused(driver, command).reason).toBe(reason);
  if (value === undefined) return;
  expect(expectRefused(driver, amend(own, bid, bad, 890_000)).reason).toBe('size-invalid');
  expect(expectRefused(driver, amend(own, bid, 20, bad)).reason).toBe('price-invalid');
  // Among ids and rates a negative zero is as good as zero.
  if (Object.is(value, -0)) return;
  const trail = (trailing: Trailing): Command =>
    arm(own, { triggerPrice: ticks(0), options: { trailing } });
  const optional: readonly [Command, RejectReason][] = [
    [place(own, { options: { expiresAt: millis(bad) } }), 'expiry-invalid'],
    [
      place(own, { price: null, options: { priceMatch: { of: 'queue', level: bad } } }),
      'price-match-invalid',
    ],
    [trail({ callback: bad, activation: null }), 'callback-invalid'],
    [trail({ callback: 10, activation: ticks(bad) }), 'trigger-price-invalid'],
    [
      { kind: 'set-countdown', account: own, contract: BTC, millis: millis(bad) },
      'countdown-invalid',
    ],
  ];
  for (const [command, reason] of optional)
    expect(expectRefused(driver, command).reason).toBe(reason);
  const elsewhere = place(own, { contract: contractId(bad) });
  expect(expectRefused(driver, elsewhere).reason).toBe('contract-unknown');
  const open: Command = { kind: 'open-account', role: 'trader', terms };
  expect(expectRefused(driver, open).reason).toBe('fee-rate-invalid');
});
