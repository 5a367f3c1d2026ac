/**
 * Pictures of the arena, dark, and the console, light, from a seeded season. Only where
 * PAGE_PICTURES is set: they are files of the repository, and no test changes those by accident.
 */
import type { Browser, Page } from 'playwright-core';
import { test } from 'vitest';
import { launchBrowser } from '../web/browser.ts';
import { DESKTOP, openPageVenue, PHONE } from '../web/page-kit.ts';
import { takePicture } from '../web/picture-file.ts';
import { type Arena, DAY, HOUR, openArena, openAt } from './arena-kit.ts';

const WALL = { width: 1_920, height: 1_080 };

test.runIf(process.env['PAGE_PICTURES'] !== undefined)(
  'pictures of a season',
  { timeout: 600_000 },
  async () => {
    const browser = await launchBrowser();
    if (browser === undefined) return;
    const arena = await openArena();
    try {
      await takeBefore(browser, arena);
      await arena.organise('/reset', {});
      await arena.live(HOUR + 2.6 * DAY);
      await takeRunning(browser, arena);
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
  { timeout: 300_000 },
  async () => {
    const browser = await launchBrowser();
    if (browser === undefined) return;
    const venue = await openPageVenue();
    try {
      await venue.admin('/chaos/regime', { regime: 'stress', for: '30m' });
      const admin = { address: venue.adminUrl, token: venue.token };
      const page = await enterConsole(browser, admin);
      await page.waitForTimeout(20_000);
      await takePicture(page, 'console-overview-light');
      await takeRoom(page, 'market');
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
}

async function takeArena(browser: Browser, arena: Arena, shot: Shot): Promise<void> {
  const { name, path, viewport = DESKTOP } = shot;
  const { page } = await arena.open(browser, path, { viewport, colorScheme: 'dark' });
  await page.locator('.season-head, .message, .wall-rows, .form-fields').first().waitFor();
  await page.waitForTimeout(1_500);
  await takePicture(page, name);
}

/** A season that teams apply for. */
async function takeBefore(browser: Browser, arena: Arena): Promise<void> {
  await arena.createSeason();
  await arena.enlistAll();
  for (const [team, place] of [
    ['Night Owls', 1],
    ['Momentum Monks', 2],
  ] as const)
    await apply(arena, team, place);
  await takeArena(browser, arena, { name: 'arena-before-dark', path: '/arena' });
  await takeArena(browser, arena, { name: 'arena-register-dark', path: '/arena/register' });
  const page = await enterConsole(browser, arena.demo.admin);
  for (const room of ['season', 'teams', 'qualification']) await takeRoom(page, room);
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

async function takeRunning(browser: Browser, arena: Arena): Promise<void> {
  const shots: readonly Shot[] = [
    { name: 'arena', path: '/arena' },
    { name: 'arena-wall', path: '/arena/projector', viewport: WALL },
    { name: 'arena-phone', path: '/arena', viewport: PHONE },
    { name: 'arena-team', path: '/arena/team/Careful%20Owls' },
    { name: 'arena-rules', path: '/arena/rules' },
  ];
  for (const shot of shots) await takeArena(browser, arena, { ...shot, name: `${shot.name}-dark` });
  const page = await enterConsole(browser, arena.demo.admin);
  for (const room of ['standings', 'surveillance', 'keys', 'audit']) await takeRoom(page, room);
}

async function enterConsole(
  browser: Browser,
  { address, token }: { readonly address: string; readonly token: string },
): Promise<Page> {
  const { page } = await openAt(browser, `${address}/console`, { colorScheme: 'light' });
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByLabel('Your name, for the audit log', { exact: true }).fill('ann');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Sections of the console', exact: true }).waitFor();
  return page;
}

async function takeRoom(page: Page, room: string): Promise<void> {
  await page.locator(`.rooms a[href="/console/${room}"]`).click();
  await page.waitForTimeout(1_000);
  if (room === 'surveillance' || room === 'qualification')
    await page.locator('.fold summary').first().click();
  await page.waitForTimeout(200);
  await takePicture(page, `console-${room}-light`);
}
