/** An organiser takes fifty teams from nothing to a published, verified result. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { readTeams } from '../../src/wire/competition/list-file.ts';
import { FAULT_NAMES } from '../../src/wire/fault-names.ts';
import { openWithBrowser } from '../web/browser.ts';
import {
  type Anything,
  expectAccessible,
  expectNoSidewaysScroll,
  OF_COLOURS,
  openPageVenue,
  PHONE,
} from '../web/page-kit.ts';
import { openAt } from '../web-arena/arena-kit.ts';
import { act, countHands, enter, goTo, ROOMS } from './console-kit.ts';
import {
  approveAll,
  dismiss,
  fileOf,
  importTeams,
  issueFoxes,
  lookAtQualification,
  lookAtStandings,
  qualifyOnPage,
  registerOnPage,
  saved,
} from './crowd.ts';

const {
  test,
  browser,
  sight: venue,
} = await openWithBrowser(() =>
  // A season needs a seed that nobody knows.
  openPageVenue('--seed', 'drawn'),
);

const season = async (): Promise<Anything> => (await fetch(`${venue.baseUrl}/competition`)).json();

test('[CONSOLE-1] the console is at the operator’s door, and the public door shows the way', {
  timeout: 300_000,
}, async () => {
  const answer = await fetch(`${venue.baseUrl}/console`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    `${venue.adminUrl}/console`,
  ]);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const stranger = await fetch(`${venue.baseUrl}/console`, { redirect: 'manual', headers });
  expect(stranger.status).toBe(200);
  const policy = (await fetch(`${venue.adminUrl}/console`)).headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  const { page } = await openAt(browser, `${venue.baseUrl}/console`);
  expect(page.url()).toBe(`${venue.adminUrl}/console`);
  await page.getByLabel('Token', { exact: true }).fill('0'.repeat(64));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('This token is not valid.').waitFor();
  await expectAccessible(page);
  await enter(page, venue.token);
  const kept = await page.evaluate<string>(
    'JSON.stringify({ ...localStorage, ...sessionStorage })',
  );
  expect(kept + page.url() + (await page.content())).not.toContain(venue.token);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
});

const FIFTY = ['Foxes', 'Spam', ...Array.from({ length: 47 }, (_, at) => `Team ${at + 1}`)];

test('[CONSOLE-2] [CONSOLE-8] [CONSOLE-9] [ARENA-5] the pages alone take fifty teams to a result', {
  timeout: 300_000,
}, async () => {
  const { page, complaints } = await openAt(browser, `${venue.adminUrl}/console`);
  const hands = await countHands(page);
  await enter(page, venue.token);
  await goTo(page, 'Season');
  await act(page, 'Create a season', {
    fill: { Name: 'Autumn', 'Leaderboard delay, minutes': '0' },
    action: 'created the season Autumn',
  });
  await act(page, 'Open registration', {
    fill: { 'Most teams': '50' },
    action: 'opened registration',
  });
  const own = await registerOnPage(browser, venue);
  await goTo(page, 'Teams');
  await importTeams(page, fileOf([...FIFTY, 'Late']), '49 of 50 done.', async () => {
    await page.getByText(/^Late: .*50/).waitFor();
    const { name, lines } = await saved(page, 'Save the claims (CSV)');
    expect(name).toMatch(/^claims-season-1-2026-03-0\d\.csv$/);
    expect([lines.length, lines[1]]).toEqual([50, expect.stringContaining('/arena/my-team#')]);
  });
  await page.getByText('50 of 50 places are taken: 50 pending, 0 approved.').waitFor();
  await act(page, 'Reject Spam', {
    confirm: 'Reject',
    fill: { Reason: 'not a team' },
    action: 'rejected Spam',
  });
  await approveAll(page, 48);
  await qualifyOnPage(own, venue);
  await issueFoxes(page, venue);
  await lookAtQualification(page);
  await startSeason(page);
  await lookAtStandings(page);
  await dismiss(page);
  await finish(page);
  await goTo(page, 'Audit');
  const audit = page.getByRole('table', { name: 'Audit', exact: true });
  await audit.getByText('made the result final').waitFor();
  await page
    .getByLabel('Find an action, a person or a team', { exact: true })
    .fill('ann approved Team 17');
  await expect.poll(() => audit.getByRole('row').count()).toBe(2);
  const { lines } = await saved(page, 'Export CSV');
  expect(lines.filter((line) => /,ann,organiser,approved /.test(line))).toHaveLength(49);
  // Fifteen minutes of a person, with presses for the whole season and not for each team.
  const { presses, seconds } = hands();
  expect(presses).toBeGreaterThan(40);
  expect(presses).toBeLessThan(120);
  expect(seconds).toBeLessThan(15 * 60);
  // The browser notes the row that was refused.
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
});

/** Who is not ready is said first. */
async function startSeason(page: Page): Promise<void> {
  await goTo(page, 'Season');
  await page.getByText('48 enrolled teams have not qualified: Foxes, Team 1,').waitFor();
  await page.getByText('47 of them have done nothing yet: Team 1,').waitFor();
  await act(page, 'Reset all accounts', {
    action: 'reset all accounts',
    look: async (dialog) => {
      await dialog.getByText('49 accounts × 1,000.00 USDT').waitFor();
      await dialog.getByText('Every account is clean and money is conserved').waitFor();
    },
  });
  await page
    .getByRole('region', { name: 'Attestation', exact: true })
    .getByText('State hash')
    .waitFor();
  await act(page, 'Start now', {
    ask: (dialog) => dialog.getByText('48 enrolled teams have not qualified').waitFor(),
    action: 'started the season',
  });
  expect((await season()).phase).toBe('active');
}

