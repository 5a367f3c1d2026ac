/** Somebody watches a season, on the wall of a hall and on a phone. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openWithBrowser } from '../web/browser.ts';
import {
  type Anything,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  OF_COLOURS,
  PHONE,
} from '../web/page-kit.ts';
import { BEGIN, HOUR, openArena } from './arena-kit.ts';

const { test, browser, sight: arena } = await openWithBrowser(openArena);

const read = async (path: string, headers: Record<string, string> = {}): Promise<Anything> => {
  const response = await fetch(`${arena.demo.baseUrl}/competition${path}`, { headers });
  const { status } = response;
  const text = await response.text();
  return { status, etag: response.headers.get('etag'), text, json: text && JSON.parse(text) };
};

const shownTeams = (page: Page): Promise<string[]> =>
  page
    .locator('.standings tbody tr')
    .evaluateAll((rows: Anything) => rows.map((row: Anything) => row.getAttribute('data-team')));

const apiTeams = async (): Promise<string[]> =>
  (await read('/leaderboard')).json.standings.map(({ team }: Anything) => team);

/** The page asks now and then, so it may be a little older at first. */
const expectStandings = (page: Page): Promise<void> =>
  expect
    .poll(async () => ({ shown: await shownTeams(page), told: await apiTeams() }))
    .toSatisfy(({ shown, told }) => shown.length > 0 && shown.join() === told.join());

/** Nothing of it is a position or an order. */
async function expectNothingSecret(page: Page): Promise<void> {
  const text = await page.locator('main').innerText();
  expect(text).not.toMatch(/long|short|limit order|entry price|liquidation price/i);
}

test('[ARENA-1] before, during and after a season the arena shows what there is, by itself', {
  timeout: 300_000,
}, async () => {
  const wall = await arena.open(browser, '/arena');
  const phone = await arena.open(browser, '/arena', { viewport: PHONE, colorScheme: 'dark' });
  const pages = [wall.page, phone.page];
  const onEach = async (
    look: (page: Page) => Promise<void>,
    only?: typeof OF_COLOURS,
  ): Promise<void> => {
    for (const page of pages) {
      await look(page);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, only);
    }
  };
  await onEach((page) =>
    page.getByRole('heading', { name: 'No season yet', exact: true }).waitFor(),
  );

  // Half a day is hours of ranks that move, and more samples than a curve shows points.
  await arena.createSeason({ endAt: BEGIN + 13 * HOUR, activeDaysMin: 1 });
  await arena.enlistAll(9);
  await onEach(async (page) => {
    await page.getByRole('heading', { name: 'Spring Season', exact: true }).waitFor();
    await page.getByText('Registration is open.').waitFor();
    await page.getByRole('timer').getByText('Starts in').waitFor();
    await page.getByText('The leaderboard opens when the season starts.').waitFor();
  });

  await arena.organise('/reset', {});
  await arena.live(2 * HOUR);
  await onEach(async (page) => {
    await page.getByRole('table', { name: 'Leaderboard', exact: true }).waitFor();
    await page.getByRole('timer').getByText('Ends in').waitFor();
    await expectStandings(page);
    await expectNothingSecret(page);
  });
  await ranksMove(wall.page);

  await arena.organise('/sanctions', {
    team: 'Mirror Mirror',
    step: 'disqualify',
    reason: 'copied the owls',
  });
  await arena.live(BEGIN + 14 * HOUR - arena.demo.now());
  // The page is the same but for its words and their colours.
  await onEach((page) => page.getByText('Under review').waitFor(), OF_COLOURS);
  await arena.organise('/close', {});
  await onEach((page) => page.getByText('The result is final.').waitFor(), OF_COLOURS);
  expect([...wall.complaints, ...phone.complaints]).toEqual([]);
});

/** Lives on until the order has changed, and waits until the page shows that. */
async function ranksMove(page: Page): Promise<void> {
  const before = await shownTeams(page);
  let after = before;
  for (let hour = 0; hour < 8 && after.join() === before.join(); hour += 1) {
    await arena.live(HOUR);
    after = await apiTeams();
  }
  expect(after).not.toEqual(before);
  await expectStandings(page);
  const up = page.locator('.move.up').first();
  await up.waitFor();
  expect(await up.innerText()).toMatch(/▲\d+/);
}

