/**
 * The moving picture of the documents: an order is dragged on the chart, and a liquidation explains
 * itself. It is taken again only where PAGE_PICTURES is set.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { launchBrowser } from './browser.ts';
import { openPageVenue, type PageVenue, pickSandbox } from './page-kit.ts';
import { chunksOf, type Frame, savePicture } from './picture-file.ts';

const NAME = 'moving';
const BYTES_MAX = 2_000_000;
const SYMBOL = 'cmt_btcusdt';
const WINDOW = { width: 1_280, height: 800 };
/** Between two frames in which something moves. */
const STEP_MILLIS = 120;

test('[WEB-70] the README shows a moving picture, small enough and told in words', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, words = ''] =
    new RegExp(`!\\[(.*)\\]\\(docs/pictures/${NAME}.png\\)`).exec(readme) ?? [];
  expect(words).toMatch(/drag.*liquidat/i);
  const file = readFileSync(new URL(`../../docs/pictures/${NAME}.png`, import.meta.url));
  expect(file.length).toBeLessThan(BYTES_MAX);
  const chunks = [...chunksOf(file)];
  const frames = chunks.filter(({ kind }) => kind === 'fcTL');
  expect(frames.length).toBe(chunks.find(({ kind }) => kind === 'acTL')?.data.readUInt32BE(0));
  const millis = frames.reduce((sum, { data }) => sum + data.readUInt16BE(20), 0);
  expect(millis).toBeGreaterThan(10_000);
  expect(millis).toBeLessThan(20_000);
});

test.runIf(process.env['PAGE_PICTURES'] !== undefined)(
  'the moving picture',
  { timeout: 300_000 },
  async () => {
    const browser = await launchBrowser();
    if (browser === undefined) return;
    const venue = await openPageVenue();
    try {
      const look = { viewport: WINDOW, colorScheme: 'dark' } as const;
      const { page } = await venue.open(browser, look);
      await pickSandbox(page, 'sandbox-3');
      await holdMuch(venue, page);
      const film = await openFilm(page);
      await venue.admin('/time/pause');
      await dragAnOrder(page, film);
      await venue.admin('/time/resume');
      await loseEverything(venue, page, film);
      savePicture(NAME, film.frames);
    } finally {
      await browser.close();
      await venue.close();
    }
  },
);

/** A position that a fall of two per cent ends, and an order below the price. */
async function holdMuch({ baseUrl, credentials, now }: PageVenue, page: Page): Promise<void> {
  const [, , who] = credentials;
  if (who === undefined) throw new Error('no such account');
  const { apiKey, secretKey, passphrase } = who;
  const { account, market, order } = createClient({ baseUrl, apiKey, secretKey, passphrase, now });
  const leverage = '100';
  await account.leverage({
    ...{ symbol: SYMBOL, marginMode: 1 },
    ...{ longLeverage: leverage, shortLeverage: leverage },
  });
  for (let part = 0; part < 4; part += 1)
    await order.placeOrder({ symbol: SYMBOL, type: '1', match_price: '1', size: '1.2500' });
  const { bids } = await market.depth({ symbol: SYMBOL });
  const price = (Number(bids[0]?.[0]) * 0.9975).toFixed(1);
  await order.placeOrder({ symbol: SYMBOL, type: '1', match_price: '0', price, size: '0.2000' });
  await page.locator('.line-tag.movable').waitFor();
  await page.locator('.notice').first().waitFor({ state: 'detached' });
}

interface Film {
  readonly frames: Frame[];
  readonly hold: (millis: number) => Promise<void>;
  /** Moves the pointer, with a frame for each step. */
  readonly move: (x: number, y: number, steps?: number) => Promise<void>;
}

/** The browser photographs no pointer, so one is drawn, above everything else. */
const DRAW_POINTER = `(() => {
  const hand = document.createElement('div');
  hand.id = 'pointer';
  hand.popover = 'manual';
  hand.style.cssText = 'position:fixed;inset:0 auto auto 0;margin:0;padding:0;border:0;' +
    'background:none;overflow:visible;pointer-events:none';
  hand.innerHTML = '<svg width="20" height="24" viewBox="0 0 20 24"><path fill="#fff" ' +
    'd="M2 1v18l5-4 3 7 3-1.4-3-6.8h6.4z" stroke="#000" stroke-width="1.5"/></svg>';
  document.body.append(hand);
})()`;

const raisePointer = (x: number, y: number): string => `(() => {
  const hand = document.querySelector('#pointer');
  if (hand.matches(':popover-open')) hand.hidePopover();
  hand.style.translate = '${x}px ${y}px';
  hand.showPopover();
})()`;

async function openFilm(page: Page): Promise<Film> {
  // Without the ticket and the heads of the page, so that the rest is large enough to read.
  const right = (await page.locator('.ticket-column').boundingBox())?.x ?? WINDOW.width;
  const top = (await page.locator('.chart').boundingBox())?.y ?? 0;
  const clip = { x: 0, y: top, width: Math.floor(right), height: WINDOW.height - top };
  const frames: Frame[] = [];
  let at = { x: WINDOW.width / 2, y: WINDOW.height / 3 };
  await page.evaluate(DRAW_POINTER);
  const hold: Film['hold'] = async (millis) => {
    await page.evaluate(raisePointer(at.x, at.y));
    frames.push({ png: await page.screenshot({ clip }), millis });
  };
  const move: Film['move'] = async (x, y, steps = 4) => {
    const from = at;
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      at = { x: from.x + (x - from.x) * share, y: from.y + (y - from.y) * share };
      await page.mouse.move(at.x, at.y);
      await hold(STEP_MILLIS);
    }
  };
  await page.mouse.move(at.x, at.y);
  return { frames, hold, move };
}

async function middleOf(place: Locator): Promise<readonly [x: number, y: number]> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('there is nothing to point at');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function press(page: Page, film: Film, place: Locator): Promise<void> {
  await place.waitFor();
  await film.move(...(await middleOf(place)));
  await film.hold(300);
  await page.mouse.down();
  await page.mouse.up();
}

async function dragAnOrder(page: Page, film: Film): Promise<void> {
  await film.hold(1_000);
  const [x, y] = await middleOf(page.locator('.line-tag.movable'));
  await film.move(x, y, 5);
  await film.hold(400);
  await page.mouse.down();
  await film.move(x, y + 56, 8);
  await film.hold(400);
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: 'Change the order', exact: true });
  const change = dialog.getByRole('button', { name: 'Change', exact: true });
  await change.waitFor();
  await film.hold(1_200);
  await press(page, film, change);
  await page
    .locator('.notice')
    .getByText(/^Changed/)
    .waitFor();
  await film.hold(1_300);
}

async function loseEverything(venue: PageVenue, page: Page, film: Film): Promise<void> {
  await venue.admin('/chaos/shock', { symbol: SYMBOL, change: '-2%' });
  const why = page.locator('.notice').getByRole('button', { name: 'Why?', exact: true });
  for (let frame = 0; frame < 12 && (await why.count()) === 0; frame += 1) await film.hold(200);
  await why.waitFor();
  await film.hold(1_500);
  await press(page, film, why);
  const story = page.locator('details.why').first();
  await story.getByText(/^Left in the account/).waitFor();
  await film.hold(1_800);
  const panel = page.locator('.account-tables .tab-panel');
  await film.move(...(await middleOf(panel)), 3);
  for (let step = 0; step < 4; step += 1) {
    await page.mouse.wheel(0, 60);
    await film.hold(STEP_MILLIS);
  }
  await film.hold(3_000);
}
