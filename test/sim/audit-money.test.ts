/** The auditor can fail: money that is moved, lost or told wrong. */

import { expect, test } from 'vitest';
import { contractId } from '../../src/domain/ids.ts';
import { money, NO_MONEY, toBigInt } from '../../src/domain/units.ts';
import { createDriver } from '../kit/driver.ts';
import {
  changing,
  complaintAbout,
  complaintIn,
  desksOf,
  dropping,
  findTrader,
  placementOf,
  plusOne,
  spoiling,
} from './sabotage.ts';

test('[SIM-1] a fee one unit too high is seen', () => {
  const after = changing('fill-settled', ({ taker }) => ({
    taker: { ...taker, fee: plusOne(toBigInt(taker.fee)) },
  }));
  expect(complaintAbout({ after })?.rule).toBe('MON-3 fee');
});

test('[SIM-1] a wallet that grew by itself is seen', () => {
  const sabotage = spoiling((spot) => {
    const account = findTrader(spot);
    if (account !== undefined) account.wallet = plusOne(toBigInt(account.wallet));
    return account !== undefined;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('26 wallet');
});

test('[SIM-1] collateral that grew by itself is seen', () => {
  const sabotage = spoiling((spot) => {
    const account = findTrader(spot);
    if (account !== undefined) account.collateral = plusOne(toBigInt(account.collateral));
    return account !== undefined;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('1 money');
});

test('[SIM-1] a deposit that never happened is seen', () => {
  const sabotage = spoiling(({ model, entry }) => {
    model.depositsNet += entry.seq > 60 ? 1n : 0n;
    return entry.seq > 60;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('1 money');
});

test('[SIM-1] a deposit that is not told is seen', () => {
  const complaint = complaintAbout({ after: dropping('collateral-moved') });
  expect(complaint?.rule).toMatch(/money|wallet/);
});

test('[SIM-1] totals that do not sum to the collateral are seen', () => {
  const sabotage = spoiling((spot) => {
    const account = findTrader(spot);
    if (account !== undefined) account.totals[0] = plusOne(toBigInt(account.totals[0] ?? NO_MONEY));
    return account !== undefined;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('MON-7');
});

test('[SIM-1] equity that depends on the mark is seen', () => {
  const sabotage = spoiling(({ model }) => {
    for (const account of model.accounts.values()) {
      for (const { long } of account.desks.values()) {
        if (long.position === null) continue;
        long.position.size += 1;
        return true;
      }
    }
    return false;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('2 equity');
});

test('[SIM-1] frozen money that nobody froze is seen', () => {
  const sabotage = spoiling(({ state }) => {
    const order = [...state.orders.values()].find(({ frozen }) => frozen > NO_MONEY);
    if (order !== undefined) order.frozen = plusOne(toBigInt(order.frozen));
    return order !== undefined;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('6 frozen');
});

test('[SIM-1] a freeze told one unit too low is seen', () => {
  const after = changing('order-accepted', ({ frozen }) =>
    frozen > NO_MONEY ? { frozen: money(toBigInt(frozen) - 1n) } : undefined,
  );
  expect(complaintAbout({ after })?.rule).toBe('6 frozen');
});

test('[SIM-1] an isolated margin that grew by itself is seen', () => {
  const sabotage = spoiling((spot) => {
    for (const { long, marginMode } of desksOf(spot)) {
      if (marginMode !== 'isolated' || long.position === null) continue;
      long.position.isolatedMargin = plusOne(toBigInt(long.position.isolatedMargin));
      return true;
    }
    return false;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('8 isolated');
});

test('[SIM-1] a funding payment one unit too high is seen', () => {
  const after = changing('funding-paid', ({ payment }) => ({
    payment: plusOne(toBigInt(payment)),
  }));
  expect(complaintAbout({ after })?.rule).toBe('25 funding');
});

test('[SIM-1] a funding residue that is lost is seen', () => {
  const after = changing('funding-settled', ({ residue }) => ({
    residue: plusOne(toBigInt(residue)),
  }));
  expect(complaintAbout({ after })?.rule).toBe('25 funding');
});

test('[SIM-1] a premium told wrong is seen', () => {
  const after = changing('funding-estimated', ({ premium }) => ({ premium: premium + 1 }));
  expect(complaintAbout({ after })?.rule).toBe('FND-1');
});

test('[SIM-1] an order that the account could not carry is seen', () => {
  const lost = 10n ** 17n;
  const complaint = complaintAbout({
    after: (spot) => {
      const placed = placementOf(spot.entry);
      const account = spot.model.accounts.get(placed?.account ?? 0);
      const accepted = spot.events.find((event) => event.kind === 'order-accepted');
      if (account === undefined || placed?.effect !== 'open' || accepted === undefined)
        return undefined;
      account.wallet -= lost;
      account.collateral -= lost;
      spot.model.depositsNet -= lost;
      return { events: spot.events.slice(spot.events.indexOf(accepted)) };
    },
  });
  expect(complaint?.rule).toMatch(/23 free|CHK-1/);
});

test('[SIM-1] a reset that leaves another wallet is seen', () => {
  const after = changing('account-reset', ({ wallet }) => ({ wallet: plusOne(toBigInt(wallet)) }));
  expect(complaintAbout({ after })?.rule).toBe('RST-1');
});

test('[SIM-1] a deficit told too high is seen', () => {
  const driver = createDriver();
  const [house, trader] = [driver.house(), driver.trader()];
  const contract = contractId(0);
  const marginMode = 'isolated';
  driver.run({ kind: 'set-margin-mode', account: trader, contract, marginMode });
  driver.place(house, 'open short', 1_000, 900_000);
  driver.place(trader, 'open long', 1_000, 900_000);
  driver.run({ kind: 'halt-contract', contract });
  driver.index(500_000);
  driver.run({ kind: 'reset-account', account: trader, wallet: plusOne(0n) });
  expect(complaintIn(driver.entries, () => undefined)).toBeUndefined();
  const spoil = changing('deficit-covered', ({ amount }) => ({
    amount: plusOne(toBigInt(amount)),
  }));
  expect(complaintIn(driver.entries, spoil)?.rule).toBe('LIQ-11');
});
