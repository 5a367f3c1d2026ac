/**
 * A real Chromium: the one of the npm package where it runs, otherwise one of the machine. Its own
 * guards stay on, so that the page's policy and the browser's checks are part of what is tested.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, test } from 'vitest';
import { unpackBrowser } from './unpack-browser.ts';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Undefined where this machine has none. */
async function findExecutable(): Promise<string | undefined> {
  const chosen = process.env['CHROMIUM'];
  if (chosen !== undefined) return chosen;
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser();
  return SYSTEM.find((path) => existsSync(path));
}

export async function launchBrowser(): Promise<Browser | undefined> {
  const executablePath = await findExecutable();
  if (executablePath === undefined) {
    if (process.env['CI'] === 'true') throw new Error('no Chromium to test the page with');
    process.stderr.write('skipped: set CHROMIUM to the path of a Chromium to test the page\n');
    return undefined;
  }
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath, args: [...args, '--font-render-hinting=none'] });
}

/** As for a hook: only what hangs is ended. */
const OPENING_MILLIS_MAX = 180_000;

/**
 * For the tests of a file: a browser and what it looks at, open until the last test is over. Where
 * there is no browser, the tests are skipped and nothing is opened.
 */
export async function openWithBrowser<Sight extends { readonly close: () => Promise<void> }>(
  open: () => Promise<Sight>,
): Promise<{
  readonly test: ReturnType<typeof test.skipIf>;
  readonly browser: Browser;
  readonly sight: Sight;
}> {
  const browser = await launchBrowser();
  afterAll(() => browser?.close());
  const sight = browser === undefined ? undefined : await soon(open());
  afterAll(() => sight?.close());
  return { test: test.skipIf(browser === undefined), browser: browser!, sight: sight! };
}

async function soon<Opened>(opening: Promise<Opened>): Promise<Opened> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const hangs = (): void => reject(new Error('nothing opened that a browser could look at'));
    timer = setTimeout(hangs, OPENING_MILLIS_MAX);
  });
  return Promise.race([opening, late]).finally(() => clearTimeout(timer));
}
