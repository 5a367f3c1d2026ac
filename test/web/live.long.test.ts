/** The page over time: losses and gaps, balances, what the inspector shows, and a soak. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import { openWithBrowser } from './browser.ts';
import {
  type Credential,
  expectAgreement,
  openPageVenue,
  PATIENCE_MILLIS,
  pauseAtTrueBook,
  pickSandbox,
  sendOrder,
} from './page-kit.ts';

const { test, browser, sight: venue } = await openWithBrowser(openPageVenue);

/** Between the page and the venue: may lose a frame, or everything. */
interface Wire {
  readonly routes: Set<WebSocketRoute>;
  /** Whoever connects is hung up on, until somebody has seen what the page says to that. */
  isCut: boolean;
  /** How many changes of the book are still to be lost. */
  toLose: number;
  /** Changes that came through. */
  passed: number;
}

async function tap(page: Page): Promise<Wire> {
  const wire: Wire = { routes: new Set(), isCut: false, toLose: 0, passed: 0 };
  await page.routeWebSocket('**/v2/ws/public', (route) => {
    if (wire.isCut) return void route.close();
    const server = route.connectToServer();
    wire.routes.add(route);
    route.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      const isChange = String(message).includes('"CHANGED"');
      if (isChange && wire.toLose > 0) {
        wire.toLose -= 1;
        wire.passed = 0;
        return;
      }
      if (isChange) wire.passed += 1;
      route.send(message);
    });
  });
  return wire;
}

async function cut(wire: Wire): Promise<void> {
  wire.isCut = true;
  for (const route of wire.routes) await route.close();
  wire.routes.clear();
}

const BEST_BID = '.level.bid span';

async function expectTrueBook(page: Page): Promise<void> {
  await pauseAtTrueBook(venue, page);
  await venue.admin('/time/resume');
}

test('[WEB-3] a lost connection is shown, heals by itself and leaves no gap', async () => {
  let wire: Wire | undefined;
  const { page, complaints } = await venue.open(browser, {}, async (opened) => {
    wire = await tap(opened);
  });
  await page.locator(BEST_BID).first().waitFor();
  await expectTrueBook(page);
  if (wire !== undefined) await cut(wire);
  await page.getByText('Connection lost, reconnecting').waitFor();
  if (wire !== undefined) wire.isCut = false;
  await page.locator('.link-text', { hasText: 'Live' }).waitFor();
  await expectTrueBook(page);
  if (wire !== undefined) wire.toLose = 1;
  // The gap shows with the next change.
  const isOver = (): boolean => wire?.toLose === 0 && wire.passed > 2;
  await expect.poll(isOver).toBe(true);
  await expectTrueBook(page);
  expect(complaints).toEqual([]);
});

