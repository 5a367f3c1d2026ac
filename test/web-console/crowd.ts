/** Many teams: files of them, and what an organiser and a team do with the pages alone. */
import { readFileSync } from 'node:fs';
import type { Browser, Download, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { createCallVenue } from '../../src/cli/qualify/signed-client.ts';
import { walk } from '../../src/cli/qualify/walk.ts';
import { expectAccessible, PATIENCE_MILLIS, type PageVenue, PHONE } from '../web/page-kit.ts';
import { openAt } from '../web-arena/arena-kit.ts';
import { act, goTo } from './console-kit.ts';

/** A file as a spreadsheet writes it. */
export const fileOf = (teams: readonly string[]): string =>
  [
    'team,members,contact,addresses,strategy',
    ...teams.map((team) => `${team},${team} one;${team} two,"${team}, desk",127.0.0.1;::1,to win`),
  ].join('\r\n');

/** Imports a file on the page of teams, and looks at the outcome. */
export async function importTeams(
  page: Page,
  text: string,
  outcome: string,
  look: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.getByRole('button', { name: 'Import teams …', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name: 'teams.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText(outcome).waitFor();
  await look(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
}

/** What a button saves: the name and the lines of the file. */
export async function saved(
  page: Page,
  button: string,
): Promise<{ readonly name: string; readonly lines: readonly string[] }> {
  const coming: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await coming;
  const text = readFileSync(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

/** A team registers on a phone, in the dark, and opens its own page. */
export async function registerOnPage(browser: Browser, venue: PageVenue): Promise<Page> {
  const { page } = await openAt(browser, `${venue.baseUrl}/arena/register`, {
    viewport: PHONE,
    colorScheme: 'dark',
  });
  await page.getByText('0 of 50 places are taken.').waitFor();
  await page.getByLabel('Name of the team', { exact: true }).fill('Owls');
  await page.getByLabel('Contact', { exact: true }).fill('owls@example.org');
  await page.getByLabel('Members', { exact: true }).fill('Ann\nBob');
  await page.getByLabel('Addresses', { exact: true }).fill('nowhere');
  await page.getByLabel('Strategy', { exact: true }).fill('Buys when others sell.');
  const send = page.getByRole('button', { name: 'Register', exact: true });
  await send.click();
  await page.getByRole('alert').getByText('addresses').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Addresses', { exact: true }).fill('127.0.0.1\n::1');
  await send.click();
  await page.getByRole('heading', { name: 'Owls is registered', exact: true }).waitFor();
  await expectAccessible(page);
  const link = (await page.locator('.credential code').last().innerText()).trim();
  expect(link).toMatch(/\/arena\/my-team#[0-9a-f]{16}\.[0-9a-f]{48}$/);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('The organiser has not decided yet.').waitFor();
  expect(page.url()).toBe(`${venue.baseUrl}/arena/my-team`);
  return page;
}

/** With the credentials that the page shows once; each step is ticked as it happens. */
export async function qualifyOnPage(page: Page, venue: PageVenue): Promise<void> {
  await page.getByRole('button', { name: 'Collect credentials', exact: true }).click();
  const codes = page.locator('.credential code');
  await codes.first().waitFor();
  const [apiKey = '', secretKey = '', passphrase = ''] = await codes.allInnerTexts();
  await page.getByText('0 of 5 done.').waitFor();
  await expectAccessible(page);
  const call = createCallVenue(venue.baseUrl, { apiKey, secretKey, passphrase }, PATIENCE_MILLIS);
  // What the client signs goes by the clock of the venue.
  const clock = vi.spyOn(Date, 'now').mockImplementation(venue.now);
  const results = await walk({ call, now: venue.now, pause: async () => undefined });
  clock.mockRestore();
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
  await page
    .locator('[data-step="order"]')
    .getByText(/placeOrder from .*, order \d+ of [\d.]+ USDT/)
    .waitFor();
  await page.locator('.own-step.done').getByText('Qualified').waitFor();
  await page.reload();
  await page.getByText('They were collected.').waitFor();
  expect(await page.content()).not.toContain(secretKey);
  await expectAccessible(page);
}

/** Approves one by its box, and then everyone else. */
export async function approveAll(page: Page, rest: number): Promise<void> {
  await page.getByLabel('Find a team, a person or a contact', { exact: true }).fill('foxes one');
  await page.getByLabel('Select Foxes', { exact: true }).check();
  await act(page, 'Approve 1 selected', { confirm: 'Approve', action: 'approved Foxes' });
  await page.getByText('No teams here.').waitFor();
  await page.getByLabel('Find a team, a person or a contact', { exact: true }).fill('');
  await act(page, `Approve all ${rest}`, {
    confirm: 'Approve',
    action: 'approved',
    look: (dialog) => dialog.getByText(`${rest} of ${rest} done.`).waitFor(),
  });
}

/** With credentials read off the screen, as an organiser would hand them over. */
export async function issueFoxes(page: Page, venue: PageVenue): Promise<void> {
  await page.getByRole('button', { name: /^Approved/ }).click();
  await page.getByLabel('Order', { exact: true }).selectOption({ label: 'Team ▲' });
  const values: string[] = [];
  await act(page, 'Issue credentials Foxes', {
    confirm: 'Issue credentials',
    action: 'issued new credentials to Foxes',
    look: async (dialog) => {
      await dialog.getByText('Shown once.').waitFor();
      values.push(...(await dialog.locator('.credential code').allInnerTexts()));
    },
  });
  const [apiKey = '', secretKey = '', passphrase = ''] = values;
  const who = { name: 'Foxes', apiKey, secretKey, passphrase };
  expect((await venue.ask('/capi/v2/account/assets', who)).code).toBeUndefined();
  expect(await page.content()).not.toContain(secretKey);
}

export async function lookAtQualification(page: Page): Promise<void> {
  await goTo(page, 'Qualification');
  const owls = page.locator('details[data-team="Owls"]');
  await owls.getByText('Qualified').waitFor();
  await owls.locator('summary').click();
  await owls.getByText(/placeOrder from .*, order \d+ of [\d.]+ USDT/).waitFor();
  await page.getByLabel('Find a team', { exact: true }).fill('fox');
  await page.locator('details[data-team="Foxes"]').getByText('3 missing').waitFor();
  await owls.waitFor({ state: 'detached' });
  const { name, lines } = await saved(page, 'Export CSV');
  expect([name, lines.length]).toEqual([expect.stringMatching(/^qualification-season-1-/), 50]);
  expect(lines.find((line) => line.startsWith('Owls,'))).toMatch(/,yes,,2026-03-0\d \d\d:\d\d:/);
}

export async function lookAtStandings(page: Page): Promise<void> {
  await goTo(page, 'Standings');
  await act(page, 'Sanction … Foxes', {
    confirm: 'Sanction',
    fill: { Reason: 'a second account' },
    action: 'warned Foxes',
  });
  const { lines } = await saved(page, 'Export CSV');
  expect([lines.length, lines[0]]).toEqual([50, expect.stringContaining('rank,team,account')]);
  await sortByTeam(page);
  await goTo(page, 'Surveillance');
  await page
    .getByRole('table', { name: 'Sanctions', exact: true })
    .getByRole('row', { name: /Foxes.*Warn.*a second account/ })
    .waitFor();
}

/** A heading sorts all teams, in either direction, and says so. */
async function sortByTeam(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Standings', exact: true });
  const heading = table.getByRole('columnheader', { name: 'Team', exact: true });
  const first = table.getByRole('row').nth(1);
  for (const [order, team] of [
    ['ascending', 'Foxes'],
    ['descending', 'Team 47'],
    ['none', 'Foxes'],
  ] as const) {
    await heading.getByRole('button').click();
    expect(await heading.getAttribute('aria-sort')).toBe(order);
    await first.getByText(team).waitFor();
  }
  await table.getByText('Has not traded').first().waitFor();
}

export async function dismiss(page: Page): Promise<void> {
  const cause = page.getByRole('region', { name: 'Shared address', exact: true });
  await cause.getByText('1 flagged').waitFor();
  await act(page, 'Dismiss … Foxes, Owls', {
    confirm: 'Dismiss …',
    fill: { Note: 'the same room' },
    action: 'dismissed a finding of shared-address',
  });
  await cause.getByText('0 flagged').waitFor();
  await cause.getByText('1 dismissed').click();
  await cause.getByText(/^Dismissed by ann on .*: the same room$/).waitFor();
  await expectAccessible(page);
}
