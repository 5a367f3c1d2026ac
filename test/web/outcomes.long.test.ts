/** What the page says about each outcome, in the words that a person reads. */
import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { openWithBrowser } from './browser.ts';
import {
  type Anything,
  type Credential,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  openPageVenue,
  PATIENCE_MILLIS,
  PHONE,
} from './page-kit.ts';

const SHORTLY_BEFORE_FUNDING = '2026-03-02T15:50:00Z';
const {
  test,
  browser,
  sight: venue,
} = await openWithBrowser(() => openPageVenue(oneMarket, '--start-at', SHORTLY_BEFORE_FUNDING));

const NUMBER = '[\\d,.]+';

/** What a reader of each language expects, with `#` for any number. */
const READERS = [
  {
    name: 'a desktop, dark and in English',
    options: { viewport: DESKTOP, colorScheme: 'dark', locale: 'en-US' },
    who: 0,
    connect: 'Connect account',
    account: 'Account',
    tabs: { fills: 'Fills', orders: 'Order history', why: 'Explanations', notices: 'Notices' },
    words: {
      partly:
        'Killed: Open long # BTCUSDT at #, immediate or cancel. # was filled; nobody offered the ' +
        'rest at that price.',
      fok:
        'Killed: Open long 0.0100 BTCUSDT at #, fill or kill. The book could not fill all of it ' +
        'at once, so nothing was filled.',
      postOnly: 'Killed: Open long 0.0100 BTCUSDT at #, post only. It would have traded at once.',
      filled: 'Filled: Open long # BTCUSDT at #.',
      partlyFilled:
        'Partly filled: Open long 0.0200 BTCUSDT at #. 0.0050 is filled, 0.0150 stays in the book.',
      canceledPart: 'Canceled by you: Open long 0.0200 BTCUSDT at #. 0.0050 had been filled.',
      canceled: 'Canceled by you: Open long 0.0100 BTCUSDT at #.',
      triggered: 'Triggered: Close long 0.0100 BTCUSDT, as the last price reached #.',
      closed: 'Filled: Close long 0.0100 BTCUSDT at #.',
      funding: 'Funding paid: # USDT on Long # BTCUSDT at mark #.',
      marginCall:
        'Margin call: Long # BTCUSDT has used #% of its margin. It is liquidated at #. Add money ' +
        'or reduce it.',
      liquidated:
        'Liquidated: Long # BTCUSDT at mark #. Equity # USDT no longer covered the required ' +
        'margin # USDT.',
    },
    why: 'Why?',
    ending: [
      /^Closed [\d.]+ of Long BTCUSDT in the book at [\d,.]+ on average: result -/,
      /^Left in the account: [\d,.]+ USDT\.$/,
    ],
    born: /^Nobody else bore a loss\.$|The insurance fund paid it\.$/,
    refill: 'Refill',
    refilled: 'Refilled: the balance is at least 10,000 USDT.',
    reset: 'Reset',
    confirm: 'Confirm',
    resetDone: 'Reset: no orders, no positions, 10,000 USDT.',
    news: / new$/,
  },
  {
    name: 'a phone, light and in Chinese',
    options: { viewport: PHONE, colorScheme: 'light', locale: 'zh-CN' },
    who: 1,
    connect: '连接账户',
    account: '账户',
    tabs: { fills: '成交明细', orders: '历史委托', why: '原因说明', notices: '通知' },
    words: {
      partly: '已撤余量：开多 # BTCUSDT，价格 #，立即成交或取消。已成交 #，其余在该价位无人接手。',
      fok: '未成交：开多 0.0100 BTCUSDT，价格 #，全部成交或取消。盘口无法一次全部成交，因此没有成交。',
      postOnly: '未挂单：开多 0.0100 BTCUSDT，价格 #，只做 Maker。该委托会立即成交。',
      filled: '已成交：开多 # BTCUSDT，均价 #。',
      partlyFilled: '部分成交：开多 0.0200 BTCUSDT，均价 #。已成交 0.0050，剩余 0.0150 仍在挂单。',
      canceledPart: '已撤单（由您撤销）：开多 0.0200 BTCUSDT，价格 #。此前已成交 0.0050。',
      canceled: '已撤单（由您撤销）：开多 0.0100 BTCUSDT，价格 #。',
      triggered: '已触发：平多 0.0100 BTCUSDT，最新价到达 #。',
      closed: '已成交：平多 0.0100 BTCUSDT，均价 #。',
      funding: undefined,
      marginCall: '保证金预警：多 # BTCUSDT 已用保证金 #%，将在 # 被强平。请追加资金或减仓。',
      liquidated: '已被强平：多 # BTCUSDT，标记价 #。权益 # USDT 已不足以覆盖所需保证金 # USDT。',
    },
    why: '为什么？',
    ending: [/^多 BTCUSDT 在盘口平仓 [\d.]+，均价 [\d,.]+：盈亏 -/, /^账户剩余 [\d,.]+ USDT。$/],
    born: /^没有其他人承担损失。$|由保险基金支付。$/,
    refill: '补充资金',
    refilled: '已补充：余额至少为 10,000 USDT。',
    reset: '重置',
    confirm: '确认',
    resetDone: '已重置：没有委托和持仓，余额 10,000 USDT。',
    news: /条新通知$/,
  },
] as const;

