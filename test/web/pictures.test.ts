/**
 * Pictures of the page for the documents, from a seeded market. Only where PAGE_PICTURES is set:
 * they are files of the repository, and no test changes those by accident.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { DESKTOP, openPageVenue, PHONE, pickSandbox, sendOrder } from './page-kit.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const THEMES = ['dark', 'light'] as const;

test.runIf(process.env['PAGE_PICTURES'] !== undefined)(
  'pictures',
  { timeout: 300_000 },
  async () => {
    mkdirSync(FOLDER, { recursive: true });
    const browser = await launchBrowser();
    if (browser === undefined) return;
    const venue = await openPageVenue();
    try {
      for (const colorScheme of THEMES) {
        const { page } = await venue.open(browser, { viewport: DESKTOP, colorScheme });
        await pickSandbox(page, colorScheme === 'dark' ? 'sandbox-1' : 'sandbox-2');
        await fillTheTerminal(page);
        await page.screenshot({ path: `${FOLDER}terminal-${colorScheme}.png` });
        await page.getByRole('button', { name: 'Request inspector', exact: true }).click();
        await page
          .getByRole('button', { name: /placeOrder/ })
          .first()
          .click();
        await page.screenshot({ path: `${FOLDER}inspector-${colorScheme}.png` });
        const phone = await venue.open(browser, { viewport: PHONE, colorScheme });
        await pickSandbox(phone.page, colorScheme === 'dark' ? 'sandbox-1' : 'sandbox-2');
        // Away from the chart, which would follow it.
        await phone.page.mouse.move(1, 1);
        await phone.page.waitForTimeout(2_000);
        await phone.page.screenshot({ path: `${FOLDER}phone-${colorScheme}.png` });
      }
      const { page } = await venue.open(browser, { viewport: DESKTOP, colorScheme: 'dark' });
      await pickSandbox(page, 'sandbox-3');
      await order(page, { size: '1.5000' });
      await venue.admin('/chaos/shock', { symbol: 'cmt_btcusdt', change: '-12%' });
      await page.getByRole('tab', { name: 'Explanations', exact: true }).click();
      await page.getByText('fell to or below the required margin').first().waitFor();
      await page.locator('.notice').first().waitFor({ state: 'detached', timeout: 30_000 });
      await page.screenshot({ path: `${FOLDER}why-dark.png` });
    } finally {
      await browser.close();
      await venue.close();
    }
  },
);

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
  await page.getByRole('button', { name: /^ETH\/USDT/ }).click();
  await order(page, { size: '4', side: 'short' });
  await page.getByRole('button', { name: /^BTC\/USDT/ }).click();
  await page.getByRole('tab', { name: 'Limit', exact: true }).click();
  await page.getByLabel('Price', { exact: true }).fill(near(0.999));
  await page.getByLabel('Size', { exact: true }).fill('0.2500');
  await page.getByText('Liq.').first().waitFor();
  // The messages about the orders go by themselves.
  await page.locator('.notice').first().waitFor({ state: 'detached', timeout: 30_000 });
  await page.waitForTimeout(5_000);
}
