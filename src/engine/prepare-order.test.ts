import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import {
  createDriver,
  type Driver,
  eventOf,
  orderIdOf,
  rejectOf,
  usdt,
} from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import { type AccountTerms, DEFAULT_TERMS } from '../domain/account.ts';
import type { PlaceOrder } from '../domain/command.ts';
import { type AccountId, accountId, contractId } from '../domain/ids.ts';
import type { TriggerOptions } from '../domain/order.ts';
import { lots, money, ticks } from '../domain/units.ts';

const BTC = contractId(0);

/** The smallest order that every check accepts. */
const sound = (account: AccountId): PlaceOrder => ({
  kind: 'place-order',
  account,
  contract: BTC,
  positionSide: 'long',
  effect: 'open',
  size: lots(10),
  price: ticks(890_000),
  timeInForce: 'normal',
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
});

/** One mistake: how the order differs, and what the venue must be like for it to be one. */
interface Mistake {
  readonly reason: string;
  readonly order?: Partial<PlaceOrder>;
  readonly venue?: (driver: Driver, trader: AccountId) => void;
}

const setTerms = (driver: Driver, account: AccountId, terms: Partial<AccountTerms>) =>
  driver.run({ kind: 'set-account-terms', account, terms: { ...DEFAULT_TERMS, ...terms } });

/** In the order in which they are looked for. All can be made at once, but for the three names. */
const MISTAKES: readonly Mistake[] = [
  { reason: 'client-order-id-invalid', order: { clientOrderId: 'no spaces' } },
  { reason: 'contract-unknown', order: { contract: contractId(9) } },
  {
    reason: 'contract-not-permitted',
    venue: (driver, trader) => setTerms(driver, trader, { contracts: [] }),
  },
  {
    reason: 'contract-halted',
    venue: (driver) => driver.run({ kind: 'halt-contract', contract: BTC }),
  },
  { reason: 'index-stale', venue: (driver) => driver.wait(30_100) },
  {
    reason: 'account-frozen',
    venue: (driver, account) =>
      driver.run({ kind: 'set-account-status', account, status: 'frozen', note: '' }),
  },
  { reason: 'size-invalid', order: { size: lots(0) } },
  { reason: 'price-invalid', order: { price: ticks(0) } },
  { reason: 'take-profit-invalid', order: { takeProfit: ticks(-1) } },
  { reason: 'margin-mode-mismatch', order: { marginMode: 'isolated' } },
  { reason: 'orders-too-many', venue: (driver, trader) => fillDesk(driver, trader) },
  { reason: 'position-limit', order: { size: lots(3_001) } },
];

function fillDesk(driver: Driver, trader: AccountId): void {
  for (let count = 0; count < 200; count += 1) driver.place(trader, 'open long', 1, 1);
}

const venueOf = (): Driver => createDriver([exampleContract({ maxPositionSize: '0.3' })]);

const PAIRS = MISTAKES.slice(0, -1).map((first, at) => [first, MISTAKES[at + 1]!] as const);

test.each(PAIRS)('[CHK-1] $reason answers before the next mistake', (first, second) => {
  const driver = venueOf();
  const trader = driver.trader(1_000);
  // What keeps further orders out is set up last.
  for (const { venue } of [second, first]) venue?.(driver, trader);
  const order = { ...sound(trader), ...second.order, ...first.order };
  expect(expectRefused(driver, order).reason).toBe(first.reason);
});

test.each(MISTAKES)('[CHK-1] $reason alone is enough', ({ reason, order, venue }) => {
  const driver = venueOf();
  const trader = driver.trader(1_000);
  venue?.(driver, trader);
  expect(expectRefused(driver, { ...sound(trader), ...order }).reason).toBe(reason);
});

test('[CHK-1] without a mistake the order is accepted', () => {
  const driver = venueOf();
  expect(eventOf(driver.run(sound(driver.trader())), 'order-accepted').size).toBe(10);
});

