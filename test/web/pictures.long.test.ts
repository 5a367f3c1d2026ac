/**
 * Pictures of the terminal for the documents, from a seeded market. They are taken again only where
 * PAGE_PICTURES is set: they are files of the repository, and no test changes those by accident.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import {
  DESKTOP,
  openPageVenue,
  type PageVenue,
  PHONE,
  pickSandbox,
  sendOrder,
} from './page-kit.ts';
import { takePicture } from './picture-file.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('[WEB-71] every picture is shown by a document, with words for it', () => {
  const shown = new Set<string>();
  for (const path of globSync('{README.md,docs/**/*.md}', { cwd: ROOT }))
    for (const [, words = '', name = ''] of readFileSync(`${ROOT}${path}`, 'utf8').matchAll(
      /!\[(.*?)\]\((?:docs\/)?pictures\/(.*?)\)/g,
    )) {
      expect(words, `${path}: ${name}`).not.toBe('');
      shown.add(name);
    }
  const kept = globSync('*', { cwd: `${ROOT}docs/pictures` });
  expect(kept.toSorted()).toEqual([...shown].toSorted());
});

test.runIf(process.env['PAGE_PICTURES'] !== undefined)(
  'pictures',
  { timeout: 600_000 },
  async () => {
    const browser = await launchBrowser();
    if (browser === undefined) return;
    const venue = await openPageVenue();
    try {
      await takeDark(browser, venue);
      await takeLight(browser, venue);
      await takePhone(browser, venue);
      await takeLiquidation(browser, venue);
    } finally {
      await browser.close();
      await venue.close();
    }
  },
);

async function takeDark(browser: Browser, venue: PageVenue): Promise<void> {
  const { page } = await venue.open(browser, { viewport: DESKTOP, colorScheme: 'dark' });
  await pickSandbox(page, 'sandbox-1');
  await fillTheTerminal(page);
  await takePicture(page, 'terminal-dark');
  await page.getByText('Indicators', { exact: true }).click();
  for (const name of ['EMA 50', 'VWAP', 'RSI 14'])
    await page.getByLabel(name, { exact: true }).check();
  await page.getByRole('button', { name: '1h', exact: true }).click();
  await page.waitForTimeout(3_000);
  await takePicture(page, 'indicators-dark');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Request inspector', exact: true }).click();
  await page
    .getByRole('button', { name: /placeOrder/ })
    .first()
    .click();
  await takePicture(page, 'inspector-dark');
  await page.getByRole('button', { name: 'Request inspector', exact: true }).click();
  await page.getByRole('button', { name: 'Close all', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('tab', { name: /^Positions 0$/ }).waitFor();
  await page.goto(`${venue.baseUrl}/portfolio`);
  await page.waitForTimeout(4_000);
  await takePicture(page, 'portfolio-dark');
}

/** In Chinese, and the dialogs. */
async function takeLight(browser: Browser, venue: PageVenue): Promise<void> {
  const { page } = await venue.open(browser, { viewport: DESKTOP, colorScheme: 'light' });
  await page.getByRole('button', { name: 'Connect account', exact: true }).first().click();
  await page.getByRole('button', { name: 'sandbox-2', exact: true }).waitFor();
  await takePicture(page, 'sign-in-light');
  await page.keyboard.press('Escape');
  await pickSandbox(page, 'sandbox-2');
  await fillTheTerminal(page);
  await page.getByRole('button', { name: 'TP/SL', exact: true }).first().click();
  await page.getByRole('button', { name: 'Per cent', exact: true }).last().click();
  await page.locator('#position-takeProfit').fill('5');
  await page.locator('#position-stopLoss').fill('2');
  await takePicture(page, 'exits-light');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Notices', exact: true }).click();
  await page.getByRole('button', { name: 'Depth', exact: true }).click();
  await page.waitForTimeout(1_000);
  await takePicture(page, 'depth-light');
  await page.getByRole('button', { name: 'Candles', exact: true }).click();
  await page.getByLabel('Language', { exact: true }).selectOption('zh');
  await page.getByRole('tab', { name: /^持仓/ }).click();
  await page.waitForTimeout(2_000);
  await takePicture(page, 'chinese-light');
}

async function takeLiquidation(browser: Browser, venue: PageVenue): Promise<void> {
  const { page } = await venue.open(browser, { viewport: DESKTOP, colorScheme: 'dark' });
  await pickSandbox(page, 'sandbox-3');
  await order(page, { size: '1.5000' });
  await venue.admin('/chaos/shock', { symbol: 'cmt_btcusdt', change: '-12%' });
  await page.getByRole('tab', { name: 'Explanations', exact: true }).click();
  await page.getByText(/^Left in the account/).scrollIntoViewIfNeeded();
  await page.locator('.notice').first().waitFor({ state: 'detached' });
  await takePicture(page, 'why-dark');
}

async function takePhone(browser: Browser, venue: PageVenue): Promise<void> {
  const { page } = await venue.open(browser, { viewport: PHONE, colorScheme: 'dark' });
  await pickSandbox(page, 'sandbox-2');
  // Away from the chart, which would follow it.
  await page.mouse.move(1, 1);
  await page.waitForTimeout(3_000);
  await takePicture(page, 'phone-chart-dark');
  const bar = page.locator('.place-bar');
  await bar.getByRole('button', { name: 'Trade', exact: true }).click();
  await page.getByLabel('Size', { exact: true }).fill('0.2500');
  await takePicture(page, 'phone-trade-dark');
  await bar.getByRole('button', { name: 'Account', exact: true }).click();
  await page.waitForTimeout(500);
  await takePicture(page, 'phone-account-dark');
}

interface Wanted {
  readonly size: string;
  readonly price?: string;
  readonly side?: 'long' | 'short';
}

async function order(page: Page, { size, price, side = 'long' }: Wanted): Promise<void> {
  const kind = price === undefined ? 'Market' : 'Limit';
  await page.getByRole('tab', { name: kind, exact: true }).click();
  if (price !== undefined) await page.getByLabel('Price', { exact: true }).fill(price);
  await page.getByLabel('Size', { exact: true }).fill(size);
  await sendOrder(page, `Open ${side}`);
}

/** Positions, orders around the price, exits, and an order being written. */
async function fillTheTerminal(page: Page): Promise<void> {
  const last = Number((await page.getByTestId('last-price').innerText()).replaceAll(',', ''));
  const near = (share: number): string => (last * share).toFixed(1);
  await order(page, { size: '0.8000' });
  await order(page, { size: '0.2000', price: near(0.998) });
  await order(page, { size: '0.1500', price: near(1.002), side: 'short' });
  await page.getByRole('button', { name: 'TP/SL', exact: true }).first().click();
  await page.locator('#position-takeProfit').fill(near(1.005));
  await page.locator('#position-stopLoss').fill(near(0.993));
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: /^ETH\/USDT/ }).click();
  await order(page, { size: '4', side: 'short' });
  await page.getByRole('button', { name: /^BTC\/USDT/ }).click();
  await page.getByRole('tab', { name: 'Limit', exact: true }).click();
  await page.getByLabel('Price', { exact: true }).fill(near(0.999));
  await page.getByLabel('Size', { exact: true }).fill('0.2500');
  await page.getByText('Liq.').first().waitFor();
  // Away from the chart, which would follow it; the messages about the orders go by themselves.
  await page.mouse.move(1, 1);
  await page.locator('.notice').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(3_000);
}
