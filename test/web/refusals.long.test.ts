/** What the venue refuses is told in people's words; its own are behind a disclosure. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { openWithBrowser } from './browser.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openPageVenue,
  PHONE,
  pickSandbox,
} from './page-kit.ts';

const { test, browser, sight: venue } = await openWithBrowser(() => openPageVenue(oneMarket));

const notice = (page: Page, text: string) => page.locator('.notice', { hasText: text }).first();

const halt = (verb: 'halt' | 'resume') => venue.admin(`/contracts/cmt_btcusdt/${verb}`);

test('[WEB-74] a refusal is in plain words, with the code behind Details', async () => {
  const { page } = await venue.open(browser, { colorScheme: 'dark' });
  await pickSandbox(page, 'sandbox-1');
  const last = Number((await page.getByTestId('last-price').innerText()).replaceAll(',', ''));
  await page.getByLabel('Price', { exact: true }).fill((last * 0.9).toFixed(1));
  await page.getByLabel('Size', { exact: true }).fill('0.0010');
  await page.getByRole('button', { name: 'Open long', exact: true }).click();
  await notice(page, 'In the book: Open long').waitFor();
  await page.locator('.margin-row button').click();
  await page.getByRole('button', { name: '50×', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const told = notice(page, 'Cancel the open orders of this contract, then change the leverage.');
  await told.waitFor();
  expect(await told.innerText()).not.toMatch(/40015|FAILED|leverage-open-orders/);
  await page.keyboard.press('Escape');
  await told.getByText('Details', { exact: true }).click();
  await told.getByText(/^40015 · leverage-open-orders · .*open orders on the symbol/).waitFor();
  await expectAccessible(page);
  // It stays while it is read, longer than any other notice.
  await page.waitForTimeout(10_000);
  await told.getByText(/^40015/).waitFor();
  await told.getByRole('button', { name: 'Close', exact: true }).click();
  await told.waitFor({ state: 'detached' });
});

test('[WEB-74] on a phone in Chinese the same is told in Chinese', async () => {
  const { page } = await venue.open(browser, { viewport: PHONE, locale: 'zh-CN' });
  await page.getByRole('button', { name: '连接账户', exact: true }).first().click();
  await page.getByRole('button', { name: 'sandbox-2', exact: true }).click();
  await page.locator('[data-figure="equity"]').waitFor({ state: 'attached' });
  await page.locator('.place-bar').getByRole('button', { name: '下单', exact: true }).click();
  await page.getByRole('tab', { name: '市价', exact: true }).click();
  await page.getByLabel('数量', { exact: true }).fill('0.001');
  await halt('halt');
  await page.getByRole('button', { name: '开多', exact: true }).click();
  const told = notice(page, '该合约已暂停交易。');
  await told.getByText('详情', { exact: true }).click();
  await told.getByText(/· contract-halted ·/).waitFor();
  await halt('resume');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
