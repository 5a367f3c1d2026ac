/** The real program in a process of its own, with its page in a real browser. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openScene, untilOpen } from '../cli/venue-process.ts';
import { isReplicated } from '../kit/cluster-setup.ts';

/**
 * When a venue under test begins, by its own clock: on a Monday morning, hours away from funding
 * and from midnight. With the seed, every run opens the page on the same market.
 */
const BEGIN = Date.UTC(2026, 2, 2, 9, 30);
const SEED = '7';
/** Of this process, also where a test puts the venue's clock in its place. */
const wallNow = Date.now;
/** A loaded machine is slow, not wrong. */
export const PATIENCE_MILLIS = 60_000;

export const DESKTOP = { width: 1_440, height: 900 };
export const PHONE = { width: 360, height: 740 };

export interface OpenPage {
  readonly page: Page;
  /** What the browser complained about. */
  readonly complaints: string[];
}

export interface Credential {
  readonly name: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
export type Anything = any;

export interface PageVenue {
  readonly baseUrl: string;
  /** The folder of its data, and the operator's door. */
  readonly data: string;
  readonly adminUrl: string;
  readonly token: string;
  readonly credentials: readonly Credential[];
  /** The wall clock of the venue, which signatures go by. */
  readonly now: () => number;
  readonly admin: (path: string, body?: object) => Promise<void>;
  readonly ask: (path: string, who: Credential) => Promise<Anything>;
  readonly open: (
    browser: Browser,
    options?: BrowserContextOptions,
    prepare?: (page: Page) => Promise<void>,
  ) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

/** Settings that need a file of their own are made in the folder of the venue. */
type MakeSettings = (folder: string) => readonly string[];

export async function openPageVenue(
  ...settings: readonly (string | MakeSettings)[]
): Promise<PageVenue> {
  // The servers of a cluster have a clock of their own, which is right.
  const shift = isReplicated() ? 0 : BEGIN - wallNow();
  const { folder, runOn, close } = openScene();
  const data = join(folder, 'data');
  const places = ['--port', '0', '--admin-port', '0', '--data', data];
  const chosen = settings.flatMap((one) => (typeof one === 'string' ? one : one(folder)));
  const words = ['--seed', SEED, '--log-level', 'error', ...chosen];
  try {
    await untilOpen(runOn(clockMovedBy(shift), 'start', ...places, ...words));
    return { ...reach(data, () => wallNow() + shift), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Loaded before the program: its wall clock goes by so much more. It is bound, so that the venue
 * takes it for the machine's own and not for the fake of a test in its process.
 */
const clockMovedBy = (millis: number): readonly string[] => [
  '--import',
  `data:text/javascript,const now = Date.now; Date.now = (() => now() + ${millis}).bind(null);`,
];

function reach(data: string, now: () => number): Omit<PageVenue, 'close'> {
  const { address, token, baseUrl } = JSON.parse(readFileSync(join(data, 'admin.json'), 'utf8'));
  const credentials = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'));
  return {
    baseUrl,
    data,
    adminUrl: address,
    token,
    credentials,
    now,
    admin: async (path, body = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${address}${path}`, init);
      expect(response.status, await response.text()).toBe(200);
    },
    ask: (path, credential) => askSigned(baseUrl + path, signed(path, credential, now())),
    open: async (browser, options = {}, prepare = async () => undefined) => {
      const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MILLIS);
      const complaints = listen(page);
      await prepare(page);
      await page.goto(baseUrl);
      const price = page.getByTestId('last-price').filter({ hasText: /\d/ });
      await price.waitFor().catch(async (error: unknown) => {
        const shown = await page.locator('body').innerText();
        throw new Error(`${String(error)}: ${complaints.join('; ')}: ${shown.slice(0, 400)}`);
      });
      return { page, complaints };
    },
  };
}

export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  // The browser's complaint does not say what the venue answered.
  page.on('response', async (response) => {
    if (response.status() < 400) return;
    const told = await response.text().catch(String);
    process.stderr.write(`${response.status()} ${response.url()}: ${told.slice(0, 300)}\n`);
  });
  return complaints;
}

/** For a signed GET from outside the page, to hold against what the page shows. */
function signed(path: string, who: Credential, now: number): Readonly<Record<string, string>> {
  return {
    'ACCESS-KEY': who.apiKey,
    'ACCESS-PASSPHRASE': who.passphrase,
    'ACCESS-TIMESTAMP': String(now),
    'ACCESS-SIGN': createHmac('sha256', who.secretKey).update(`${now}GET${path}`).digest('base64'),
  };
}

async function askSigned(url: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(url, { headers });
  const answer: Anything = await response.json();
  return answer;
}

/**
 * Waits until the page shows what the venue tells. Both are read anew each time: what was under way
 * when time was stopped may still arrive.
 */
export async function expectAgreement(
  shown: () => Promise<unknown>,
  told: () => Promise<unknown>,
): Promise<void> {
  let seen: readonly [unknown, unknown] = [undefined, undefined];
  const doAgree = async (): Promise<boolean> => {
    seen = [await shown(), await told()];
    return JSON.stringify(seen[0]) === JSON.stringify(seen[1]);
  };
  await expect
    .poll(doAgree, { timeout: PATIENCE_MILLIS })
    .toBe(true)
    .catch(() => undefined);
  expect(seen[0]).toEqual(seen[1]);
}

export async function pickSandbox(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect account', exact: true }).first().click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('[data-figure="equity"]').waitFor({ state: 'attached' });
}

/** With time standing still, what is shown must become what the interface says. */
export async function pauseAtTrueBook(
  { baseUrl, admin }: Pick<PageVenue, 'baseUrl' | 'admin'>,
  page: Page,
): Promise<void> {
  await admin('/time/pause');
  const told = async (): Promise<number[]> => {
    const url = `${baseUrl}/capi/v2/market/depth?symbol=cmt_btcusdt&limit=15`;
    const { bids }: { bids: [string, string][] } = JSON.parse(await (await fetch(url)).text());
    return bids.slice(0, 5).map(([price]) => Number(price));
  };
  const shown = async (): Promise<number[]> => {
    const texts = await page.locator('.level.bid > span:first-child').allTextContents();
    return texts.slice(0, 5).map((text) => Number(text.replaceAll(',', '')));
  };
  await expectAgreement(shown, told);
}

/** Presses a button of the ticket; returns when the page has told what became of that order. */
export async function sendOrder(page: Page, button: string): Promise<void> {
  const newest = async (): Promise<number> => {
    const ids = `[...document.querySelectorAll('.notice')].map(({ dataset }) => +dataset.notice)`;
    return page.evaluate<number>(`Math.max(0, ...${ids})`);
  };
  const before = await newest();
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect.poll(newest, { timeout: PATIENCE_MILLIS }).toBeGreaterThan(before);
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The rules that the colours of a theme can break. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block'] as const;

/**
 * Nothing that keeps people out: no serious or critical finding. Where only the theme has changed
 * since, the rules about colours say everything in a fraction of the time.
 */
export async function expectAccessible(page: Page, only?: typeof OF_COLOURS): Promise<void> {
  // Into the page's own world, past its policy, which would rightly refuse a script tag.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`)))
    await page.evaluate(readFileSync(AXE, 'utf8'));
  const runOnly = only === undefined ? {} : { runOnly: { type: 'rule', values: only } };
  const options = JSON.stringify({ resultTypes: ['violations'], ...runOnly });
  const findings = await page.evaluate(`axe.run(document, ${options})
    .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]))`);
  expect(findings).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const root = 'document.documentElement';
  const wide = await page.evaluate<number>(`${root}.scrollWidth`);
  const room = await page.evaluate<number>(`${root}.clientWidth`);
  expect(wide).toBeLessThanOrEqual(room);
}

/** By finger, from the middle of a thing. */
export async function dragByTouch(page: Page, thing: Locator, x: number, y: number): Promise<void> {
  const box = await thing.boundingBox();
  if (box === null) throw new Error('there is nothing to drag');
  const session = await page.context().newCDPSession(page);
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = (type: 'touchStart' | 'touchMove', share: number) => {
    const touchPoints = [{ x: from.x + x * share, y: from.y + y * share }];
    return session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 0);
  for (const share of [0.4, 0.8, 1]) await touch('touchMove', share);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