type Reader = (typeof READERS)[number];

/** Waits until some notice reads so. */
async function expectNotice(page: Page, words: string): Promise<void> {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('#', `-?${NUMBER}`);
  const form = new RegExp(`^${escaped}$`);
  const told: string[] = [];
  const isTold = async (): Promise<boolean> => {
    told.push(...(await page.locator('.notice p').allTextContents()));
    return told.some((text) => form.test(text));
  };
  await expect
    .poll(isTold, { timeout: PATIENCE_MILLIS })
    .toBe(true)
    .catch(() => undefined);
  if (!told.some((text) => form.test(text)))
    expect([...new Set(told)], words).toContainEqual(expect.stringMatching(form));
}

async function post(path: string, body: object, who: Credential): Promise<Anything> {
  const [text, time] = [JSON.stringify(body), String(venue.now())];
  const sign = createHmac('sha256', who.secretKey).update(`${time}POST${path}${text}`);
  const response = await fetch(`${venue.baseUrl}${path}`, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'ACCESS-KEY': who.apiKey,
      'ACCESS-PASSPHRASE': who.passphrase,
      'ACCESS-TIMESTAMP': time,
      'ACCESS-SIGN': sign.digest('base64'),
    },
  });
  const answer = await response.text();
  expect(response.status, answer).toBe(200);
  return JSON.parse(answer);
}

const SYMBOL = 'cmt_btcusdt';

const order = (who: Credential, more: object): Promise<Anything> =>
  post(
    '/capi/v2/order/placeOrder',
    { symbol: SYMBOL, client_oid: crypto.randomUUID(), type: '1', match_price: '0', ...more },
    who,
  );

async function bestAsk() {
  const path = `/capi/v2/market/depth?symbol=${SYMBOL}`;
  const { asks, bids }: Anything = await (await fetch(venue.baseUrl + path)).json();
  const top = (levels: Anything): readonly [price: string, size: string] => levels[0];
  const [price, size] = top(asks);
  const [bid, bidSize] = top(bids);
  return { price, size, bid, bidSize };
}

async function connect(page: Page, { connect: word, who }: Reader): Promise<void> {
  await page.getByRole('button', { name: word, exact: true }).first().click();
  await page.getByRole('button', { name: `sandbox-${who + 1}`, exact: true }).click();
  await page.locator('[data-figure="equity"]').waitFor({ state: 'attached' });
}

async function openAccount(page: Page, { account }: Reader): Promise<void> {
  const bar = page.locator('.place-bar');
  if (await bar.isVisible()) await bar.getByRole('button', { name: account, exact: true }).click();
}

for (const reader of READERS)
  test(`[WEB-14] [WEB-15] [WEB-16] [WEB-17] on ${reader.name} every outcome is told`, {
    timeout: 400_000,
  }, async () => {
    const { page, complaints } = await venue.open(browser, reader.options);
    expect(await page.title()).toMatch(/^[\d,.]+ BTCUSDT · Perpetua$/);
    await connect(page, reader);
    const who = venue.credentials[reader.who];
    if (who === undefined) throw new Error('no such account');
    await killAndCancel(page, reader, who);
    await fillInPart(page, reader, who);
    await payFunding(page, reader);
    await trigger(page, reader, who);
    await readTabs(page, reader);
    await liquidate(page, reader, who);
    await playOn(page, reader);
    await expectNoSidewaysScroll(page);
    expect(complaints).toEqual([]);
  });

/** Time stands still, so that the book does. */
async function killAndCancel(page: Page, { words }: Reader, who: Credential): Promise<void> {
  await venue.admin('/time/pause');
  const { price, size, bid } = await bestAsk();
  await order(who, { order_type: '2', size: '0.0100', price: bid });
  await expectNotice(page, words.fok);
  await order(who, { order_type: '1', size: '0.0100', price });
  await expectNotice(page, words.postOnly);
  await order(who, { order_type: '3', size: (Number(size) + 0.01).toFixed(4), price });
  await expectNotice(page, words.partly);
  const { order_id: orderId } = await order(who, { order_type: '0', size: '0.0100', price: bid });
  await post('/capi/v2/order/cancel_order', { orderId }, who);
  await expectNotice(page, words.canceled);
  await order(who, { size: '0.0100', match_price: '1' });
  await expectNotice(page, words.filled);
}

/** Another account sells what is before the order, and a part of it. */
async function fillInPart(page: Page, { words, who: place }: Reader, who: Credential) {
  const other = venue.credentials[place + 2];
  if (other === undefined) throw new Error('no such account');
  const { bid, bidSize } = await bestAsk();
  const { order_id: orderId } = await order(who, { size: '0.0200', price: bid });
  const size = (Number(bidSize) + 0.005).toFixed(4);
  await order(other, { type: '2', order_type: '3', size, price: bid });
  await expectNotice(page, words.partlyFilled);
  await post('/capi/v2/order/cancel_order', { orderId }, who);
  await expectNotice(page, words.canceledPart);
}

