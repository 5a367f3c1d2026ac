/** A desk that stays: what a trader has set up is there again, and fits the hand. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { expectAccessible, openPageVenue, type PageVenue, PHONE, pickSandbox } from './page-kit.ts';

let venue: PageVenue;
let browser: Browser | undefined;

beforeAll(async () => {
  browser = await launchBrowser();
  if (browser !== undefined) venue = await openPageVenue();
});

afterAll(async () => {
  await browser?.close();
  await venue?.close();
});

const storages = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(
    '[JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]',
  );

const marketTitle = (page: Page) => page.getByRole('heading', { level: 1 });

test('[WEB-40] [WEB-41] a reload keeps contract, tab, account and grouping', async (context) => {
  if (browser === undefined) return context.skip();
  const { page, complaints } = await venue.open(browser, { colorScheme: 'dark' });
  await pickSandbox(page, 'sandbox-1');
  await page.getByRole('button', { name: /^ETH/ }).first().click();
  await page.getByRole('tab', { name: 'Fills', exact: true }).click();
  await page.getByLabel('Group prices by', { exact: true }).selectOption({ index: 2 });
  await expect.poll(() => page.url()).toContain('?market=ETHUSDT&tab=fills');

  await page.reload();
  await marketTitle(page).filter({ hasText: 'ETHUSDT' }).waitFor();
  const fills = page.getByRole('tab', { name: 'Fills', exact: true, selected: true });
  await fills.waitFor();
  await page.getByRole('button', { name: 'Switch account: sandbox-1', exact: true }).waitFor();
  expect(await page.getByLabel('Group prices by', { exact: true }).inputValue()).toBe('50');
  await page.goBack();
  await page.getByRole('tab', { name: /^Positions/, selected: true }).waitFor();

  await page.getByRole('button', { name: 'Switch account: sandbox-1', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'sandbox-2', exact: true }).click();
  await page.getByRole('button', { name: 'Switch account: sandbox-2', exact: true }).waitFor();
  await page.locator('[data-figure="equity"]').waitFor({ state: 'attached' });
  for (const { secretKey } of venue.credentials)
    for (const text of await storages(page)) expect(text).not.toContain(secretKey);
  expect(complaints).toEqual([]);
});

test('[WEB-41] pasted keys end with the tab and can be switched', async (context) => {
  if (browser === undefined) return context.skip();
  const { page } = await venue.open(browser, {
    viewport: PHONE,
    locale: 'zh-CN',
    colorScheme: 'light',
  });
  const [one] = venue.credentials;
  if (one === undefined) throw new Error('no credentials');
  await page.getByRole('button', { name: '连接账户', exact: true }).first().click();
  await page.getByLabel('API key', { exact: true }).fill(one.apiKey);
  await page.getByLabel('Secret key', { exact: true }).fill(one.secretKey);
  await page.getByLabel('Passphrase', { exact: true }).fill(one.passphrase);
  await page.getByRole('button', { name: '连接', exact: true }).click();
  const who = page.getByRole('button', { name: /^切换账户: \w/ });
  await who.waitFor();
  await page.reload();
  await who.waitFor();
  const [lasting] = await storages(page);
  expect(lasting).not.toContain(one.secretKey);
  await page.getByRole('button', { name: '断开账户', exact: true }).click();
  await page.reload();
  await page.getByRole('button', { name: '连接账户', exact: true }).first().waitFor();
  expect((await storages(page)).join()).not.toContain(one.secretKey);
});