test('[CHK-1] an opening meets limit, tier, isolated margin, free collateral in turn', () => {
  const changes = { maxPositionSize: '0.3', buyLimitPriceRatio: '0.2' };
  const driver = createDriver([exampleContract(changes)]);
  const trader = driver.trader(10);
  const leverage = { contract: BTC, longLeverage: 125, shortLeverage: 125 };
  driver.run({ kind: 'set-leverage', account: trader, marginMode: 'isolated', ...leverage });
  const at = (size: number, price: number) =>
    expectRefused(driver, { ...sound(trader), size: lots(size), price: ticks(price) }).reason;
  expect(at(3_001, 2_000_000)).toBe('position-limit');
  driver.index(1_800_000);
  expect(at(3_000, 2_000_000)).toBe('tier-limit');
  expect(at(1_000, 2_000_000)).toBe('isolated-margin-too-thin');
  expect(at(1_000, 1_800_000)).toBe('margin-insufficient');
});

test('[CHK-1] a close is asked for its position after everything about itself', () => {
  const driver = venueOf();
  const trader = driver.trader();
  const close = { ...sound(trader), effect: 'close' as const };
  const preset = { ...close, takeProfit: ticks(950_000) };
  expect(expectRefused(driver, preset).reason).toBe('preset-on-close');
  const mode = { ...close, marginMode: 'isolated' as const };
  expect(expectRefused(driver, mode).reason).toBe('margin-mode-mismatch');
  expect(expectRefused(driver, close)).toEqual({ reason: 'position-missing', given: 'long' });
});

test('[CHK-1] a contract without a price takes no orders', () => {
  const driver = createDriver([
    exampleContract(),
    { ...exampleContract(), id: contractId(1), symbol: 'eth' },
  ]);
  const trader = driver.trader();
  const order = { ...sound(trader), contract: contractId(1), size: lots(0) };
  expect(expectRefused(driver, order)).toEqual({ reason: 'index-missing', given: 'eth' });
});

test('[CHK-3] an unknown account or contract is refused by name', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const nobody = accountId(4_711);
  expect(expectRefused(driver, { ...sound(nobody), clientOrderId: '?' })).toEqual({
    reason: 'account-unknown',
    given: 4_711,
  });
  expect(expectRefused(driver, { ...sound(trader), contract: contractId(1) })).toEqual({
    reason: 'contract-unknown',
    given: 1,
  });
});

test('[CHK-4] an account trades only the contracts of its list', () => {
  const driver = createDriver([
    exampleContract(),
    { ...exampleContract(), id: contractId(1), symbol: 'eth' },
  ]);
  driver.index(900_000, 1);
  const trader = driver.trader(1_000, { contracts: [contractId(1)] });
  expect(expectRefused(driver, sound(trader))).toEqual({
    reason: 'contract-not-permitted',
    given: 'cmt_btcusdt',
  });
  const events = driver.run({ ...sound(trader), contract: contractId(1) });
  expect(eventOf(events, 'order-accepted').contract).toBe(1);
});

test('[CHK-4] what an account holds at a contract that left its list can be closed', () => {
  const driver = createDriver();
  const maker = driver.trader();
  const trader = driver.trader();
  driver.place(maker, 'open short', 300, 900_000);
  driver.place(trader, 'open long', 300, 900_000);
  driver.place(maker, 'close short', 300, 899_000);
  setTerms(driver, trader, { contracts: [] });
  expect(expectRefused(driver, sound(trader)).reason).toBe('contract-not-permitted');
  eventOf(driver.place(trader, 'close long', 100, 899_000), 'fill-settled');
  const exit = driver.run({
    kind: 'place-trigger',
    account: trader,
    contract: BTC,
    purpose: 'stop-loss',
    positionSide: 'long',
    effect: 'close',
    size: lots(100),
    price: null,
    triggerPrice: ticks(880_000),
    triggerSource: 'mark',
    clientOrderId: null,
    marginMode: null,
  });
  expect(eventOf(exit, 'order-accepted').account).toBe(trader);
  driver.run({ kind: 'close-positions', account: trader, contract: null });
  expect(driver.desk(trader).long.position).toBe(null);
});

