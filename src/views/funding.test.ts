import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { createDriver, START } from '../../test/kit/driver.ts';
import { createFolded } from '../../test/views/folded.ts';
import { contractId } from '../domain/ids.ts';
import { millis } from '../domain/units.ts';
import {
  createFundingView,
  foldFunding,
  fundingOf,
  nextSettlement,
  settledFunding,
} from './funding.ts';

const BTC = contractId(0);
const EIGHT_HOURS = 8 * 3_600_000;

test('[VIEW-8] settlements are kept newest first, and the next one is known', () => {
  const { driver, views, fold } = createFolded(createDriver());
  for (let hours = 0; hours < 3; hours += 1) driver.wait(EIGHT_HOURS);
  fold();
  const row = fundingOf(views.funding, BTC);
  const midnight = START - 500;
  expect(settledFunding(views.funding, BTC, 2).map(({ settledAt }) => settledAt)).toEqual([
    midnight + 3 * EIGHT_HOURS,
    midnight + 2 * EIGHT_HOURS,
  ]);
  expect(nextSettlement(row, millis(driver.at))).toBe(midnight + 4 * EIGHT_HOURS);
  expect(row.interval).toBe(EIGHT_HOURS);
});

test('[VIEW-8] a contract that was never priced still names a settlement to come', () => {
  const view = createFundingView();
  foldFunding(view, { kind: 'contract-listed', contract: exampleContract() }, millis(START));
  const now = millis(START + 5 * EIGHT_HOURS);
  expect(nextSettlement(fundingOf(view, BTC), now)).toBe(START - 500 + 6 * EIGHT_HOURS);
});
