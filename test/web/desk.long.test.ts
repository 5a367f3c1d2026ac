/** A desk that stays: what a trader has set up is there again, and fits the hand. */
import { readFileSync } from 'node:fs';
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import { openWithBrowser } from './browser.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openPageVenue,
  PHONE,
  pauseAtTrueBook,
  pickSandbox,
} from './page-kit.ts';

const { test, browser, sight: venue } = await openWithBrowser(openPageVenue);

const storages = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(
    '[JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]',
  );

const marketTitle = (page: Page) => page.getByRole('heading', { level: 1 });

test('[WEB-40] [WEB-41] a reload keeps contract, tab, account and grouping', async () => {
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
  // The first choice after a reload is a step to go back from, too.
  await page.getByRole('button', { name: /^BTC/ }).first().click();
  await marketTitle(page).filter({ hasText: 'BTCUSDT' }).waitFor();
  await page.goBack();
  await marketTitle(page).filter({ hasText: 'ETHUSDT' }).waitFor();
  await fills.waitFor();
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

test('[WEB-41] pasted keys end with the tab and can be switched', async () => {
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

/** Nothing is sent before the page has what it needs for that. */
async function sendByKey(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Open long', exact: true });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await page.getByLabel('Size', { exact: true }).press('Enter');
}

const notice = (page: Page, text: RegExp) => page.locator('.notice').filter({ hasText: text });
const tableOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();

test('[WEB-42] [WEB-43] [WEB-44] [WEB-64] [WEB-75] sizes, exits, amend, trail, reverse', {
  timeout: 300_000,
}, async () => {
  const { page, complaints } = await venue.open(browser, { colorScheme: 'dark' });
  await pickSandbox(page, 'sandbox-3');
  await pauseAtTrueBook(venue, page);
  await amendInTheTable(page);
  await amendWhatWaits(page);
  await trailThePrice(page);
  await venue.admin('/time/resume');
  await page.getByRole('tab', { name: /^Market$/ }).click();
  await page.getByLabel('Size in', { exact: true }).selectOption('coin');
  await page.getByLabel('Size', { exact: true }).fill('0.0200');
  await page.getByText('≤').first().waitFor();
  await sendByKey(page);
  await notice(page, /^Filled: Open long 0\.0200 BTCUSDT/).waitFor();
  await protectHalf(page);
  await press(page, 'Reverse');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Closes 0\.\d+ BTC Long at market, then opens/).waitFor();
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await tableOf(page, 'Positions')
    .getByText(/^Short/)
    .waitFor();
  await closeInParts(page);
  expect(complaints).toEqual([]);
});

async function amendInTheTable(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Bids', exact: true }).getByRole('button').first().click();
  await page.getByLabel('Size in', { exact: true }).selectOption('quote');
  await page.getByLabel('Size', { exact: true }).fill('1000');
  await page.getByText(/^= 0\.\d+ BTC ≈ 9\d\d\.\d\d USDT$/).waitFor();
  await sendByKey(page);
  await notice(page, /^In the book: Open long/).waitFor();
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  await press(page, 'Amend');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Size', { exact: true }).fill('0.0050');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await notice(page, /^Order changed: 0\.0050 BTC at/).waitFor();
  await tableOf(page, 'Open orders').getByText('0.0050', { exact: true }).waitFor();
  await press(page, 'Cancel');
  await page.getByRole('tab', { name: /^Open orders 0$/ }).waitFor();
}

async function amendWhatWaits(page: Page): Promise<void> {
  const last = Number((await page.getByTestId('last-price').innerText()).replaceAll(',', ''));
  await page.getByRole('tab', { name: 'Trigger', exact: true }).click();
  await page.getByLabel('Trigger price', { exact: true }).fill((last + 1_000).toFixed(1));
  await page.getByLabel('Size', { exact: true }).fill('1000');
  await sendByKey(page);
  await notice(page, /^Waiting: /).waitFor();
  await page.getByRole('tab', { name: /^Trigger orders 1$/ }).click();
  await press(page, 'Amend');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Trigger price', { exact: true }).fill((last + 2_000).toFixed(1));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await notice(page, /^Trigger changed to /).waitFor();
  const moved = (last + 2_000).toLocaleString('en-US', { minimumFractionDigits: 1 });
  await tableOf(page, 'Trigger orders').getByText(moved).waitFor();
  await press(page, 'Cancel');
  await page.getByRole('tab', { name: /^Trigger orders 0$/ }).waitFor();
}

/** Time stands still, so the price to follow is the last one. */
async function trailThePrice(page: Page): Promise<void> {
  const last = Number((await page.getByTestId('last-price').innerText()).replaceAll(',', ''));
  const shown = (price: number) => price.toLocaleString('en-US', { minimumFractionDigits: 1 });
  const plans = tableOf(page, 'Trigger orders');
  const trailing = page.getByRole('combobox', { name: 'Trailing', exact: true });
  await trailing.selectOption('price');
  await page.getByLabel('Distance', { exact: true }).fill('0.05');
  await page.getByText('Must be a multiple of 0.1, above 0.').waitFor();
  await page.getByLabel('Distance', { exact: true }).fill('250.0');
  await page.getByLabel('Size', { exact: true }).fill('1000');
  await sendByKey(page);
  await notice(page, /^Waiting: Open long /).waitFor();
  await plans.getByText('Trailing 250.0 USDT', { exact: true }).waitFor();
  await plans.getByText(`Last ${shown(last + 250)}`, { exact: true }).waitFor();
  expect(await plans.getByRole('button', { name: 'Amend', exact: true }).count()).toBe(0);
  await press(page, 'Cancel');
  await page.getByRole('tab', { name: /^Trigger orders 0$/ }).waitFor();
  await trailing.selectOption('percent');
  await page.getByLabel('Distance', { exact: true }).fill('20.1');
  await page.getByText('From 0.1 to 20, in steps of 0.1.').waitFor();
  await page.getByLabel('Distance', { exact: true }).fill('0.5');
  await page.getByLabel('Activation price', { exact: true }).fill((last - 500).toFixed(1));
  await page.getByLabel('Size', { exact: true }).fill('1000');
  await sendByKey(page);
  await plans.getByText('Trailing 0.5 %', { exact: true }).waitFor();
  await plans.getByText(`Last from ${shown(last - 500)}`, { exact: true }).waitFor();
  await expectAccessible(page);
  await press(page, 'Cancel');
  await page.getByRole('tab', { name: /^Trigger orders 0$/ }).waitFor();
}

async function protectHalf(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Positions/ }).click();
  await press(page, 'TP/SL');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Per cent', exact: true }).click();
  await dialog.getByLabel('Take profit', { exact: true }).fill('5');
  await dialog.getByText(/^at \d+,\d{3}\.\d$/).waitFor();
  await dialog.getByRole('button', { name: 'Mark price', exact: true }).click();
  await dialog.getByLabel('Part of the position', { exact: true }).fill('50');
  await dialog.getByText('Closes 50% at market when the mark price reaches the trigger.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await tableOf(page, 'Positions')
    .getByText(/^Mark \d+,\d{3}\.\d \(0\.0100\)$/)
    .waitFor();
}

async function closeInParts(page: Page): Promise<void> {
  const row = tableOf(page, 'Positions').getByRole('button', { name: 'Close', exact: true });
  await row.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '50% of the position', exact: true }).click();
  expect(await dialog.getByLabel('Size', { exact: true }).inputValue()).toBe('0.0100');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await tableOf(page, 'Positions').getByText('0.0100', { exact: true }).waitFor();
  await press(page, 'Close all');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('tab', { name: /^Positions 0$/ }).waitFor();
}

