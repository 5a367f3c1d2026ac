/**
 * A real Chromium: the one of the npm package where it runs, otherwise one of the machine. Its own
 * guards stay on, so that the page's policy and the browser's checks are part of what is tested.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
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
