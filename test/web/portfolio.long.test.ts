/** What an account made of its money, as its owner reads it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openWithBrowser } from './browser.ts';
import {
  expectAccessible,
  expectAgreement,
  expectNoSidewaysScroll,
  openPageVenue,
  PHONE,
  pickSandbox,
  sendOrder,
} from './page-kit.ts';

const { test, browser, sight: venue } = await openWithBrowser(openPageVenue);

const figure = (page: Page, name: string) => page.locator(`.portfolio [data-figure="${name}"]`);

/** All its digits; cents are shown. */
const numberOf = async (page: Page, name: string): Promise<number> =>
  Number(await figure(page, name).getAttribute('data-exact'));

async function tradeThereAndBack(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await page.getByLabel('Size', { exact: true }).fill('0.0200');
  await sendOrder(page, 'Open long');
  await page.getByRole('tab', { name: /^Positions 1$/ }).click();
  await page.getByRole('button', { name: 'Close all', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('tab', { name: /^Positions 0$/ }).waitFor();
}

const open = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Portfolio', exact: true }).click();

test('[WEB-61] a trade there and back shows its cost, and a refill is no profit', async () => {
  const { page, complaints } = await venue.open(browser, { colorScheme: 'dark' });
  await pickSandbox(page, 'sandbox-1');
  await tradeThereAndBack(page);
  await open(page);
  await expect.poll(() => page.url()).toContain('/portfolio?range=week');
  await page.getByRole('heading', { level: 1, name: 'Portfolio', exact: true }).waitFor();
  await page.getByText(/^[01] of 1 closing orders gained after fees$/).waitFor();
  const [who] = venue.credentials;
  const told = () => venue.ask('/capi/v2/perpetua/portfolio?days=7', who!);
  const names = ['equity', 'pnl', 'realised', 'fees', 'deposits'];
  await expectAgreement(
    () => Promise.all(names.map((name) => numberOf(page, name))),
    async () => {
      const answer = await told();
      return names.map((name) => Number(answer[name]));
    },
  );
  const before = await numberOf(page, 'pnl');
  const [realised, fees] = [await numberOf(page, 'realised'), await numberOf(page, 'fees')];
  expect(before).toBeCloseTo(realised - fees, 8);
  await page
    .getByRole('table', { name: 'PnL by day', exact: true })
    .getByText('2026-03-02')
    .waitFor();
  await page.getByRole('img', { name: /^Equity from / }).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect.poll(() => page.url()).toContain('/portfolio?range=day');
  await page.reload();
  await page.getByRole('button', { name: 'Today', exact: true, pressed: true }).waitFor();
  await figure(page, 'pnl').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: '7 days', exact: true, pressed: true }).waitFor();
  await page.getByRole('link', { name: 'BTCUSDT', exact: true }).click();
  await page.getByRole('button', { name: 'Refill', exact: true }).click();
  await page
    .locator('.notice')
    .filter({ hasText: /^Refilled/ })
    .waitFor();
  await open(page);
  await expect.poll(() => numberOf(page, 'pnl')).toBe(before);
  expect(complaints).toEqual([]);
});

test('[WEB-61] days and contracts are saved and sorted', async () => {
  const { page } = await venue.open(browser, { colorScheme: 'light' });
  await pickSandbox(page, 'sandbox-2');
  await tradeThereAndBack(page);
  await page.getByRole('button', { name: /^ETH\/USDT/ }).click();
  await page.getByLabel('Size', { exact: true }).fill('2.000');
  await sendOrder(page, 'Open short');
  await open(page);
  const contracts = page.getByRole('region', { name: 'PnL by contract', exact: true });
  const heading = contracts.getByRole('columnheader', { name: /^Fees/ });
  await heading.getByRole('button').click();
  expect(await heading.getAttribute('aria-sort')).toBe('descending');
  expect(await contracts.getByRole('link').allInnerTexts()).toEqual(['ETHUSDT', 'BTCUSDT']);
  const download = page.waitForEvent('download');
  await contracts.getByRole('button', { name: 'Export CSV', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('pnl-by-contract-sandbox-2-2026-03-02.csv');
  const [head, first] = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(head).toBe('contract,pnl,realised,fees,funding,closed,won');
  expect(first).toMatch(/^BTCUSDT,-?[\d.]+,-?[\d.]+,[\d.]+,0\.00000000,1,[01]$/);
  await expectAccessible(page);
});

test('[WEB-61] on a phone, in Chinese, an account without trades is told so', async () => {
  const look = { viewport: PHONE, locale: 'zh-CN', colorScheme: 'light' } as const;
  const { page, complaints } = await venue.open(browser, look);
  await page.getByRole('link', { name: '资产分析', exact: true }).click();
  await page.getByText('连接账户后可查看资金的盈亏情况。').waitFor();
  await page.getByRole('button', { name: '连接账户', exact: true }).last().click();
  await page.getByRole('button', { name: 'sandbox-5', exact: true }).click();
  await page.getByText('这段时间没有成交。成交后会立即在此汇总。').waitFor();
  await page.getByText('尚无平仓').waitFor();
  expect(await numberOf(page, 'pnl')).toBe(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(complaints).toEqual([]);
});