/** The parts of the desk that lie under the inspector. */
const COVERED = `(() => {
  const over = document.querySelector('.inspector').getBoundingClientRect();
  return ['.book', '.tape', '.ticket', '.account-tables', '.account'].filter((part) => {
    const { left, right, top, bottom } = document.querySelector(part).getBoundingClientRect();
    const isBeside = left > over.right - 1 || right < over.left + 1;
    return !isBeside && top < over.bottom - 1 && bottom > over.top + 1;
  });
})()`;

test('[WEB-45] the inspector covers nothing that acts; a pending call looks so', async () => {
  const { page } = await venue.open(browser, { viewport: { width: 900, height: 800 } });
  await pickSandbox(page, 'sandbox-5');
  await page.getByRole('button', { name: 'Request inspector', exact: true }).click();
  const inspector = page.getByRole('complementary', { name: 'Request inspector', exact: true });
  for (const width of [900, 1_440, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate<string[]>(COVERED)).toEqual([]);
    const box = await inspector.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(300);
  }
  const held: (() => void)[] = [];
  await page.route('**/capi/v2/order/placeOrder', async (route) => {
    await new Promise<void>((resolve) => void held.push(resolve));
    await route.continue();
  });
  await page.getByRole('tab', { name: /^Market$/ }).click();
  await page.getByLabel('Size', { exact: true }).fill('0.0010');
  await page.getByLabel('Size', { exact: true }).press('Enter');
  await inspector.getByText('Response · pending …').waitFor();
  await expect.poll(() => held.length).toBe(1);
  for (const release of held) release();
  await inspector.getByText(/^Response · 200 · /).waitFor();
  expect(await inspector.getByRole('button', { name: /market\/index/ }).count()).toBe(0);
  await inspector.getByLabel('Show polling requests', { exact: true }).check();
  await inspector
    .getByRole('button', { name: /market\/index/ })
    .first()
    .waitFor();
});