/** Longs pay, because the crowd does; the first reader lives through the settlement. */
async function payFunding(page: Page, { words }: Reader): Promise<void> {
  if (words.funding === undefined) return;
  await venue.admin('/chaos/funding', { symbol: SYMBOL, rate: '0.05%', for: '1h' });
  await venue.admin('/time/step', { by: '15m' });
  await expectNotice(page, words.funding);
  await venue.admin('/chaos/calm');
}

/** A stop of a part of the position. */
async function trigger(page: Page, { words }: Reader, who: Credential): Promise<void> {
  const { bid } = await bestAsk();
  const triggerPrice = (Number(bid) * 0.995).toFixed(1);
  await post(
    '/capi/v2/order/placeTpSlOrder',
    { symbol: SYMBOL, planType: 'loss_plan', triggerPrice, size: '0.0100', positionSide: 'long' },
    who,
  );
  await venue.admin('/time/resume');
  await venue.admin('/chaos/shock', { symbol: SYMBOL, change: '-1%' });
  await expectNotice(page, words.triggered);
  await expectNotice(page, words.closed);
}

/** The tabs concerned have a badge until they are looked at; the log keeps what was said. */
async function readTabs(page: Page, reader: Reader): Promise<void> {
  const { tabs, words } = reader;
  await openAccount(page, reader);
  const fills = page.getByRole('tab', { name: tabs.fills, exact: true });
  expect(await fills.getAttribute('aria-description')).toMatch(reader.news);
  await fills.click();
  await fills.locator('.news').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: tabs.notices, exact: true }).click();
  const log = page.getByRole('list', { name: tabs.notices, exact: true });
  await log
    .getByText(words.postOnly.split('#')[0] ?? '')
    .first()
    .waitFor();
  await page.getByRole('checkbox').last().uncheck();
  expect(await page.evaluate(`localStorage.getItem('perpetua.sound')`)).toBe('off');
  await expectAccessible(page);
}

async function liquidate(page: Page, reader: Reader, who: Credential): Promise<void> {
  const { price } = await bestAsk();
  // A market order is frozen with room for worse prices.
  const [{ available }] = await venue.ask('/capi/v2/account/assets', who);
  const size = ((Number(available) * 20 * 0.65) / Number(price)).toFixed(3);
  await order(who, { size: `${size}0`, match_price: '1' });
  await expectNotice(page, reader.words.filled);
  await callForMargin(page, reader, who);
  await venue.admin('/chaos/shock', { symbol: SYMBOL, change: '-18%' });
  await expectNotice(page, reader.words.liquidated);
  const link = page.locator('.notice').getByRole('button', { name: reader.why, exact: true });
  await link.last().click();
  const tab = page.getByRole('tab', { name: reader.tabs.why, exact: true });
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  const story = page.locator('details.why').first();
  for (const words of [...reader.ending, reader.born]) await story.getByText(words).waitFor();
  await expectAccessible(page);
}

/** The price comes near to that of the liquidation, in small steps at the end. */
async function callForMargin(page: Page, { words }: Reader, who: Credential): Promise<void> {
  const told = page.locator('.notice p', { hasText: words.marginCall.split('#')[0] ?? '' });
  for (let round = 0; round < 20 && (await told.count()) === 0; round += 1) {
    const path = `/capi/v2/account/position/singlePosition?symbol=${SYMBOL}`;
    const [position] = await venue.ask(path, who);
    const ticker: Anything = await (
      await fetch(`${venue.baseUrl}/capi/v2/market/ticker?symbol=${SYMBOL}`)
    ).json();
    const mark = Number(ticker.markPrice);
    const room = (mark - Number(position.liquidatePrice)) / mark;
    const by = room > 0.003 ? room - 0.002 : 0.0003;
    await venue.admin('/chaos/shock', { symbol: SYMBOL, change: `-${(by * 100).toFixed(3)}%` });
    await told
      .first()
      .waitFor({ timeout: 1_500 })
      .catch(() => undefined);
  }
  await expectNotice(page, words.marginCall);
}

async function playOn(page: Page, reader: Reader): Promise<void> {
  const bar = page.locator('.place-bar');
  if (await bar.isVisible()) await bar.getByRole('button').nth(2).click();
  await page.getByRole('button', { name: reader.refill, exact: true }).click();
  await expectNotice(page, reader.refilled);
  await page.getByRole('button', { name: reader.reset, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: reader.confirm, exact: true }).click();
  await expectNotice(page, reader.resetDone);
  const equity = page.locator('[data-figure="equity"] [data-exact]');
  await expect.poll(() => equity.getAttribute('data-exact')).toMatch(/^10000(?:\.0+)?$/);
}
