/**
 * Pictures of the arena and the console for the documents, from a seeded season. Only where
 * PAGE_PICTURES is set: they are files of the repository, and no test changes those by accident.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { test } from 'vitest';
import { launchBrowser } from '../web/browser.ts';
import { DESKTOP, openPageVenue, PHONE } from '../web/page-kit.ts';
import { type Arena, DAY, HOUR, openArena, openAt } from './arena-kit.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const THEMES = ['dark', 'light'] as const;
const WALL = { width: 1_920, height: 1_080 };

test.runIf(process.env['PAGE_PICTURES'] !== undefined)(
  'pictures of a season',
  { timeout: 300_000 },
  async () => {
    mkdirSync(FOLDER, { recursive: true });
    const browser = await launchBrowser();
    if (browser === undefined) return;
    const arena = await openArena();
    try {
      await takeBefore(browser, arena);
      await arena.organise('/reset', {});
      await arena.live(HOUR + 2.6 * DAY);
      for (const colorScheme of THEMES) await takeRunning(browser, arena, colorScheme);
      await arena.live(2 * DAY);
      await arena.organise('/close', {});
      await takeArena(browser, arena, { name: 'arena-final-dark', path: '/arena' });
    } finally {
      await browser.close();
      await arena.close();
    }
  },
);

test.runIf(process.env['PAGE_PICTURES'] !== undefined)(
  'pictures of a running venue',
  { timeout: 120_000 },
  async () => {
    const browser = await launchBrowser();
    if (browser === undefined) return;
    const venue = await openPageVenue();
    try {
      await venue.admin('/chaos/regime', { regime: 'stress', for: '30m' });
      for (const colorScheme of THEMES) {
        const admin = { address: venue.adminUrl, token: venue.token };
        const page = await enterConsole(browser, admin, colorScheme);
        await page.waitForTimeout(20_000);
        await page.screenshot({ path: `${FOLDER}console-overview-${colorScheme}.png` });
        await takeRoom(page, 'market', colorScheme);
      }
    } finally {
      await browser.close();
      await venue.close();
    }
  },
);

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: (typeof THEMES)[number];
}

async function takeArena(browser: Browser, arena: Arena, shot: Shot): Promise<void> {
  const { name, path, viewport = DESKTOP, colorScheme = 'dark' } = shot;
  const { page } = await arena.open(browser, path, { viewport, colorScheme });
  await page.locator('.season-head, .message, .wall-rows').first().waitFor();
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: `${FOLDER}${name}.png` });
}

/** No season, then one that teams apply for. */
async function takeBefore(browser: Browser, arena: Arena): Promise<void> {
  await takeArena(browser, arena, { name: 'arena-none-dark', path: '/arena' });
  await arena.createSeason();
  await arena.enlistAll();
  for (const [team, place] of [
    ['Night Owls', 1],
    ['Momentum Monks', 2],
  ] as const)
    await apply(arena, team, place);
  for (const colorScheme of THEMES) {
    for (const [name, path] of [
      ['before', '/arena'],
      ['register', '/arena/register'],
    ] as const)
      await takeArena(browser, arena, { name: `arena-${name}-${colorScheme}`, path, colorScheme });
    const page = await enterConsole(browser, arena.demo.admin, colorScheme);
    for (const room of ['season', 'teams', 'qualification'])
      await takeRoom(page, room, colorScheme);
  }
}

async function apply(arena: Arena, team: string, place: number): Promise<void> {
  await fetch(`${arena.demo.baseUrl}/competition/registrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.7.7.7' },
    body: JSON.stringify({
      team,
      members: [`Ada ${place}`, `Bo ${place}`],
      contact: `${team.replace(' ', '.').toLowerCase()}@example.org`,
      addresses: [`203.0.113.${place}`],
      strategy: 'Mean reversion on the hour, flat overnight.',
    }),
  });
}

async function takeRunning(
  browser: Browser,
  arena: Arena,
  colorScheme: (typeof THEMES)[number],
): Promise<void> {
  const shots: readonly Shot[] = [
    { name: 'arena', path: '/arena' },
    { name: 'arena-wall', path: '/arena/projector', viewport: WALL },
    { name: 'arena-phone', path: '/arena', viewport: PHONE },
    { name: 'arena-team', path: '/arena/team/Careful%20Owls' },
    { name: 'arena-rules', path: '/arena/rules' },
  ];
  for (const shot of shots)
    await takeArena(browser, arena, { ...shot, name: `${shot.name}-${colorScheme}`, colorScheme });
  const page = await enterConsole(browser, arena.demo.admin, colorScheme);
  for (const room of ['standings', 'surveillance', 'keys', 'audit'])
    await takeRoom(page, room, colorScheme);
}

async function enterConsole(
  browser: Browser,
  { address, token }: { readonly address: string; readonly token: string },
  colorScheme: (typeof THEMES)[number],
): Promise<Page> {
  const { page } = await openAt(browser, `${address}/console`, { colorScheme });
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByLabel('Your name, for the audit log', { exact: true }).fill('ann');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Sections of the console', exact: true }).waitFor();
  return page;
}

async function takeRoom(page: Page, room: string, colorScheme: string): Promise<void> {
  await page.locator(`.rooms a[href="/console/${room}"]`).click();
  await page.waitForTimeout(1_000);
  if (room === 'surveillance' || room === 'qualification')
    await page.locator('.fold summary').first().click();
  await page.waitForTimeout(200);
  await page.screenshot({ path: `${FOLDER}console-${room}-${colorScheme}.png` });
}