test('[WEB-46] while disconnected nothing can be sent, and it looks so', async () => {
  const routes = new Set<WebSocketRoute>();
  let isCut = false;
  const { page } = await venue.open(browser, { colorScheme: 'dark' }, async (opened) => {
    await opened.routeWebSocket('**/v2/ws/public', (route) => {
      if (isCut) return void route.close();
      route.connectToServer();
      routes.add(route);
    });
  });
  await pickSandbox(page, 'sandbox-2');
  await page.getByRole('tab', { name: /^Market$/ }).click();
  await page.getByLabel('Size', { exact: true }).fill('0.0010');
  const send = page.getByRole('button', { name: 'Open long', exact: true });
  await expect.poll(() => send.isEnabled()).toBe(true);
  isCut = true;
  for (const route of routes) await route.close();
  await page.getByText('Connection lost: what is shown is old, and nothing can be sent.').waitFor();
  expect(await send.isEnabled()).toBe(false);
  const refill = page.getByRole('button', { name: 'Refill', exact: true });
  expect(await refill.isEnabled()).toBe(false);
  await page.getByLabel('Size', { exact: true }).press('Enter');
  await expectAccessible(page);
  isCut = false;
  await expect.poll(() => send.isEnabled(), { timeout: 60_000 }).toBe(true);
  await page.getByRole('tab', { name: /^Positions 0$/ }).waitFor();
});

test('[WEB-47] [WEB-48] [WEB-62] markets are found, levels reached by hand', async () => {
  const { page, complaints } = await venue.open(browser, { colorScheme: 'dark' });
  const rows = page.locator('.market-rows li');
  const lines = page.locator('.market-rows .spark[aria-hidden="true"] .spark-line');
  await expect.poll(() => lines.count()).toBe(await rows.count());
  await page.getByRole('button', { name: 'Favourite SOLUSDT', exact: true }).click();
  expect(await rows.first().textContent()).toContain('SOL');
  await page.keyboard.press('/');
  await page.keyboard.type('eth');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByLabel('Search markets', { exact: true }).fill('');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys', exact: true }).waitFor();
  await page.getByText('In the ticket: send long').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Bids', exact: true }).getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Price', { exact: true }).inputValue()).toMatch(/^\d/);
  const bids = page.locator('.level.bid');
  await page.setViewportSize({ width: 1_440, height: 780 });
  const few = await bids.count();
  await page.setViewportSize({ width: 1_440, height: 1_300 });
  await expect.poll(() => bids.count()).toBeGreaterThan(few);
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => rows.first().textContent()).toContain('SOL');
  expect(complaints).toEqual([]);
});

test('[WEB-42] [WEB-49] [WEB-63] on a phone, in Chinese, bills tell what was sent', async () => {
  const look = { viewport: PHONE, locale: 'zh-CN', colorScheme: 'light' } as const;
  const { page } = await venue.open(browser, look);
  await page.getByRole('button', { name: '连接账户', exact: true }).first().click();
  await page.getByRole('button', { name: 'sandbox-4', exact: true }).click();
  await page.getByRole('navigation').getByRole('button', { name: '下单', exact: true }).click();
  await page.getByRole('tab', { name: /^市价$/ }).click();
  await sendShareOfMargin(page);
  await page.getByLabel('数量单位', { exact: true }).selectOption('coin');
  await page.getByLabel('数量', { exact: true }).fill('0.0010');
  await page.getByLabel('数量', { exact: true }).press('Enter');
  await notice(page, /开多/).first().waitFor();
  await page.getByRole('navigation').getByRole('button', { name: '账户', exact: true }).click();
  await page.getByRole('tab', { name: '账单', exact: true }).click();
  await page
    .getByText(/^开多 BTCUSDT, 手续费 0\.\d+$/)
    .first()
    .waitFor();
  // A fill took its fee from the wallet; the balance is the one that the account shows.
  const cells = page.locator('.table tr').nth(1).locator('td');
  expect(await cells.nth(3).textContent()).toMatch(/^-0\.\d+$/);
  expect(await cells.nth(4).textContent()).toMatch(/^9,9\d\d\.\d+$/);
  await expectSorted(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出CSV', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('bills-sandbox-4-2026-03-02.csv');
  const [head = '', first = ''] = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(head).toMatch(/^utc,text,/);
  expect(first).toMatch(/^2026-03-02T\d\d:\d\d:\d\d\.\d{3}Z,/);
  await expectNoSidewaysScroll(page);
});

async function sendShareOfMargin(page: Page): Promise<void> {
  await page.getByLabel('数量单位', { exact: true }).selectOption('margin');
  await page.getByLabel('数量', { exact: true }).fill('10');
  await page.getByText(/^= [\d.]+ BTC ≈ [\d,.]+ USDT$/).waitFor();
  await page.getByText('市价单按最大可能成本冻结，成交后未用部分立即退回。').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('数量', { exact: true }).press('Shift+Enter');
  await notice(page, /开空/).first().waitFor();
}

/** On a phone a list stands for the headings; the rows are a deposit and at least one trade. */
async function expectSorted(page: Page): Promise<void> {
  const amounts = async (): Promise<number[]> => {
    const texts = await page.locator('.table td[data-label="金额"]').allInnerTexts();
    return texts.map((text) => Number(text.replace(/[^\d.-]/g, '')));
  };
  const order = page.getByLabel('排序', { exact: true });
  await order.selectOption({ label: '金额 ▼' });
  const down = (await amounts()).toSorted((one, other) => other - one);
  expect(await amounts()).toEqual(down);
  await order.selectOption({ label: '金额 ▲' });
  expect(await amounts()).toEqual(down.toReversed());
  expect(down.length).toBeGreaterThan(1);
}
