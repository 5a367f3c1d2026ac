/** The desk holds still: panels keep their sizes, and nothing moves or tires while it is used. */
import type { Locator, Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { createClient, type PerpetuaClient } from '../../src/client/client.ts';
import { DESK_WORDS } from '../../src/web/shell/desk-words.ts';
import { FRAME_WORDS } from '../../src/web/shell/words.ts';
import { openWithBrowser } from './browser.ts';
import {
  DESKTOP,
  dragByTouch,
  expectAccessible,
  expectNoSidewaysScroll,
  openPageVenue,
  PHONE,
  pickSandbox,
} from './page-kit.ts';

const { test, browser, sight: venue } = await openWithBrowser(() => openPageVenue(oneMarket));

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

test('[WEB-50] panels are resized by hand and by keys, and remembered', async () => {
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
    .map(({ style }) => Number.parseFloat(style.backgroundSize))`);
  expect(Math.max(...bars)).toBe(100);
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
    // The page learns of its new size a moment after the browser has it.
    const isUsable = async (): Promise<boolean> => {
      const box = await boxOf(page.locator(part));
      return box.width >= width && box.height >= height && box.x + box.width <= size.width;
    };
    await expect.poll(isUsable, { message: part }).toBe(true);
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

const CRAFT_MILLIS = 8_000;

test('[WEB-52] at sixty times speed the page neither moves nor tires', async () => {
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
    place: 0,
  },
  {
    name: 'a phone, light and in Chinese',
    options: { viewport: PHONE, colorScheme: 'light', locale: 'zh-CN' },
    who: 2,
    place: 1,
  },
] as const;

const wordsIn = (place: 0 | 1) => {
  const { connectAccount, cutOff, account, tpsl } = FRAME_WORDS;
  const { trade, exits, openLong, confirm } = DESK_WORDS;
  return {
    connectAccount: connectAccount[place],
    cutOff: cutOff[place],
    account: account[place],
    tpsl: tpsl[place],
    trade: trade[place],
    exits: exits[place],
    openLong: openLong[place],
    confirm: confirm[place],
  };
};

for (const { name: reader, options, who, place } of TYPISTS)
  test(`[WEB-51] on ${reader} nothing moves while one types`, async () => {
    const words = wordsIn(place);
    const client = await tradeAndRun(who);
    const routes = new Set<WebSocketRoute>();
    let isCut = false;
    const { page } = await venue.open(browser, options, async (opened) => {
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
    await page.getByRole('button', { name: words.connectAccount, exact: true }).first().click();
    await page.getByRole('button', { name: `sandbox-${who + 1}`, exact: true }).click();
    await page.locator('[data-figure="equity"]').waitFor({ state: 'attached' });
    await goTo(words.trade);
    await page.getByLabel(words.exits, { exact: true }).check();
    const send = page.getByRole('button', { name: words.openLong, exact: true });
    await expectStillness(page, '#price', send, ['9999999', '90000']);
    await client.order.placeOrder({ symbol, type: '1', match_price: '1', size: '0.0010' });
    await expectStillness(page, '#size', send, ['900', '0.02']);
    await expectStillness(page, '#take-profit', send, ['95000']);
    isCut = true;
    for (const route of routes) await route.close();
    await page.getByText(words.cutOff).waitFor();
    await expectStillness(page, '#stop-loss', send, ['99000']);
    isCut = false;
    await page.getByText(words.cutOff).waitFor({ state: 'detached' });

    await goTo(words.account);
    await page.getByRole('button', { name: words.tpsl, exact: true }).first().click();
    const confirm = page
      .getByRole('dialog')
      .getByRole('button', { name: words.confirm, exact: true });
    await expectStillness(page, '#position-takeProfit', confirm, ['80000.01']);
    await expectStillness(page, '#position-part', confirm, ['500']);
  });

/** Resolves when a frame has been drawn, and what was told of it is heard. */
const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))`);

/** Each text is typed as by hand, and everything is looked at after each. */
async function expectStillness(
  page: Page,
  id: string,
  button: Locator,
  texts: readonly string[],
): Promise<void> {
  const field = page.locator(id);
  await field.focus();
  await page.waitForTimeout(150);
  // What moved before is told with a frame, which a slow machine draws later.
  await untilDrawn(page);
  await takeShifts(page);
  const places = () => Promise.all([boxOf(field), boxOf(button)]);
  const before = await places();
  for (const text of texts) {
    await field.fill('');
    await field.pressSequentially(text, { delay: 40 });
    expect(await places(), text).toEqual(before);
  }
  await page.waitForTimeout(400);
  await untilDrawn(page);
  expect(await places()).toEqual(before);
  expect((await takeShifts(page)).flatMap(({ moved }) => moved)).toEqual([]);
  const over = await page.evaluate<string[]>(`${JSON.stringify(before)}.map(
    ({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2)
      ?.closest('.notices, .cut-off')?.textContent ?? '')`);
  expect(over).toEqual(['', '']);
}
