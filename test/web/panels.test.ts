/** The desk holds still: panels keep their sizes, and nothing moves or tires while it is used. */
import type { Browser, Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type PerpetuaClient } from '../../src/client/client.ts';
import { launchBrowser } from './browser.ts';
import {
  DESKTOP,
  dragByTouch,
  expectAccessible,
  expectNoSidewaysScroll,
  openPageVenue,
  type PageVenue,
  PHONE,
  pickSandbox,
} from './page-kit.ts';

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

const symbol = 'cmt_btcusdt';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(place: Locator): Promise<Box> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('it has no box');
  return box;
}

const borderOf = (page: Page, name: string): Locator =>
  page.getByRole('separator', { name, exact: true });

async function dragBy(page: Page, border: Locator, x: number, y: number): Promise<void> {
  const box = await boxOf(border);
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x, top + y, { steps: 4 });
  await page.mouse.up();
}

const sizeNow = async (border: Locator): Promise<number> =>
  Number(await border.getAttribute('aria-valuenow'));

/**
 * What has moved since the page was opened, or since it was last asked for. `moved` names boxes: a
 * figure that gets longer begins elsewhere in its own box, and that moves nothing else.
 */
const COUNT_SHIFTS = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value, sources }) => ({
    value,
    moved: sources.filter(({ node }) => node?.nodeType === Node.ELEMENT_NODE)
      .map(({ node }) => node.tagName + '.' + node.className + ' ' + node.textContent),
  })))).observe({ type: 'layout-shift', buffered: true });`;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

const takeShifts = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate<readonly Shift[]>('shifts.splice(0)');

test('[WEB-50] panels are resized by hand and by keys, and remembered', async (context) => {
  if (browser === undefined) return context.skip();
  const { page, complaints } = await venue.open(browser, { hasTouch: true }, async (opened) => {
    await opened.addInitScript(COUNT_SHIFTS);
  });
  const [book, ticket, tables] = [
    borderOf(page, 'Width of the order book'),
    borderOf(page, 'Width of the ticket'),
    borderOf(page, 'Height of the tables'),
  ];
  const usual = await Promise.all([book, ticket, tables].map(sizeNow));
  const bids = page.locator('.level.bid');
  await bids.first().waitFor();
  const [few, chart] = [await bids.count(), await boxOf(page.locator('.chart-box canvas').first())];
  await dragByTouch(page, tables, 0, 150);
  expect(await sizeNow(tables)).toBe((usual[2] ?? 0) - 150);
  await expect.poll(() => bids.count()).toBeGreaterThan(few);
  await dragBy(page, book, -90, 0);
  expect((await boxOf(page.locator('.book'))).width).toBe((usual[0] ?? 0) + 90);
  await ticket.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await sizeNow(ticket)).toBe((usual[1] ?? 0) + 16);
  const canvas = page.locator('.chart-box canvas').first();
  await expect.poll(async () => (await boxOf(canvas)).width).toBeLessThan(chart.width - 100);
  await expect.poll(async () => (await boxOf(canvas)).height).toBeGreaterThan(chart.height + 100);
  const bars = await page.evaluate<number[]>(`[...document.querySelectorAll('.level')]
    .map(({ style }) => Number(style.getPropertyValue('--share')))`);
  expect(Math.max(...bars)).toBe(1);
  await expectAccessible(page);

  const chosen = await Promise.all([book, ticket, tables].map(sizeNow));
  await page.reload();
  await bids.first().waitFor();
  expect(await Promise.all([book, ticket, tables].map(sizeNow))).toEqual(chosen);
  const moved = await takeShifts(page);
  expect(moved.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.02);

  await page.keyboard.press('?');
  await page.getByText('On a border between panels').waitFor();
  await page.keyboard.press('Escape');
  for (const [border, edge] of [
    [book, 'End'],
    [ticket, 'End'],
    [tables, 'End'],
    [tables, 'Home'],
    [book, 'Home'],
  ] as const) {
    await border.focus();
    await page.keyboard.press(edge);
    for (const size of [DESKTOP, { width: 1_280, height: 720 }]) await expectUsable(page, size);
  }
  await page.setViewportSize(DESKTOP);
  for (const border of [book, tables]) await border.dblclick();
  await ticket.focus();
  await page.keyboard.press('Enter');
  expect(await Promise.all([book, ticket, tables].map(sizeNow))).toEqual(usual);
  await page.setViewportSize(PHONE);
  expect(await book.isVisible()).toBe(false);
  await expectNoSidewaysScroll(page);
  expect(complaints).toEqual([]);
});

const LEAST = [
  ['.chart-box', 300, 150],
  ['.book .levels', 200, 100],
  ['.ticket', 270, 300],
  ['.account-tables', 400, 100],
] as const;

async function expectUsable(page: Page, size: typeof DESKTOP): Promise<void> {
  await page.setViewportSize(size);
  await expectNoSidewaysScroll(page);
  for (const [part, width, height] of LEAST) {
    const box = await boxOf(page.locator(part));
    expect(box.width, part).toBeGreaterThanOrEqual(width);
    expect(box.height, part).toBeGreaterThanOrEqual(height);
    expect(box.x + box.width, part).toBeLessThanOrEqual(size.width);
  }
}

/** A position, and orders of its own around the price; then the market runs. */
async function tradeAndRun(place: number): Promise<PerpetuaClient> {
  const who = venue.credentials[place];
  if (who === undefined) throw new Error('no such account');
  const { apiKey, secretKey, passphrase } = who;
  const { baseUrl, now } = venue;
  const client = createClient({ baseUrl, apiKey, secretKey, passphrase, now });
  const { bids } = await client.market.depth({ symbol });
  await client.order.placeOrder({ symbol, type: '1', match_price: '1', size: '0.0200' });
  for (const share of [0.99, 0.98, 0.97]) {
    const price = (Number(bids[0]?.[0]) * share).toFixed(1);
    await client.order.placeOrder({ symbol, type: '1', match_price: '0', price, size: '0.0100' });
  }
  await venue.admin('/time/speed', { speed: 60 });
  return client;
}

const ALL_STUDIES = `for (const name of ['volume', 'ma', 'ema', 'vwap', 'rsi'])
  localStorage.setItem('perpetua.chart-' + name, 'on');`;

const COUNT_PRICES = `globalThis.prices = 0;
  new MutationObserver(() => { prices += 1; }).observe(
    document.querySelector('[data-testid="last-price"]'), { characterData: true, subtree: true })`;

const CRAFT_MILLIS = 15_000;

test('[WEB-52] at sixty times speed the page neither moves nor tires', async (context) => {
  if (browser === undefined) return context.skip();
  await tradeAndRun(0);
  const { page, complaints } = await venue.open(browser, {}, async (opened) => {
    await opened.addInitScript(COUNT_SHIFTS + ALL_STUDIES);
  });
  await pickSandbox(page, 'sandbox-1');
  await page.locator('.line-tag.movable').nth(2).waitFor({ state: 'attached' });
  await page.getByTestId('readout').getByText('RSI 14').waitFor();
  const session = await page.context().newCDPSession(page);
  // Processor time of the main thread: a machine that is busy with other things adds nothing to it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  await page.evaluate(COUNT_PRICES);
  await takeShifts(page);
  const [before, begun] = [await spent(), performance.now()];
  await page.waitForTimeout(CRAFT_MILLIS);
  const share = ((await spent()) - before) / ((performance.now() - begun) / 1_000);
  const shifts = await takeShifts(page);
  const shift = shifts.reduce((sum, { value }) => sum + value, 0);
  const prices = await page.evaluate<number>('prices');
  process.stderr.write(`main thread ${share.toFixed(3)}, shift ${shift.toFixed(5)}, ${prices}\n`);
  expect(prices).toBeGreaterThan(10);
  expect(shift, JSON.stringify(shifts)).toBeLessThan(0.02);
  expect(share).toBeLessThan(0.25);
  expect(complaints).toEqual([]);
});

const TYPISTS = [
  {
    name: 'a desktop, dark and in English',
    options: { viewport: DESKTOP, colorScheme: 'dark', locale: 'en-US' },
    who: 1,
    connect: 'Connect account',
    trade: 'Trade',
    account: 'Account',
    exits: 'Take profit / stop loss',
    send: 'Open long',
    tpsl: 'TP/SL',
    confirm: 'Confirm',
    cutOff: 'Connection lost: what is shown is old, and nothing can be sent.',
  },
  {
    name: 'a phone, light and in Chinese',
    options: { viewport: PHONE, colorScheme: 'light', locale: 'zh-CN' },
    who: 2,
    connect: '连接账户',
    trade: '下单',
    account: '账户',
    exits: '止盈/止损',
    send: '开多',
    tpsl: '止盈止损',
    confirm: '确认',
    cutOff: '连接已断开：显示的内容不是最新的，无法发送任何请求。',
  },
] as const;

for (const typist of TYPISTS)
  test(`[WEB-51] on ${typist.name} nothing moves while one types`, {
    timeout: 400_000,
  }, async (context) => {
    if (browser === undefined) return context.skip();
    const client = await tradeAndRun(typist.who);
    const routes = new Set<WebSocketRoute>();
    let isCut = false;
    const { page } = await venue.open(browser, typist.options, async (opened) => {
      await opened.addInitScript(COUNT_SHIFTS);
      await opened.routeWebSocket('**/v2/ws/public', (route) => {
        if (isCut) return void route.close();
        route.connectToServer();
        routes.add(route);
      });
    });
    const goTo = async (name: string): Promise<void> => {
      const bar = page.locator('.place-bar');
      if (await bar.isVisible()) await bar.getByRole('button', { name, exact: true }).click();
    };
    await page.getByRole('button', { name: typist.connect, exact: true }).first().click();
    await page.getByRole('button', { name: `sandbox-${typist.who + 1}`, exact: true }).click();
    await page.locator('[data-figure="equity"]').waitFor({ state: 'attached' });
    await goTo(typist.trade);
    await page.getByLabel(typist.exits, { exact: true }).check();
    const send = page.getByRole('button', { name: typist.send, exact: true });
    await expectStillness(page, '#price', send, ['5', '50000.01', '9999999', '90000']);
    await client.order.placeOrder({ symbol, type: '1', match_price: '1', size: '0.0010' });
    await expectStillness(page, '#size', send, ['0.00001', '900', '0.02']);
    await expectStillness(page, '#take-profit', send, ['80000', '95000']);
    isCut = true;
    for (const route of routes) await route.close();
    await page.getByText(typist.cutOff).waitFor();
    await expectStillness(page, '#stop-loss', send, ['99000', '80000']);
    isCut = false;
    await page.getByText(typist.cutOff).waitFor({ state: 'detached' });

    await goTo(typist.account);
    await page.getByRole('button', { name: typist.tpsl, exact: true }).first().click();
    const confirm = page
      .getByRole('dialog')
      .getByRole('button', { name: typist.confirm, exact: true });
    await expectStillness(page, '#position-takeProfit', confirm, ['80000.01', '95000']);
    await expectStillness(page, '#position-part', confirm, ['', '50', '500']);
  });

/** Each text is typed slowly, and everything is looked at after each. */
async function expectStillness(
  page: Page,
  id: string,
  button: Locator,
  texts: readonly string[],
): Promise<void> {
  const field = page.locator(id);
  await field.focus();
  await page.waitForTimeout(300);
  await takeShifts(page);
  const places = async () => ({ field: await boxOf(field), button: await boxOf(button) });
  const before = await places();
  for (const text of texts) {
    await field.fill('');
    await field.pressSequentially(text, { delay: 60 });
    expect(await places(), text).toEqual(before);
  }
  await page.waitForTimeout(500);
  expect(await places()).toEqual(before);
  expect((await takeShifts(page)).flatMap(({ moved }) => moved)).toEqual([]);
}
