/** An account in net mode at the desk: it buys and sells, and sees what it will hold. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { openWithBrowser } from './browser.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  OF_COLOURS,
  openPageVenue,
  PATIENCE_MILLIS,
  PHONE,
  pickSandbox,
  sendOrder,
} from './page-kit.ts';

const { test, browser, sight: venue } = await openWithBrowser(() => openPageVenue(oneMarket));

const heldBy = async (place: number): Promise<readonly string[]> => {
  const who = venue.credentials.find(({ name }) => name === `oneway-${place}`);
  if (who === undefined) throw new Error('no such account');
  const rows = await venue.ask('/capi/v2/account/position/allPosition', who);
  return rows.map(({ side, size }: { side: string; size: string }) => `${side} ${size}`);
};

const expectHeld = (place: number, held: readonly string[]): Promise<void> =>
  expect.poll(() => heldBy(place), { timeout: PATIENCE_MILLIS }).toEqual(held);

const notice = (page: Page, text: RegExp) => page.locator('.notice', { hasText: text }).first();

/** The words of hedge mode are nowhere. */
async function expectNetWords(page: Page): Promise<void> {
  const shown = await page.locator('main').innerText();
  expect(shown).not.toMatch(/(Open|Close) (long|short)|开多|开空|平多|平空/);
}

test('[WEB-72] a long is sold from the ticket, turned by one order and closed', async () => {
  const { page, complaints } = await venue.open(browser, { colorScheme: 'dark' });
  await pickSandbox(page, 'oneway-1');
  const size = page.getByLabel('Size', { exact: true });
  const preview = (side: 'long' | 'short') => page.locator(`#preview-${side}`);
  await page.getByLabel('Reduce only', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await size.fill('0.02');
  await preview('long').getByText('Long 0.0200').waitFor();
  await sendOrder(page, 'Buy');
  await notice(page, /Filled: Buy 0\.0200 BTCUSDT/).waitFor();
  await expectHeld(1, ['LONG 0.0200']);

  await size.fill('0.005');
  await preview('long').getByText('Long 0.0250').waitFor();
  await preview('short').getByText('Long 0.0150').waitFor();
  await size.fill('0.02');
  await preview('short').getByText('none').first().waitFor();
  await size.fill('0.03');
  await preview('short').getByText('Short 0.0100').waitFor();
  await expectAccessible(page);
  await sendOrder(page, 'Sell');
  await notice(page, /Filled: Sell 0\.0300 BTCUSDT/).waitFor();
  await expectHeld(1, ['SHORT 0.0100']);

  await page.getByRole('button', { name: 'Reverse', exact: true }).click();
  await page.getByText(/^Buy 0\.0200 BTC at market: it closes 0\.0100 BTC Short/).waitFor();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await notice(page, /Filled: Buy 0\.0200 BTCUSDT/).waitFor();
  await expectHeld(1, ['LONG 0.0100']);

  await page.getByLabel('Reduce only', { exact: true }).check();
  await size.fill('0.004');
  await preview('long').getByText('No such position to close.').waitFor();
  expect(await page.getByRole('button', { name: 'Buy', exact: true }).isDisabled()).toBe(true);
  await preview('short').getByText('Long 0.0060').waitFor();
  await sendOrder(page, 'Sell');
  await notice(page, /Filled: Sell, reduce only 0\.0040 BTCUSDT/).waitFor();
  await expectHeld(1, ['LONG 0.0060']);
  expect(complaints).toEqual([]);
});

test('[WEB-72] orders, chart, exits, history and keys speak of buying and selling', async () => {
  const { page, complaints } = await venue.open(browser, { colorScheme: 'light' });
  await pickSandbox(page, 'oneway-2');
  const size = page.getByLabel('Size', { exact: true });
  await page.getByLabel('Reduce only', { exact: true }).waitFor();
  const last = Number((await page.getByTestId('last-price').innerText()).replaceAll(',', ''));
  for (const [button, share] of [
    ['Buy', 0.98],
    ['Sell', 1.02],
  ] as const) {
    await page.getByLabel('Price', { exact: true }).fill((last * share).toFixed(1));
    await size.fill('0.01');
    await sendOrder(page, button);
  }
  for (const name of ['Buy 0.0100', 'Sell 0.0100'])
    await page.locator('.line-tag.movable', { hasText: name }).waitFor();
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  const cells = page.locator('.table td[data-label="Direction"]');
  await expect.poll(async () => (await cells.allInnerTexts()).sort()).toEqual(['Buy', 'Sell']);
  await page.getByRole('button', { name: 'Cancel all', exact: true }).click();
  await notice(page, /Canceled by you: Sell 0\.0100/).waitFor();

  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await size.fill('0.02');
  await sendOrder(page, 'Sell');
  await page.getByRole('tab', { name: /^Positions/ }).click();
  await page.getByRole('button', { name: 'TP/SL', exact: true }).click();
  await page.locator('#position-takeProfit').fill((last * 0.9).toFixed(1));
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('tab', { name: /^Trigger orders/ }).click();
  await expect.poll(async () => cells.allInnerTexts()).toEqual(['Buy, reduce only']);
  for (const tab of ['orders', 'fills', 'bills']) {
    await page.locator(`#account-tab-${tab}`).click();
    await page.locator('.table td').first().waitFor();
    await expectNetWords(page);
  }
  await page.keyboard.press('?');
  await page.getByText('In the ticket: buy', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expectAccessible(page, OF_COLOURS);
  expect(complaints).toEqual([]);
});

test('[WEB-72] on a phone in Chinese the ticket buys and sells too', async () => {
  const { page } = await venue.open(browser, { viewport: PHONE, locale: 'zh-CN' });
  await page.getByRole('button', { name: '连接账户', exact: true }).first().click();
  await page.getByRole('button', { name: 'oneway-2', exact: true }).click();
  await page.locator('[data-figure="equity"]').waitFor({ state: 'attached' });
  await page.locator('.place-bar').getByRole('button', { name: '下单', exact: true }).click();
  await page.getByLabel('只减仓', { exact: true }).check();
  await page.getByRole('tab', { name: '市价', exact: true }).click();
  await page.getByLabel('数量', { exact: true }).fill('0.005');
  await page.locator('#preview-long').getByText('空 0.0150').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: '买', exact: true }).click();
  await notice(page, /买，只减仓/).waitFor();
  await expectHeld(2, ['SHORT 0.0150']);
});