async function finish(page: Page): Promise<void> {
  await goTo(page, 'Season');
  await act(page, 'End now', { fill: { Reason: 'only a test' }, action: 'ended the season' });
  await act(page, 'Make the result final', { action: 'made the result final' });
  await act(page, 'Publish and verify', { action: 'published the result' });
  await page.getByText('Published and verified').waitFor();
  await page.getByText('Yes. Every figure of season 1, "Autumn"').waitFor();
  await page.getByText('npx perpetua competition publish --season 1 --out result').waitFor();
  expect((await season()).phase).toBe('closed');
}

test('[CONSOLE-3] an observer sees everything and can change nothing', async () => {
  const token = readFileSync(join(venue.data, 'observer.token'), 'utf8').trim();
  const { page } = await openAt(browser, `${venue.adminUrl}/console`);
  await enter(page, token, 'olga');
  await page.getByText('You are signed in as an observer').waitFor();
  for (const [room, button] of [
    ['Keys', 'New secret sandbox-1'],
    ['Market', 'Price shock'],
  ] as const) {
    await goTo(page, room);
    const found = page.getByRole('button', { name: button, exact: true });
    await found.waitFor();
    expect(await found.isDisabled()).toBe(true);
    expect(await found.getAttribute('title')).toBe('Observers cannot change anything.');
  }
});

