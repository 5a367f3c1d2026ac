/** Why models did what they did: the organiser finds it, and a team sees where it is missing. */
import { expect } from 'vitest';
import { createCallVenue } from '../../src/cli/qualify/signed-client.ts';
import { openWithBrowser } from '../web/browser.ts';
import { type Anything, expectAccessible, expectNoSidewaysScroll, PHONE } from '../web/page-kit.ts';
import { BEGIN, HOUR, openArena, openAt } from '../web-arena/arena-kit.ts';
import { enter, goTo } from './console-kit.ts';

const { test, browser, sight: arena } = await openWithBrowser(openArena);

interface Pack {
  readonly claim: string;
  readonly call: (path: string, body: object) => Promise<Anything>;
}

/** A team with an address of its own, its claim and its keys. */
async function enlist(team: string, address: string): Promise<Pack> {
  const { baseUrl } = arena.demo;
  const from = { 'x-forwarded-for': address };
  const send = async (path: string, body: object, more = {}): Promise<Anything> => {
    const headers = { 'content-type': 'application/json', ...from, ...more };
    const init = { method: 'POST', body: JSON.stringify(body), headers };
    return (await fetch(`${baseUrl}/competition/registrations${path}`, init)).json();
  };
  const { registrationId: id, claimToken } = await send('', {
    ...{ team, members: [`Ann of ${team}`], contact: `${address}@example.org` },
    ...{ addresses: [address], strategy: 'asks why' },
  });
  await arena.organise(`/registrations/${id}/approve`, {});
  const keys = await send(`/${id}/credentials`, {}, { authorization: `Bearer ${claimToken}` });
  const signed = createCallVenue(baseUrl, keys, undefined, from);
  return {
    claim: `${id}.${claimToken}`,
    call: async (path, body) => {
      const answer = await signed(path, '', body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    },
  };
}

async function tradeWithOneReason({ call }: Pack): Promise<readonly string[]> {
  const asked = { symbol: 'cmt_btcusdt', type: '1', match_price: '1', size: '0.0010' };
  const told = await call('/order/placeOrder', asked);
  const silent = await call('/order/placeOrder', asked);
  await call('/order/uploadAiLog', {
    orderId: told.order_id,
    ...{ stage: 'decide', model: 'wolf-3', input: { rate: '0.0004' }, output: { does: 'buy' } },
    explanation: 'Funding looked too rich for the shorts.',
  });
  return [told.order_id, silent.order_id];
}

/** Everybody reads them in the arena, beside the order and on the curve of the team. */
async function watchArena(): Promise<void> {
  const watched = await openAt(browser, `${arena.demo.baseUrl}/arena`);
  const feed = watched.page.getByRole('list', { name: 'Decisions and their reasons', exact: true });
  const decision = feed.getByRole('listitem').filter({ hasText: 'Why Wolves' });
  await decision.getByText('Funding looked too rich for the shorts.').waitFor();
  expect(await decision.innerText()).toMatch(/Open long 0\.0010 BTCUSDT: filled 0\.0010 @ \d+/);
  expect(await feed.innerText()).not.toContain('0.0004');
  await expectAccessible(watched.page);
  await decision.getByRole('link', { name: 'Why Wolves', exact: true }).click();
  const note = watched.page.locator('.chart-note title');
  await expect.poll(() => note.allTextContents()).toHaveLength(1);
  expect((await note.allTextContents()).join()).toMatch(/^Funding looked .*\n?.*Open long/s);
  await watched.page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(watched.page);
  expect(watched.complaints).toEqual([]);
}

/** After the end: what was said by the moment that is chosen. */
async function watchReplay(): Promise<void> {
  const { page, complaints } = await openAt(browser, `${arena.demo.baseUrl}/arena`);
  const slider = page.getByRole('slider', { name: 'Replay of the season', exact: true });
  const said = page.getByText('Funding looked too rich for the shorts.');
  await said.waitFor();
  await slider.fill('0');
  await page.getByText('No decision has been logged yet.').waitFor();
  await slider.fill(String(await slider.getAttribute('max')));
  await said.waitFor();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  expect(complaints).toEqual([]);
}

test('[CONSOLE-11] [ARENA-5] [ARENA-6] [AIL-3] reasons are found, and teams see what they owe', {
  timeout: 300_000,
}, async () => {
  await arena.createSeason({
    ...{ endAt: BEGIN + 3 * HOUR, activeDaysMin: 1, requiresAiLog: true, showsReasons: true },
  });
  const wolves = await enlist('Why Wolves', '10.2.0.1');
  const bears = await enlist('Plain Bears', '10.2.0.2');
  await arena.organise('/reset', {});
  await arena.live(1.2 * HOUR);
  const [told = '', silent = ''] = await tradeWithOneReason(wolves);
  await bears.call('/order/uploadAiLog', {
    ...{ stage: 'wait', model: 'bear-1', input: {}, output: {}, explanation: 'Too calm.' },
  });
  await arena.live(0.1 * HOUR);

  const own = await openAt(browser, `${arena.demo.baseUrl}/arena/my-team#${wolves.claim}`, {
    viewport: PHONE,
  });
  const owed = own.page.getByRole('list', {
    name: 'The newest orders without a log in time',
    exact: true,
  });
  await owed.getByText(`Order ${silent} of`).waitFor();
  expect(await owed.getByText('no log', { exact: true }).count()).toBe(1);
  expect(await owed.getByText(`Order ${told} of`).count()).toBe(0);
  await expectAccessible(own.page);
  await expectNoSidewaysScroll(own.page);

  const { address, token } = arena.demo.admin;
  const { page, complaints } = await openAt(browser, `${address}/console`);
  await enter(page, token);
  await goTo(page, 'Reasons');
  const rows = page.locator('.table tbody tr');
  await rows.filter({ hasText: 'Why Wolves' }).waitFor();
  expect(await rows.count()).toBe(2);
  await page.getByLabel('Search in reasons', { exact: true }).fill('funding LOOKED');
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByText('Funding looked too rich for the shorts.').waitFor();
  await rows.getByText(told, { exact: true }).waitFor();
  await rows.getByText('Given and answered', { exact: true }).click();
  await rows.getByText('"rate": "0.0004"').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Search in reasons', { exact: true }).fill('');
  await page.getByLabel('Find a team', { exact: true }).fill('bears');
  await expect.poll(() => rows.filter({ hasText: 'Why Wolves' }).count()).toBe(0);
  await rows.filter({ hasText: 'Plain Bears' }).first().waitFor();
  await page.getByLabel('From', { exact: true }).fill('2036-01-01T00:00');
  await page.getByText('No reasons found.').waitFor();
  await page.getByLabel('Until', { exact: true }).fill('2037-01-01T00:00');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('From', { exact: true }).fill('2026-03-01T00:00');
  await rows.filter({ hasText: 'Plain Bears' }).first().waitFor();
  await expectNoSidewaysScroll(page);
  expect(complaints).toEqual([]);
  await watchArena();
  await arena.live(2 * HOUR);
  await watchReplay();
});
