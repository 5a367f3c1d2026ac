/** A recording in the terminal: its book, the place of an order in its queue, and the latency. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { isReplicated } from '../kit/cluster-setup.ts';
import { makeRecording } from '../tape/make-recording.ts';
import { openWithBrowser } from './browser.ts';
import {
  expectAgreement,
  openPageVenue,
  pauseAtTrueBook,
  pickSandbox,
  sendOrder,
} from './page-kit.ts';

/** Long enough that it is not over while the page is looked at. */
const CHANGES = 20_000;

const {
  test,
  browser,
  sight: venue,
} = await openWithBrowser(() =>
  openPageVenue((folder) => {
    if (isReplicated()) return [];
    const { path } = makeRecording(join(folder, 'morning.gz'), { changes: CHANGES });
    return ['--feed', 'tape', '--tape', path, '--queue', 'power-2'];
  }),
);

test('[WEB-76] a tape is traded on the page, with a place in the queue and a latency', async ({
  skip,
}) => {
  if (isReplicated()) return skip();
  const { page, complaints } = await venue.open(browser);
  await pickSandbox(page, 'sandbox-1');
  const [account] = venue.credentials;
  const told = async () =>
    (await venue.ask('/capi/v2/perpetua/latency', account!)).latency as string;
  const shown = page.locator('[data-figure="latency"]').getByRole('button');
  await expectAgreement(async () => (await shown.innerText()).trim(), told);
  await shown.click();
  await page.locator('#latency').fill('entry=20ms,answer=soon');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.locator('.notice').filter({ hasText: 'soon' }).first().waitFor();
  expect(await told()).toBe('none');
  await page.locator('#latency').fill('entry=20ms,answer=10ms');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.poll(() => shown.innerText()).toContain('entry 20ms, answer 10ms');
  expect(await told()).toBe('entry 20ms, answer 10ms');
  await pauseAtTrueBook(venue, page);
  await page.getByRole('list', { name: 'Bids', exact: true }).getByRole('button').nth(2).click();
  await page.getByLabel('Size', { exact: true }).fill('0.0100');
  await sendOrder(page, 'Open long');
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  await expectAgreement(
    async () => (await page.locator('[data-queue]').first().innerText()).replace(/\s+/g, ' '),
    async () => {
      const { model, list } = await venue.ask('/capi/v2/perpetua/queue', account!);
      return `${list[0]?.ahead} / ${list[0]?.behind} ${model}`;
    },
  );
  // The browser itself complains of what was refused.
  expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
});