test.each([
  ['the smallest', { size: lots(20), price: ticks(890_000) }, undefined],
  [
    'below the smallest',
    { size: lots(19) },
    { reason: 'size-below-minimum', given: 19, limit: 20 },
  ],
  ['the largest', { size: lots(500), price: ticks(890_000) }, undefined],
  [
    'above the largest',
    { size: lots(501) },
    { reason: 'size-above-maximum', given: 501, limit: 500 },
  ],
  ['the largest market open', { size: lots(300), price: null }, undefined],
  [
    'a market open above its own maximum',
    { size: lots(301), price: null },
    { reason: 'market-size-above-maximum', given: 301, limit: 300 },
  ],
])('[CHK-5] %s', (_, changes, reject) => {
  const limits = { minOrderSize: '0.002', maxOrderSize: '0.05', marketOpenLimitSize: '0.03' };
  const driver = createDriver([exampleContract(limits)]);
  const order = { ...sound(driver.trader(10_000)), ...changes };
  if (reject === undefined) eventOf(driver.run(order), 'order-accepted');
  else expect(expectRefused(driver, order)).toEqual(reject);
});

test('[CHK-5] a market close may be larger than a market open', () => {
  const driver = createDriver([exampleContract({ marketOpenLimitSize: '0.003' })]);
  const trader = driver.trader();
  driver.place(driver.house(), 'open short', 100, 900_000);
  driver.place(trader, 'open long', 100, 900_000);
  expect(eventOf(driver.place(trader, 'close long', 100, null), 'order-accepted').size).toBe(100);
});

test('[CHK-6] a price reaches to ten times the mark', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const order = { ...sound(trader), positionSide: 'short' as const };
  eventOf(driver.run({ ...order, price: ticks(9_000_000) }), 'order-accepted');
  expect(expectRefused(driver, { ...order, price: ticks(9_000_001) })).toEqual({
    reason: 'price-too-far',
    given: 9_000_001,
    limit: 9_000_000,
  });
});

test('[CHK-6] a conditional limit may be held against its trigger price instead', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const place = (price: number, options: TriggerOptions) =>
    driver.trigger(trader, 'open long', 10_000_000, { price: ticks(price), options });
  expect(rejectOf(place(10_000_001, {})).reason).toBe('price-too-far');
  const bound = { limitBound: 'trigger' } as const;
  const placed = orderIdOf(place(100_000_000, bound));
  expect(rejectOf(place(100_000_001, bound))).toEqual({
    reason: 'price-too-far',
    given: 100_000_001,
    limit: 100_000_000,
  });
  const amend = (triggerPrice: number) =>
    driver.run({
      kind: 'amend-trigger',
      account: trader,
      target: { by: 'id', order: placed },
      triggerPrice: ticks(triggerPrice),
      triggerSource: 'last',
      price: ticks(100_000_000),
    });
  expect(rejectOf(amend(9_999_999)).reason).toBe('price-too-far');
  eventOf(amend(10_000_001), 'trigger-amended');
});

test('[CHK-8] a margin mode that is named must be the current one', () => {
  const driver = createDriver();
  const trader = driver.trader();
  eventOf(driver.run({ ...sound(trader), marginMode: 'cross' }), 'order-accepted');
  expect(expectRefused(driver, { ...sound(trader), marginMode: 'isolated' })).toEqual({
    reason: 'margin-mode-mismatch',
    given: 'isolated',
    limit: 'cross',
  });
});

