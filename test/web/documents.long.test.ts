/** The page of the documents in the hands of a reader: search, copy, keyboard, both themes. */
import { expect } from 'vitest';
import { serveDocuments } from '../../src/gateway/documents/serve-documents.ts';
import { openEdgeKit } from '../gateway/edge-kit.ts';
import { openWithBrowser } from './browser.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  listen,
  PATIENCE_MILLIS,
  PHONE,
} from './page-kit.ts';

const {
  test,
  browser,
  sight: kit,
} = await openWithBrowser(() => openEdgeKit({}, (gateway) => serveDocuments(gateway, '1.2.3')));

const READERS = [
  { name: 'a desktop in light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'a phone in the dark', viewport: PHONE, colorScheme: 'dark' },
] as const;

test.each(READERS)(
  '[DOC-5] on $name a reader finds and copies a command',
  async ({ viewport, colorScheme }) => {
    const origin = `http://127.0.0.1:${kit.port}`;
    const context = await browser.newContext({ viewport, colorScheme });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MILLIS);
    const complaints = listen(page);
    await page.goto(`${origin}/docs`);
    expect(
      await page.getByRole('link', { name: '← Trading page', exact: true }).getAttribute('href'),
    ).toBe('/');

    await page.keyboard.press('/');
    await page.keyboard.type('v2 leverage');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('1 endpoint');
    const section = page.locator('section:visible');
    expect(await section.count()).toBe(1);
    expect(await section.locator('h3').textContent()).toBe('POST /capi/v2/account/leverage');
    expect(await page.locator('nav li:visible').allTextContents()).toEqual([
      'POST v2/account/leverage'.replace('v2/', ''),
    ]);
    await section.locator('pre.curl + button').click();
    await section.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`'${origin}/capi/v2/account/leverage'`);
    expect(copied).toContain('openssl dgst -sha256 -hmac "$SECRET_KEY"');

    await page.keyboard.press('/');
    await page.getByLabel(/^Search/).fill('');
    expect(await page.locator('section:visible').count()).toBeGreaterThan(50);
    const long = '#marketContracts pre[aria-label="The answer"]';
    await page.locator(long).focus();
    // Hundreds of sections that were hidden may still be laid out when the key is pressed.
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return page.evaluate<number>(`document.querySelector('${long}').scrollTop`);
      })
      .toBeGreaterThan(0);

    await expectNoSidewaysScroll(page);
    // All sections are alike, and looking at hundreds of them takes minutes.
    await page.getByLabel(/^Search/).fill('account/leverage');
    await page.evaluate(`document.querySelectorAll('section[hidden], nav li[hidden]')
      .forEach((each) => each.remove())`);
    await expectAccessible(page);
    const other = colorScheme === 'dark' ? 'light' : 'dark';
    await page.evaluate(`localStorage.setItem('perpetua.theme', '${other}')`);
    await page.reload();
    const scheme = 'getComputedStyle(document.documentElement).colorScheme';
    await expect.poll(() => page.evaluate<string>(scheme)).toBe(other);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