test('[CONSOLE-4] a refusal is shown in the venue’s own words, with its audit entry', {
  timeout: 300_000,
}, async () => {
  const { page } = await openAt(browser, `${venue.adminUrl}/console`);
  await enter(page, venue.token);
  await goTo(page, 'Market');
  await page.getByRole('button', { name: 'Price shock', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel('Change', { exact: true }).fill('a lot');
  await dialog.getByRole('button', { name: 'Price shock', exact: true }).click();
  await dialog.getByText('from -95% to +400%').first().waitFor();
  await dialog
    .locator('.audit-line')
    .getByText(/refused/)
    .waitFor();
  await dialog.getByLabel('Change', { exact: true }).fill('-2%');
  await dialog.getByRole('button', { name: 'Price shock', exact: true }).click();
  await dialog.getByText('Done.').waitFor();
});

test('[CONSOLE-5] health tells throughput, journal, conservation, house, clients', {
  timeout: 300_000,
}, async () => {
  const { page, complaints } = await openAt(browser, `${venue.adminUrl}/console`);
  await enter(page, venue.token);
  const card = (name: string) => page.locator(`[data-card="${name}"]`);
  await card('status').getByText('Trading', { exact: true }).waitFor();
  await card('conservation').getByText('Money is conserved').waitFor();
  await card('invariants').getByText('All hold').waitFor();
  // Somebody who is connected, however long ago the others were here.
  const visitor = connect(Number(new URL(venue.baseUrl).port), '127.0.0.1');
  onTestFinished(() => void visitor.destroy());
  const authorization = `Bearer ${venue.token}`;
  const look = async (): Promise<Anything> =>
    (await fetch(`${venue.adminUrl}/overview`, { headers: { authorization } })).json();
  await expect.poll(async () => (await look()).connections.http).toBeGreaterThan(0);
  const overview = await look();
  expect(overview.conservation.collateral).toBe(overview.conservation.deposits);
  expect(overview.house.accounts).toBeGreaterThan(0);
  expect(Number(overview.house.result)).toBeCloseTo(
    Number(overview.house.trading) + Number(overview.house.fees) + Number(overview.house.funding),
    6,
  );
  expect(overview.health.syncMillis.p99).toBeGreaterThan(0);
  expect((await fetch(`${venue.adminUrl}/overview`)).status).toBe(403);
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('Connection lost').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('[CONSOLE-7] allowlists, keys, chaos and venue time change at once', async () => {
  const [who] = venue.credentials;
  if (who === undefined) throw new Error('no credentials');
  const code = async (): Promise<string | undefined> =>
    (await venue.ask('/capi/v2/account/assets', who)).code;
  expect(await code()).toBeUndefined();
  const { page, complaints } = await openAt(browser, `${venue.adminUrl}/console`);
  await enter(page, venue.token);
  await goTo(page, 'Keys');
  await page.getByLabel('Find a key by name or account', { exact: true }).fill(who.name);
  const allow = (addresses: string): Promise<void> =>
    act(page, `Allowlist … ${who.name}`, {
      confirm: 'Allowlist',
      fill: { Addresses: addresses },
      action: `changed the allowlist of ${who.name}`,
    });
  await allow('203.0.113.0/24');
  await page
    .getByRole('table', { name: 'Keys', exact: true })
    .getByText('203.0.113.0/24')
    .waitFor();
  expect(await code()).toBe('40018');
  await allow('');
  expect(await code()).toBeUndefined();
  await goTo(page, 'Market');
  await act(page, 'Pause', { action: 'paused venue time' });
  const time = page.getByRole('region', { name: 'Venue time', exact: true });
  await time.getByText('paused').waitFor();
  await act(page, 'Resume time', { action: 'let venue time run' });
  await time.getByText('1× the wall clock').waitFor();
  await act(page, 'Halt trading', { fill: { Duration: '10m' }, action: 'halted' });
  const contracts = page.getByRole('table', { name: 'Contracts', exact: true });
  await contracts.getByText('halted').first().waitFor();
  await act(page, 'Stop all chaos', { action: 'stopped all chaos' });
  await contracts.getByText('halted').first().waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('[FAULT-14] a fault begins and ends from the console, for one account', async () => {
  const [who, other] = venue.credentials;
  if (who === undefined || other === undefined) throw new Error('no credentials');
  const code = async (caller = who): Promise<string | undefined> =>
    (await venue.ask('/capi/v2/account/assets', caller)).code;
  const { page, complaints } = await openAt(browser, `${venue.adminUrl}/console`);
  await enter(page, venue.token);
  await goTo(page, 'Market');
  const faults = page.getByRole('region', { name: 'Faults', exact: true });
  await faults.getByText('No fault is active.').waitFor();
  await faults.getByRole('button', { name: 'Begin a fault', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const kind = dialog.getByLabel('What fails', { exact: true });
  const kinds = await kind
    .locator('option')
    .evaluateAll((all) => all.map((one: Anything) => one.value));
  expect(kinds.toSorted()).toEqual(FAULT_NAMES.toSorted());
  await kind.selectOption({ label: 'Maintenance' });
  const account = dialog.getByLabel('Account', { exact: true });
  await account.getByText(who.name).first().waitFor({ state: 'attached' });
  const value = await account.locator('option').filter({ hasText: who.name }).getAttribute('value');
  await account.selectOption(value);
  await dialog.getByLabel('Number of calls', { exact: true }).fill('0');
  await dialog.getByRole('button', { name: 'Begin a fault', exact: true }).click();
  await dialog.locator('.fault').getByText('a whole number from 1 to 100000').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Number of calls', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Begin a fault', exact: true }).click();
  await dialog.getByText('Done.').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await faults.getByText(who.name).waitFor();
  expect([await code(), await code(other)]).toEqual(['40015', undefined]);
  await expectAccessible(page);
  await act(page, 'End maintenance', { confirm: 'End', action: 'ended a fault' });
  await faults.getByText('No fault is active.').waitFor();
  expect(await code()).toBeUndefined();
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
});

test('[CONSOLE-6] every room keeps nobody out, in either theme and language, at every width', {
  timeout: 300_000,
}, async () => {
  const { page, complaints } = await openAt(browser, `${venue.adminUrl}/console`, {
    viewport: PHONE,
  });
  await enter(page, venue.token);
  const switchTheme = page.getByRole('button', {
    name: /^(Switch to .* theme|切换到浅色主题|切换到深色主题)$/,
  });
  const expectAccessibleInBoth = async (): Promise<void> => {
    await expectAccessible(page);
    await switchTheme.click();
    await expectAccessible(page, OF_COLOURS);
  };
  for (const room of ROOMS) {
    await goTo(page, room);
    await page.getByRole('heading', { name: room, level: 1, exact: true }).waitFor();
    await page.locator('.spinner').waitFor({ state: 'detached' });
    // A few teams are looked at like fifty, in a tenth of the time.
    const search = page.getByRole('searchbox');
    if ((await search.count()) > 0) await search.first().fill('Team 4');
    await page.getByText('Team 17').waitFor({ state: 'detached' });
    await expectAccessibleInBoth();
    for (const width of [1_280, 768, PHONE.width]) {
      await page.setViewportSize({ width, height: PHONE.height });
      await expectNoSidewaysScroll(page);
    }
  }
  await page.getByLabel('Language', { exact: true }).selectOption('zh');
  await page.getByRole('heading', { name: '审计', level: 1, exact: true }).waitFor();
  await expectAccessibleInBoth();
  expect(complaints).toEqual([]);
});

test('[CONSOLE-8] hundreds of teams are imported, approved and exported', {
  timeout: 300_000,
}, async () => {
  const { page, complaints } = await openAt(browser, `${venue.adminUrl}/console`);
  await enter(page, venue.token);
  await goTo(page, 'Season');
  await act(page, 'Create a season', {
    fill: { Name: 'Winter' },
    action: 'created the season Winter',
  });
  await goTo(page, 'Teams');
  // More than the venue tells on one page.
  const names = Array.from({ length: 210 }, (_, at) => `Crew ${at + 1}`);
  await importTeams(page, fileOf(names), '210 of 210 done.');
  await act(page, 'Approve all 210', {
    confirm: 'Approve',
    action: 'approved Crew 210',
    look: (dialog) => dialog.getByText('210 of 210 done.').waitFor(),
  });
  const { name, lines } = await saved(page, 'Export CSV');
  expect(name).toMatch(/^teams-season-\d-2026-03-0\d\.csv$/);
  expect(lines).toHaveLength(211);
  const teams = readTeams(lines.join('\r\n'));
  expect(teams).toContainEqual({
    team: 'Crew 17',
    members: ['Crew 17 one', 'Crew 17 two'],
    contact: 'Crew 17, desk',
    addresses: ['127.0.0.1', '::1'],
    strategy: 'to win',
  });
  expect(lines.filter((line) => line.includes(',approved,'))).toHaveLength(210);
  expect(complaints).toEqual([]);
});