test('[CHK-9] 200 working orders are enough, on each contract by itself', () => {
  const driver = createDriver([
    exampleContract(),
    { ...exampleContract(), id: contractId(1), symbol: 'eth' },
  ]);
  driver.index(900_000, 1);
  const trader = driver.trader();
  fillDesk(driver, trader);
  expect(driver.desk(trader).working.count).toBe(200);
  expect(expectRefused(driver, sound(trader))).toEqual({
    reason: 'orders-too-many',
    given: 200,
    limit: 200,
  });
  eventOf(driver.run({ ...sound(trader), contract: contractId(1) }), 'order-accepted');
  driver.cancel(trader, driver.desk(trader).working.first!.id);
  eventOf(driver.run(sound(trader)), 'order-accepted');
});

test('[CHK-9] 50 orders may wait for their trigger', () => {
  const driver = createDriver();
  const trader = driver.trader();
  for (let count = 0; count < 50; count += 1) driver.trigger(trader, 'open long', 950_000);
  const last = driver.trigger(trader, 'open long', 950_000);
  expect(rejectOf(last)).toEqual({ reason: 'triggers-too-many', given: 50, limit: 50 });
  expect(driver.desk(trader).untriggered.count).toBe(50);
});

test('[CHK-10] position and working opens of a side stay within the largest position', () => {
  const driver = createDriver([exampleContract({ maxPositionSize: '0.01' })]);
  const trader = driver.trader();
  driver.place(driver.house(), 'open short', 40, 900_000);
  driver.place(trader, 'open long', 40, 900_000);
  driver.place(trader, 'open long', 50, 890_000);
  expect(expectRefused(driver, { ...sound(trader), size: lots(11) })).toEqual({
    reason: 'position-limit',
    given: 101,
    limit: 100,
  });
  eventOf(driver.run({ ...sound(trader), size: lots(10) }), 'order-accepted');
  const short = { ...sound(trader), positionSide: 'short' as const, price: ticks(910_000) };
  eventOf(driver.run({ ...short, size: lots(100) }), 'order-accepted');
});

test('[CHK-12] with an index older than 30 seconds only closing and canceling go on', () => {
  const driver = createDriver();
  const trader = driver.trader();
  driver.place(driver.house(), 'open short', 10, 900_000);
  driver.place(trader, 'open long', 10, 900_000);
  const resting = eventOf(driver.run(sound(trader)), 'order-accepted').order;
  const indexAt = driver.state.listings[0]!.indexAt;
  driver.wait(indexAt + 29_999 - driver.at);
  eventOf(driver.run(sound(trader)), 'order-accepted');
  expect(driver.at - indexAt).toBe(30_000);
  expect(expectRefused(driver, sound(trader)).reason).toBe('index-stale');
  const target = { by: 'id' as const, order: resting };
  const amend = { kind: 'amend-order' as const, account: trader, target, price: null };
  expect(expectRefused(driver, { ...amend, size: lots(5) }).reason).toBe('index-stale');
  eventOf(driver.place(trader, 'close long', 10, 950_000), 'order-accepted');
  eventOf(driver.cancel(trader, resting), 'order-canceled');
  driver.index(900_000);
  eventOf(driver.run(sound(trader)), 'order-accepted');
});

test('[MAR-7] an order needs its freeze: 507.93 is enough, a unit less is not', () => {
  const driver = createDriver();
  const rich = driver.trader('507.93');
  const poor = driver.trader('507.92999999');
  const order = { size: lots(1_000), price: ticks(905_000) };
  const accepted = eventOf(driver.run({ ...sound(rich), ...order }), 'order-accepted');
  expect(accepted.frozen).toBe(money(usdt('507.93')));
  expect(expectRefused(driver, { ...sound(poor), ...order })).toEqual({
    reason: 'margin-insufficient',
    given: usdt('507.93'),
    limit: usdt('507.92999999'),
  });
});

test.each([1, 2, 3])('[ACC-6] nobody trades in the name of account %i', (id) => {
  const driver = createDriver();
  const events = driver.place(accountId(id), 'open long', 1, 900_000);
  expect(rejectOf(events).reason).toBe('account-role-forbidden');
});
