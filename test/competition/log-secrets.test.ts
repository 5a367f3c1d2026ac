/** What the log of a season gives away to someone who reads all of it. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { applyEntry, createPresent } from '../../src/venue/present.ts';
import { capture } from '../../src/venue/snapshot-payload.ts';
import { openSeasonKit, orderBody } from './season-kit.ts';

/** What a snapshot of a venue with this journal holds. */
async function readSnapshotText(dataFolder: string): Promise<string> {
  const journal = await openJournal({ dataFolder, version: 'test' });
  const present = createPresent();
  for await (const entries of journal.read(journal.firstSeq))
    for (const entry of entries) applyEntry(present, entry);
  await journal.close();
  return stringifyPlain(capture(present));
}

test('[CLU-9] secrets and personal data are neither in the log nor in snapshots', async () => {
  const kit = await openSeasonKit();
  onTestFinished(() => rmSync(kit.folder, { recursive: true, force: true }));
  await kit.openSeason();
  const foxes = await kit.enlist('Foxes');
  await kit.startSeason();
  await foxes.call('/order/placeOrder', '', orderBody('1', '0.0100'));
  const { apiKey, secretKey, passphrase } = foxes.access;
  const secrets = [
    ...[apiKey, secretKey, passphrase, foxes.token, kit.observerToken, kit.demo.admin.token],
    ...['Foxes one', 'Foxes two', 'Foxes@example.org', 'to win', foxes.address],
  ];
  await kit.demo.close();
  const folder = join(kit.folder, 'journal');
  const journal = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  const log = Buffer.concat(journal).toString('latin1');
  const snapshot = await readSnapshotText(kit.folder);
  // The team is in both, so the right things were read.
  expect([log.includes('Foxes'), snapshot.includes('Foxes')]).toEqual([true, true]);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(4);
    expect([secret, log.includes(secret)]).toEqual([secret, false]);
    expect([secret, snapshot.includes(secret)]).toEqual([secret, false]);
  }
});
