import { expect, test } from 'vitest';
import { exampleContract, shippedContracts } from '../../test/kit/contracts.ts';
import { createDriver, eventOf, eventsOf, orderIdOf, rejectOf } from '../../test/kit/driver.ts';
import { expectRefused } from '../../test/kit/expect-refused.ts';
import { DEFAULT_TERMS } from '../domain/account.ts';
import type { Contract } from '../domain/contract.ts';
import { contractId } from '../domain/ids.ts';
import { lots, ppm, ticks } from '../domain/units.ts';

const BTC = contractId(0);
const halt = { kind: 'halt-contract' as const, contract: BTC };
const resume = { kind: 'resume-contract' as const, contract: BTC };
const second: Contract = { ...exampleContract(), id: contractId(1), symbol: 'cmt_ethusdt' };

test('[CON-1] an unsound contract is refused with every fault', () => {
  const driver = createDriver();
  const contract = { ...second, fundingTimes: [], orderLotsMin: lots(0) };
  expect(expectRefused(driver, { kind: 'list-contract', contract })).toEqual({
    reason: 'contract-terms-unsound',
    given:
      'cmt_ethusdt: the smallest order must be at least one lot; ' +
      'cmt_ethusdt: at least one funding time is needed',
  });
});

test('[CON-1] contracts are listed in order, each name once', () => {
  const driver = createDriver();
  const list = (changes: Partial<Contract>) =>
    expectRefused(driver, { kind: 'list-contract', contract: { ...second, ...changes } });
  expect(list({ id: contractId(2) })).toEqual({ reason: 'contract-exists', given: 2, limit: 1 });
  expect(list({ id: contractId(0) })).toEqual({ reason: 'contract-exists', given: 0, limit: 1 });
  expect(list({ symbol: 'cmt_btcusdt' }).given).toBe('cmt_btcusdt');
  const events = driver.run({ kind: 'list-contract', contract: second });
  expect(eventOf(events, 'contract-listed').contract).toEqual(second);
});

test('[CON-3] the venue lists all that ships', () => {
  const driver = createDriver(shippedContracts());
  expect(driver.state.listings).toHaveLength(8);
});

/** At 125x 0.8 % is left for maintenance 0.4 %, the buffer 0.05 % and a fee below 0.35 %. */
test('[CON-2] an account\u2019s fee that leaves no room in some tier is refused', () => {
  const driver = createDriver();
  const open = (takerFee: number) => ({
    kind: 'open-account' as const,
    role: 'trader' as const,
    terms: { ...DEFAULT_TERMS, takerFee: ppm(takerFee) },
  });
  expect(expectRefused(driver, open(3_500))).toEqual({
    reason: 'fee-rate-invalid',
    given: 3_500,
    limit: 600,
  });
  eventOf(driver.run(open(3_499)), 'account-opened');
});

test('[CON-2] nor may a contract leave no room for an account that pays more', () => {
  const driver = createDriver([
    exampleContract({
      maxLeverage: 100,
      tiers: [{ notionalMax: '50000', maxLeverage: 100, maintenanceRate: '0.004' }],
    }),
  ]);
  driver.trader(1_000, { takerFee: ppm(5_000) });
  expect(expectRefused(driver, { kind: 'list-contract', contract: second })).toMatchObject({
    reason: 'contract-terms-unsound',
  });
});

test('[CON-4] a halted contract takes no orders, amendments or triggers; cancels go on', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const order = orderIdOf(driver.place(trader, 'open long', 10, 890_000));
  driver.run(halt);
  const reasons = [
    driver.place(trader, 'open long', 1, 890_000),
    driver.place(trader, 'close long', 1, 890_000),
    driver.trigger(trader, 'open long', 950_000),
    driver.run({
      kind: 'amend-order',
      account: trader,
      target: { by: 'id', order },
      size: null,
      price: ticks(891_000),
    }),
  ].map((events) => rejectOf(events).reason);
  expect(new Set(reasons)).toEqual(new Set(['contract-halted']));
  eventOf(driver.cancel(trader, order), 'order-canceled');
});

test('[CON-4] no trigger fires until the contract resumes', () => {
  const driver = createDriver();
  const trader = driver.trader();
  const trigger = { triggerSource: 'mark' as const, size: lots(5), price: ticks(900_000) };
  const order = orderIdOf(driver.trigger(trader, 'open long', 905_000, trigger));
  driver.run(halt);
  expect(eventsOf(driver.index(906_000), 'trigger-fired')).toEqual([]);
  expect(eventOf(driver.run(resume), 'trigger-fired').order).toBe(order);
});

test('[CON-4] a price that came back meanwhile fires nothing', () => {
  const driver = createDriver();
  driver.trigger(driver.trader(), 'open long', 905_000, { triggerSource: 'mark' });
  driver.run(halt);
  driver.index(906_000);
  driver.index(904_000);
  expect(eventsOf(driver.run(resume), 'trigger-fired')).toEqual([]);
});

test('[CON-4] nobody is liquidated until the contract resumes', () => {
  const driver = createDriver();
  const trader = driver.trader(1_000);
  driver.place(driver.house(), 'open short', 2_000, 900_000);
  driver.place(trader, 'open long', 2_000, 900_000);
  driver.run(halt);
  expect(eventsOf(driver.index(800_000), 'liquidation-started')).toEqual([]);
  expect(eventsOf(driver.wait(1_000), 'liquidation-started')).toEqual([]);
  const events = driver.run(resume);
  expect(eventOf(events, 'liquidation-started').account).toBe(trader);
  expect(driver.desk(trader).long.position).toBeNull();
});

test('[CON-4] funding goes on', () => {
  const driver = createDriver();
  driver.place(driver.house(), 'open short', 100, 900_000);
  driver.place(driver.trader(), 'open long', 100, 900_000);
  driver.run(halt);
  const events = driver.wait(8 * 3_600_000);
  expect(eventOf(events, 'funding-settled')).toMatchObject({ contract: 0 });
});

test('[CON-4] halting an unknown contract is refused', () => {
  const driver = createDriver();
  for (const kind of ['halt-contract', 'resume-contract'] as const)
    expect(expectRefused(driver, { kind, contract: contractId(4) }).reason).toBe(
      'contract-unknown',
    );
});
