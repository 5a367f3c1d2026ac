import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { shippedContracts } from '../../../test/kit/contracts.ts';
import { MemoryArchive } from '../../archive/memory-archive.ts';
import type { Duty } from '../../domain/replica-command.ts';
import { dataFilesOf } from '../../gateway/data-files.ts';
import { drawKeyEncryptionKey } from '../../gateway/keys/key-encryption-key.ts';
import { createMemoryKeys } from '../../gateway/keys/key-home.ts';
import { openKeyStore } from '../../gateway/keys/key-store.ts';
import { createFileNotes } from '../../gateway/notes.ts';
import { MemoryJournal } from '../../journal/memory-journal.ts';
import { createSystemClock } from '../../venue/clock.ts';
import { openVenue } from '../../venue/open-venue.ts';
import type { DutyListener } from '../../venue/replica/duty-watch.ts';
import { type Venue, VenueUnavailable } from '../../venue/venue.ts';
import { chooseSettings } from '../choose-settings.ts';
import { holdMarket, type MarketDutyParts } from './hold-market.ts';

/** A replica's view of a venue: with a duty that comes and goes, and doors that close. */
function createReplica({ read, clock, submit }: Venue) {
  let listener: DutyListener = () => undefined;
  const is = { open: true, held: false, handedOver: 0 };
  const venue: MarketDutyParts['venue'] = {
    ...{ read, clock, isOpen: () => is.open },
    handOver: () => {
      is.handedOver += 1;
    },
    onDuty: (given) => {
      listener = given;
      return () => undefined;
    },
    submitFor: async (_duty: Duty, command) => {
      if (!is.held) throw new VenueUnavailable('overloaded', 'the duty is lost');
      return submit(command);
    },
  };
  const give = (isHeld: boolean): void => {
    is.held = isHeld;
    listener('market', isHeld);
  };
  return { venue, is, give };
}

/** What several replicas share, and the venue that all of them follow. */
async function openShared() {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-duty-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clock = createSystemClock();
  const venue = await openVenue({
    ...{ journal: new MemoryJournal(), archive: new MemoryArchive(), clock },
    settings: { tickEveryMillis: 0 },
  });
  onTestFinished(venue.close);
  const kek = drawKeyEncryptionKey();
  const shared = {
    settings: chooseSettings(new Map()).settings,
    contracts: shippedContracts().slice(0, 1),
    keys: await openKeyStore({ home: createMemoryKeys(), kek, clock }),
    notes: createFileNotes(dataFilesOf(folder)),
    logger: () => undefined,
  };
  const beat = (): number => venue.read.market.memory().beat;
  const untilBeat = (): Promise<void> => {
    const before = beat();
    return expect.poll(beat).toBeGreaterThan(before);
  };
  return { venue, shared, beat, untilBeat };
}

test('[CLU-16] the market goes from one replica to another, and begins once', async () => {
  const { venue, shared, beat, untilBeat } = await openShared();
  const [one, other] = [createReplica(venue), createReplica(venue)];
  const [first, second] = [one, other].map((each) => holdMarket({ ...shared, venue: each.venue }));
  expect(first?.findControl()).toBeUndefined();
  one.give(true);
  await untilBeat();
  const look = async () => ({
    accounts: venue.read.account.list().length,
    credentials: await shared.notes.find('credentials'),
    seed: await shared.notes.find('marketSeed'),
    commitment: venue.read.market.note()?.commitment,
  });
  const begun = await look();
  expect(begun.accounts).toBeGreaterThan(10);
  expect(venue.read.market.memory().notes.get('history')).toContain('"count":1');
  expect(await first?.findControl()?.chaos.calm()).toEqual([]);

  // Nothing is decided while the fate of the last beat is not known.
  one.is.open = false;
  await pause(100);
  const stood = beat();
  await pause(1_200);
  expect(beat()).toBe(stood);
  one.is.open = true;
  await untilBeat();

  one.give(false);
  expect(first?.findControl()).toBeUndefined();
  // A beat that was on its way still counts.
  await pause(100);
  const lost = beat();
  await pause(700);
  expect(beat()).toBe(lost);
  other.give(true);
  await untilBeat();
  expect(second?.findControl()?.source()).toMatch(/^simulated/);
  expect(await look()).toEqual(begun);
  await Promise.all([first?.close(), second?.close()]);
});

test('[CLU-16] a replica that cannot open the market passes it on', async () => {
  const { venue, shared, untilBeat } = await openShared();
  const [right, wrong] = [createReplica(venue), createReplica(venue)];
  const first = holdMarket({ ...shared, venue: right.venue });
  right.give(true);
  await untilBeat();
  await first.close();
  const lines: string[] = [];
  const second = holdMarket({
    ...{ ...shared, venue: wrong.venue, settings: { ...shared.settings, market: 'off' } },
    logger: (_level, _message, facts) => lines.push(String(facts?.['because'])),
  });
  wrong.give(true);
  await expect.poll(() => wrong.is.handedOver).toBe(1);
  expect(lines[0]).toMatch(/started with --market off, but the venue has a market/);
  await second.close();
});
