/** The real program in a process of its own, with its page in a real browser. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { untilOpen, withScene } from '../cli/venue-process.ts';

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
  readonly admin: (path: string, body?: object) => Promise<void>;
  readonly ask: (path: string, who: Credential) => Promise<Anything>;
  readonly open: (
    browser: Browser,
    options?: BrowserContextOptions,
    prepare?: (page: Page) => Promise<void>,
  ) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

export async function openPageVenue(...settings: string[]): Promise<PageVenue> {
  const opened = Promise.withResolvers<Omit<PageVenue, 'close'>>();
  const over = Promise.withResolvers<void>();
  const ended = withScene(async ({ folder, run }) => {
    const data = join(folder, 'data');
    const venue = run('start', '--port', '0', '--admin-port', '0', '--data', data, ...settings);
    await untilOpen(venue);
    opened.resolve(reach(data));
    await over.promise;
  });
  ended.catch(opened.reject);
  const close = async (): Promise<void> => {
    over.resolve();
    await ended;
  };
  return { ...(await opened.promise), close };
}

function reach(data: string): Omit<PageVenue, 'close'> {
  const { address, token, baseUrl } = JSON.parse(readFileSync(join(data, 'admin.json'), 'utf8'));
  const credentials = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'));
  return {
    baseUrl,
    data,
    adminUrl: address,
    token,
    credentials,
    admin: async (path, body = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${address}${path}`, init);
      expect(response.status, await response.text()).toBe(200);
    },
    ask: (path, credential) => askSigned(baseUrl, path, credential),
    open: async (browser, options = {}, prepare = async () => undefined) => {
      const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
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
    if (type === 'error' || type === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** A signed GET from outside the page, to hold against what the page shows. */
async function askSigned(baseUrl: string, path: string, who: Credential): Promise<Anything> {
  const timestamp = String(Date.now());
  const text = `${timestamp}GET${path}`;
  const headers = {
    'ACCESS-KEY': who.apiKey,
    'ACCESS-PASSPHRASE': who.passphrase,
    'ACCESS-TIMESTAMP': timestamp,
    'ACCESS-SIGN': createHmac('sha256', who.secretKey).update(text).digest('base64'),
  };
  const response = await fetch(baseUrl + path, { headers });
  return response.json();
}

export async function pickSandbox(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect account' }).first().click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('[data-figure="equity"]').waitFor({ state: 'attached' });
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Nothing that keeps people out: no serious or critical finding. */
export async function expectAccessible(page: Page): Promise<void> {
  // Into the page's own world, past its policy, which would rightly refuse a script tag.
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const findings = await page.evaluate(`axe.run(document).then(({ violations }) => violations
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