test('[ARENA-2] a team’s page, the rules and the figures are those of the interface', {
  timeout: 300_000,
}, async () => {
  const { page, complaints } = await arena.open(browser, '/arena', { colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Careful Owls', exact: true }).click();
  await page.getByRole('heading', { name: 'Careful Owls', level: 1, exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/arena/team/Careful%20Owls');
  const { json } = await read('/teams/Careful%20Owls');
  const figures = page.getByRole('region', { name: 'Trading', exact: true });
  await figures.getByText(String(json.fills), { exact: true }).first().waitFor();
  const drawdown = `${(Number(json.maxDrawdown) * 100).toFixed(2)}%`;
  await page
    .getByRole('region', { name: 'Risk', exact: true })
    .getByText(drawdown, { exact: true })
    .waitFor();
  await expect.poll(() => page.locator('.line-chart svg[role="img"]').count()).toBe(2);
  await expectNothingSecret(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await page.getByText('20×').waitFor();
  await page.getByText('BTCUSDT').waitFor();
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Careful Owls', level: 1, exact: true }).waitFor();
  await page.getByLabel('Language', { exact: true }).selectOption('zh');
  await page.getByText('最大回撤').waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
  await page.goto(`${arena.demo.baseUrl}/arena/team/nobody`);
  await page.getByText('排行榜上没有这支队伍').waitFor();
});

test('[ARENA-3] a lost connection is shown and heals; no width scrolls sideways', {
  timeout: 300_000,
}, async () => {
  const { page } = await arena.open(browser, '/arena', { viewport: DESKTOP });
  await page.getByRole('table', { name: 'Leaderboard', exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('Connection lost').waitFor();
  await page.getByRole('table', { name: 'Leaderboard', exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
  // The longest word of the rules, which this season does not have.
  const market = { commitment: '5a'.repeat(32), seed: 'secret', feed: 'simulated' };
  await page.route(/\/competition$/, async (route) => {
    const response = await route.fetch();
    const json = response.ok() ? { ...(await response.json()), market } : undefined;
    await route.fulfill({ response, ...(json && { json }) });
  });
  for (const path of ['/arena', '/arena/rules', '/arena/team/Careful%20Owls']) {
    await page.goto(arena.demo.baseUrl + path);
    await page.getByRole('heading', { name: 'Spring Season', exact: true }).waitFor();
    for (const width of [360, 480, 768, 1_024, 1_280, 1_920]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  }
});

test('[ARENA-4] known answers are not sent again, and curves are thinned', async () => {
  const first = await read('/leaderboard');
  const again = await read('/leaderboard', { 'if-none-match': first.etag });
  expect([again.status, again.text]).toEqual([304, '']);
  const other = await read('/leaderboard', { 'if-none-match': '"other"' });
  expect([other.status, other.text]).toEqual([200, first.text]);
  const { json } = await read('/curves?top=3&points=20');
  expect(json.curves.map(({ team }: Anything) => team)).toEqual((await apiTeams()).slice(0, 3));
  expect(json.at.length).toBeLessThanOrEqual(20);
  // Samples are a minute apart; the end may lie between two.
  expect(json.shownAt - json.at.at(-1)).toBeLessThan(60_000);
  const gaps = json.at.slice(1).map((at: number, place: number) => at - json.at[place]);
  expect(Math.max(...gaps)).toBeLessThan(3 * Math.min(...gaps.slice(0, -1)));
  for (const query of ['top=1', 'top=51', 'points=x', 'points=501'])
    expect((await read(`/curves?${query}`)).status).toBe(400);
});

test('[ARENA-6] the idle and the disqualified are marked; anyone chooses teams for the race', {
  timeout: 300_000,
}, async () => {
  const { page, complaints } = await arena.open(browser, '/arena');
  const idle = page.locator('tr[data-team="Sleepy Sloths"]');
  await idle.getByText('Idle', { exact: true }).waitFor();
  expect(await idle.locator('.place-1, .place-2, .place-3').count()).toBe(0);
  expect(await page.locator('.standings :is(.place-1, .place-2, .place-3)').count()).toBe(3);
  const out = page.getByRole('region', { name: 'Disqualified', exact: true });
  await out.locator('s').getByText('Mirror Mirror').waitFor();
  await out.getByText('copied the owls').waitFor();
  expect(await shownTeams(page)).not.toContain('Mirror Mirror');
  for (const team of ['Sleepy Sloths', 'Careful Owls'])
    await page.getByLabel(`Show ${team} in the race`, { exact: true }).check();
  const race = page.getByRole('region', { name: 'Equity of the leaders', exact: true });
  const names = page.locator('.race-legend .legend-name');
  await expect
    .poll(async () => (await names.allInnerTexts()).toSorted())
    .toEqual(['Careful Owls', 'Sleepy Sloths']);
  await page.getByRole('button', { name: 'Show the leaders', exact: true }).click();
  await race.waitFor();
  expect(await names.count()).toBe(8);
  await expectLegendOfTable(page);
  await expectStandingsFile(page);
  const values = () => page.locator('.race-legend .legend-value').allInnerTexts();
  const atEnd = await values();
  const slider = page.getByRole('slider', { name: 'Replay of the season', exact: true });
  await slider.fill('0');
  await expect.poll(async () => new Set(await values()).size).toBe(1);
  await slider.fill(String(await slider.getAttribute('max')));
  await expect.poll(values).toEqual(atEnd);
  const { json } = await read('/curves?top=2&teams=Sleepy%20Sloths');
  expect(json.curves.map(({ team }: Anything) => team)).toContain('Sleepy Sloths');
  await page.goto(`${arena.demo.baseUrl}/arena/team/Mirror%20Mirror`);
  await page.getByText('Disqualified: copied the owls').waitFor();
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

/** Names, order, figures and colours of the legend are those of the first rows. */
async function expectLegendOfTable(page: Page): Promise<void> {
  const [legend, table] = await page.evaluate<[string[], string[]]>(`[
    [...document.querySelectorAll('.race-legend li')].map((row) => [
      row.querySelector('.legend-name').textContent, row.querySelector('.legend-value').textContent,
      getComputedStyle(row.querySelector('.swatch')).backgroundColor].join(' ')),
    [...document.querySelectorAll('.standings tbody tr')].slice(0, 8).map((row) => [
      row.dataset.team, row.querySelector('.equity').textContent,
      getComputedStyle(row.querySelector('.swatch')).backgroundColor].join(' ')),
  ]`);
  expect(legend.length).toBe(8);
  expect(legend).toEqual(table);
}

async function expectStandingsFile(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('standings-season-1-2026-03-02.csv');
  const [head = '', ...rows] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(head).toMatch(/^rank,team,/);
  expect(rows.map((row) => row.split(',')[1])).toEqual(await apiTeams());
}

const WALL = { width: 1_920, height: 1_080 };
/** How large the smallest letters of a slide are. */
const SMALLEST = `Math.min(...[...document.querySelectorAll(
  '.wall-row span, .race-legend span, .countdown *, .projector :is(h2, text)')].map((one) =>
    parseFloat(getComputedStyle(one).fontSize)))`;

test('[ARENA-7] the projector goes from board to race, risers and news, in large letters', {
  timeout: 300_000,
}, async () => {
  const { page, complaints } = await arena.open(browser, '/arena', { colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Projector', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const [slide, heading] of [
    ['board', 'Leaderboard, 1 to 8'],
    ['race', 'Equity of the leaders'],
    ['risers', 'Risers of the last hour'],
    ['events', 'What happened'],
  ] as const) {
    await page.locator(`[data-slide="${slide}"]`).waitFor();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    for (const size of [WALL, DESKTOP]) {
      await page.setViewportSize(size);
      await expect
        .poll(() => page.evaluate<number>(SMALLEST))
        .toBeGreaterThanOrEqual(size.width / 40);
    }
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
  await page.locator('[data-slide="board"]').waitFor();
  await page.clock.install();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.clock.fastForward(13_000);
  await page.locator('[data-slide="race"]').waitFor();
  expect(complaints).toEqual([]);
});

test('[ARENA-8] a phone reaches every page of the arena, and the terminal', async () => {
  const { page } = await arena.open(browser, '/arena', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  for (const [link, path] of [
    ['Careful Owls', '/arena/team/Careful%20Owls'],
    ['← Back to the leaderboard', '/arena'],
    ['Rules', '/arena/rules'],
    ['My team', '/arena/my-team'],
    ['Leaderboard', '/arena'],
    ['Projector', '/arena/projector'],
    ['Back to the arena', '/arena'],
    ['Terminal', '/'],
    ['Arena', '/arena'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).tap();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    await expectNoSidewaysScroll(page);
    // Nobody has to guess that there is more to swipe to.
    for (const nav of await page.getByRole('navigation').all())
      expect(await nav.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(
        0,
      );
    if (path === '/arena/my-team') await expectAccessible(page);
  }
  await page.goto(`${arena.demo.baseUrl}/arena/register`);
  await page.getByText('Registration is closed.').first().waitFor();
  await expectNoSidewaysScroll(page);
});