/** Each label is pressed; then the middle of the thumb is where the label is. */
async function expectLabelsAtThumb(page: Page, slider: string): Promise<void> {
  const range = page.locator(`${slider} input[type="range"]`);
  const labels = page.locator(`${slider} .slider-marks button`);
  expect(await labels.count()).toBeGreaterThan(4);
  for (const label of await labels.all()) {
    await label.click();
    const [bar, box] = [await range.boundingBox(), await label.boundingBox()];
    if (bar === null || box === null) throw new Error('there is no slider');
    const shareNow = async (): Promise<number> =>
      Number(await range.inputValue()) / Number(await range.getAttribute('max'));
    const share = await shareNow();
    const thumb = bar.x + THUMB / 2 + (bar.width - THUMB) * share;
    expect(Math.abs(box.x + box.width / 2 - thumb), await label.innerText()).toBeLessThan(2);
    // What a hand does: it takes the thumb under the label, and nothing changes.
    await page.mouse.click(box.x + box.width / 2, bar.y + bar.height / 2);
    expect(Math.abs((await shareNow()) - share)).toBeLessThan(0.02);
  }
}

const THUMB = 14;

test('[WEB-73] labels of sliders stand where the thumb stops', async () => {
  const { page } = await venue.open(browser);
  await pickSandbox(page, 'sandbox-1');
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await expectLabelsAtThumb(page, '.size-slider');
  await page.locator('.margin-row button').click();
  await expectLabelsAtThumb(page, '.dialog');
  await page.getByRole('button', { name: '20×', exact: true }).click();
  const slider = page.getByRole('slider', { name: 'Leverage', exact: true });
  await slider.press('ArrowRight');
  expect(await slider.getAttribute('aria-valuetext')).toBe('21×');
  await slider.press('End');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await notice(page, /Leverage is now 400×/).waitFor();
});
