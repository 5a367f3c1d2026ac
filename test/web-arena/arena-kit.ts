/** A venue with its page and a season that teams of different temper have traded in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { createDemoMarket } from '../../proof/demo-season/demo-market.ts';
import { createOrganiser, enlist } from '../../proof/demo-season/demo-paperwork.ts';
import { type DemoTeam, nextActions, type Temper } from '../../proof/demo-season/demo-teams.ts';
import { type DemoVenue, openDemoVenue } from '../../proof/demo-season/demo-venue.ts';
import { createDice } from '../../proof/sim/dice.ts';
import { DESKTOP, listen, type OpenPage, PATIENCE_MILLIS } from '../web/page-kit.ts';

export const BEGIN = Date.UTC(2026, 2, 2);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const STEP = 120_000;

const NAMES = [
  ['Careful Owls', 'careful'],
  ['Basis Bandits', 'giver'],
  ['Funding Foxes', 'taker'],
  ['Mirror Mirror', 'copier'],
  ['Gamma Geese', 'careful'],
  ['Full Send', 'careful'],
  ['Night Shift', 'careful'],
  ['Tick by Tick', 'careful'],
  ['Sleepy Sloths', 'idle'],
  ['Delta Neutral', 'careful'],
  ['Lucky Breaks', 'careful'],
  ['Quiet Quants', 'careful'],
  ['North Desk', 'careful'],
  ['Paper Tigers', 'careful'],
  ['Slow and Steady', 'careful'],
  ['Random Walkers', 'careful'],
] as const satisfies readonly (readonly [string, Temper])[];

export interface Arena {
  readonly demo: DemoVenue;
  readonly folder: string;
  readonly organise: (path: string, body?: object) => Promise<ReadonlyMap<string, unknown>>;
  readonly createSeason: (rules?: object) => Promise<void>;
  /** Registered, approved, with credentials, qualified. */
  readonly enlistAll: (count?: number) => Promise<readonly DemoTeam[]>;
  /** Lives through so much venue time, with everybody trading. */
  readonly live: (millis: number) => Promise<void>;
  readonly open: (
    browser: Browser,
    path: string,
    options?: BrowserContextOptions,
  ) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

export async function openArena(): Promise<Arena> {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-arena-'));
  const demo = await openDemoVenue(folder, BEGIN, ['--page', 'on']);
  const contracts = demo.venue.read.listing.contracts();
  const dice = createDice(7);
  const market = createDemoMarket(dice, contracts, demo.house);
  await demo.venue.submit(market.next());
  const organiser = createOrganiser(demo);
  const teams: DemoTeam[] = [];
  return {
    demo,
    folder,
    organise: (path, body) => organiser(body === undefined ? 'GET' : 'POST', path, body),
    createSeason: async (rules = {}) => {
      await organiser('POST', '/seasons', {
        name: 'Spring Season',
        startAt: BEGIN + HOUR,
        endAt: BEGIN + HOUR + 4 * DAY,
        roundTripsMin: 5,
        activeDaysMin: 2,
        makerFee: '0',
        takerFee: '0.0001',
        ...rules,
      });
      await organiser('POST', '/registration', { open: true });
    },
    enlistAll: async (count = NAMES.length) => {
      for (const [name, temper] of NAMES.slice(teams.length, count))
        teams.push(await enlist(demo, organiser, { name, temper }, teams.length));
      return teams;
    },
    live: async (millis) => {
      const until = demo.now() + millis;
      const scene = { dice, venue: demo.venue, market, teams };
      while (demo.now() < until) {
        const at = demo.now() + STEP - (demo.now() % STEP);
        demo.goTo(at);
        await demo.venue.submit(market.next());
        for (const { afterMillis, command } of nextActions(scene)) {
          demo.goTo(at + afterMillis);
          await demo.venue.submit(command);
        }
      }
      await demo.venue.submit({ kind: 'advance-clock' });
    },
    open: (browser, path, options = {}) => openAt(browser, demo.baseUrl + path, options),
    close: async () => {
      await demo.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function openAt(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', ...options });
  onTestFinished(() => context.close());
  const page: Page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MILLIS);
  const complaints = listen(page);
  await page.goto(url);
  return { page, complaints };
}
