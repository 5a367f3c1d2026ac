/** A newcomer's first hour at the terminal, on a desktop and on a phone. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openWithBrowser } from './browser.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openPageVenue,
  PHONE,
  pauseAtTrueBook,
  pickSandbox,
  sendOrder,
} from './page-kit.ts';

const { test, browser, sight: venue } = await openWithBrowser(openPageVenue);

const SCREENS = [
  { name: 'a desktop', viewport: DESKTOP, account: 'sandbox-1' },
  { name: 'a phone', viewport: PHONE, account: 'sandbox-2' },
] as const;

/** A narrow screen shows one place at a time. */
async function goTo(page: Page, place: 'Chart' | 'Trade' | 'Account'): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Sections of the terminal', exact: true });
  if (await bar.isVisible()) await bar.getByRole('button', { name: place, exact: true }).click();
}

const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"] [data-exact]`);

for (const { name, viewport, account } of SCREENS)
  test(`[WEB-11] on ${name} a newcomer trades, is liquidated and learns why`, {
    timeout: 300_000,
  }, async () => {
    const { page, complaints } = await venue.open(browser, { viewport });
    await pickSandbox(page, account);
    await placeInTheBook(page);
    await fillIt();
    await watchPosition(page);
    await protect(page);
    await overreach(page);
    await venue.admin('/chaos/shock', { symbol: 'cmt_btcusdt', change: '-18%' });
    await readWhy(page);
    await exportFills(page);
    await expectNoSidewaysScroll(page);
    expect(complaints).toEqual([]);
  });

/** At the best bid, where it is seen among the others; time stands still, so nobody takes it. */
async function placeInTheBook(page: Page): Promise<void> {
  await goTo(page, 'Chart');
  await pauseAtTrueBook(venue, page);
  await page.getByRole('list', { name: 'Bids', exact: true }).getByRole('button').first().click();
  await goTo(page, 'Trade');
  expect(Number(await page.getByLabel('Price', { exact: true }).inputValue())).toBeGreaterThan(0);
  await page.getByLabel('Size', { exact: true }).fill('0.0100');
  await page.getByText('Liq.').first().waitFor();
  await sendOrder(page, 'Open long');
  await goTo(page, 'Account');
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  await page
    .getByRole('table', { name: 'Open orders', exact: true })
    .getByText('0.0100', { exact: true })
    .waitFor();
  await goTo(page, 'Chart');
  await page.locator('.level.bid[data-own]').waitFor();
}

async function fillIt(): Promise<void> {
  await venue.admin('/time/resume');
  await venue.admin('/chaos/shock', { symbol: 'cmt_btcusdt', change: '-1%' });
}

async function watchPosition(page: Page): Promise<void> {
  await goTo(page, 'Account');
  await page.getByRole('tab', { name: /^Positions/ }).click();
  const pnl = page.getByRole('table', { name: 'Positions', exact: true }).locator('[data-exact]');
  await pnl.waitFor();
  const before = await pnl.getAttribute('data-exact');
  await expect.poll(() => pnl.getAttribute('data-exact')).not.toBe(before);
}

async function protect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'TP/SL', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Stop loss', { exact: true }).fill('200000');
  await dialog.getByText(/^Must be below/).waitFor();
  await dialog.getByLabel('Stop loss', { exact: true }).fill('20000');
  await dialog.getByLabel('Take profit', { exact: true }).fill('200000');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: /^Trigger orders 2$/ }).waitFor();
}

/** Nearly everything, at market. */
async function overreach(page: Page): Promise<void> {
  await goTo(page, 'Trade');
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await page.getByRole('button', { name: '75%', exact: true }).click();
  await sendOrder(page, 'Open long');
  await expect
    .poll(async () => Number(await figure(page, 'margins').getAttribute('data-exact')))
    .toBeGreaterThan(4_000);
}

async function readWhy(page: Page): Promise<void> {
  await goTo(page, 'Account');
  await page.getByRole('tab', { name: 'Explanations', exact: true }).click();
  const entry = page.locator('details.why').first();
  await entry.getByText('fell to or below the required margin').waitFor();
  await entry.getByText('Unrealised PnL').waitFor();
  await entry.getByText('Maintenance').waitFor();
  await page.getByRole('tab', { name: /^Positions 0$/ }).waitFor();
}

async function exportFills(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Fills', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV', exact: true }).click();
  const file = await (await download).path();
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(head).toContain('utc,contract,does,price,tradeId,orderId,symbol');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.some((line) => line.includes('BURST_LIQUIDATE_LONG'))).toBe(true);
}

test('[WEB-12] the terminal keeps nobody out, in either theme and language', async () => {
  const { page, complaints } = await venue.open(browser, { colorScheme: 'light' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Connect account', exact: true }).first().click();
  await page.getByRole('button', { name: 'sandbox-3', exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'sandbox-3', exact: true }).click();
  await page.getByRole('button', { name: 'Request inspector', exact: true }).click();
  await page.getByRole('button', { name: 'Switch to dark theme', exact: true }).click();
  await expectAccessible(page);
  await page.getByLabel('Language', { exact: true }).selectOption('zh');
  await page.getByRole('tab', { name: /^当前委托/ }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('zh-CN');
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('[WEB-12] no width from a phone to a desktop scrolls sideways', async () => {
  const { page } = await venue.open(browser, { viewport: PHONE });
  await pickSandbox(page, 'sandbox-4');
  for (const place of ['Markets', 'Chart', 'Trade', 'Account'] as const) {
    await page
      .getByRole('navigation', { name: 'Sections of the terminal', exact: true })
      .getByRole('button', { name: place, exact: true })
      .click();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  for (const width of [480, 768, 1_024, 1_280, 1_920]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
});