/** What was copied, run as it is; its clock is that of the venue. */
async function runCopied(code: string, { apiKey, secretKey, passphrase }: Credential) {
  const shift = venue.now() - Date.now();
  const clock = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${shift};`;
  const env = { ...process.env, API_KEY: apiKey, SECRET_KEY: secretKey, PASSPHRASE: passphrase };
  const words = ['--import', clock, '--input-type=module', '-e', code];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  const { order_id }: { order_id: string } = JSON.parse(stdout);
  return order_id;
}

test('[WEB-9] a copied program places a new order each time it runs', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page } = await venue.open(browser, { permissions });
  await pickSandbox(page, 'sandbox-4');
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await page.getByLabel('Size', { exact: true }).fill('0.0010');
  await sendOrder(page, 'Open long');
  await page.getByRole('button', { name: 'Request inspector', exact: true }).click();
  const inspector = page.getByRole('complementary', { name: 'Request inspector', exact: true });
  const placed = inspector.getByRole('button', { name: /placeOrder/ }).first();
  await placed.click();
  await inspector.getByRole('button', { name: 'TypeScript', exact: true }).click();
  await inspector.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.locator('.notice').getByText('Copied.').waitFor();
  const code = await page.evaluate<string>('navigator.clipboard.readText()');
  const who = venue.credentials.find(({ name }) => name === 'sandbox-4');
  if (who === undefined) throw new Error('no such account');
  const first = await runCopied(code, who);
  expect(await runCopied(code, who)).not.toBe(first);
  const size = page.locator('.table td[data-label="Size"]');
  await expect.poll(() => size.first().innerText(), { timeout: PATIENCE_MILLIS }).toBe('0.0030');
});

test('[WEB-9] the inspector shows what was signed and answered, and no secret', async () => {
  const { page } = await venue.open(browser);
  await pickSandbox(page, 'sandbox-5');
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await page.getByLabel('Size', { exact: true }).fill('0.0010');
  await sendOrder(page, 'Open long');
  await page.getByRole('button', { name: 'Request inspector', exact: true }).click();
  await page
    .getByRole('button', { name: /placeOrder/ })
    .first()
    .click();
  const inspector = page.getByRole('complementary', { name: 'Request inspector', exact: true });
  const text = (await inspector.textContent()) ?? '';
  expect(text).toMatch(/\d{13}POST\/capi\/v2\/order\/placeOrder\{"symbol":"cmt_btcusdt"/);
  expect(text).toContain('"order_id"');
  const account = venue.credentials.find(({ name }) => name === 'sandbox-5');
  const everything = await page.evaluate<string>(
    'document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage])',
  );
  for (const secret of [account?.secretKey, account?.passphrase]) {
    expect(secret).toMatch(/\w{8}/);
    expect(everything).not.toContain(secret);
  }
});

const MINUTES = Number(process.env['PAGE_SOAK_MINUTES'] ?? 0);
/** A page that keeps what it hears grows by more in ten seconds than is allowed below. */
const SOAK_MILLIS = MINUTES > 0 ? MINUTES * 60_000 : 10_000;
const REST_MILLIS = Math.min(5_000, SOAK_MILLIS / 4);

test('[WEB-13] with everything live the page does not grow and its balances are true', {
  timeout: SOAK_MILLIS + 300_000,
}, async () => {
  const { page, complaints } = await venue.open(browser);
  await pickSandbox(page, 'sandbox-1');
  await page.getByRole('tab', { name: 'Market', exact: true }).click();
  await trade(page);
  const heap = await heapMeter(page);
  const sizes: number[] = [];
  for (let passed = 0; passed < SOAK_MILLIS; passed += REST_MILLIS) {
    await page.waitForTimeout(REST_MILLIS);
    sizes.push(await heap());
    await trade(page);
    await expectTrueBalances(page);
  }
  const half = Math.floor(sizes.length / 2);
  const largest = (part: number[]) => Math.max(...part);
  // Lists fill up to their bounds at first; after that nothing may grow.
  expect(largest(sizes.slice(half))).toBeLessThan(largest(sizes.slice(0, half + 1)) * 1.3 + 2e6);
  process.stderr.write(`heap in MB: ${sizes.map((size) => (size / 1e6).toFixed(1)).join(' ')}\n`);
  expect(complaints).toEqual([]);
});

let isOpening = false;

/** Opens and closes in turn, so that all lists move. */
async function trade(page: Page): Promise<void> {
  isOpening = !isOpening;
  await page
    .getByRole('button', { name: isOpening ? 'Open' : 'Close', exact: true })
    .first()
    .click();
  await page.getByLabel('Size', { exact: true }).fill('0.0100');
  await sendOrder(page, isOpening ? 'Open long' : 'Close long');
}

/** Bytes in use after a collection. */
async function heapMeter(page: Page): Promise<() => Promise<number>> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  return async () => {
    await client.send('HeapProfiler.collectGarbage');
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  };
}

const NAMES = {
  equity: 'equity',
  available: 'available',
  frozen: 'frozen',
  unrealizePnl: 'unrealised',
};

async function expectTrueBalances(page: Page): Promise<void> {
  await venue.admin('/time/pause');
  const who = venue.credentials[0];
  if (who === undefined) throw new Error('there is no sandbox account');
  const shown = async () => {
    const entries = Object.entries(NAMES).map(async ([field, name]) => {
      const figure = page.locator(`[data-figure="${name}"] [data-exact]`);
      return [field, Number(await figure.getAttribute('data-exact'))];
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  const told = async () => {
    const [asset] = await venue.ask('/capi/v2/account/assets', who);
    return Object.fromEntries(Object.keys(NAMES).map((field) => [field, Number(asset[field])]));
  };
  await expectAgreement(shown, told);
  await venue.admin('/time/resume');
}
