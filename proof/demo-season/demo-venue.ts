/**
 * The venue of a demo season: the real engine, sequencer, servers and competition over a journal in
 * memory, with a venue time that the demo moves. At the end, all entries are written to a journal
 * in files.
 */
import { join } from 'node:path';
import { MemoryArchive } from '../../src/archive/memory-archive.ts';
import { createClosings } from '../../src/assembly/closings.ts';
import { prepareFolder } from '../../src/assembly/open-files.ts';
import { partsOf, serveHome } from '../../src/assembly/put-together.ts';
import { readSettings } from '../../src/cli/settings/read-settings.ts';
import { DEFAULT_TERMS, INSURANCE_FUND } from '../../src/domain/account.ts';
import type { Batch, Entry } from '../../src/domain/command.ts';
import { type AccountId, accountId } from '../../src/domain/ids.ts';
import { type Money, millis, money } from '../../src/domain/units.ts';
import { dataFilesOf } from '../../src/gateway/data-files.ts';
import { parseKeyEncryptionKey } from '../../src/gateway/keys/key-encryption-key.ts';
import { createMemoryKeys } from '../../src/gateway/keys/key-home.ts';
import { openKeyStore } from '../../src/gateway/keys/key-store.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { MemoryJournal } from '../../src/journal/memory-journal.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { createSystemClock } from '../../src/venue/clock.ts';
import { ENGINE_VERSION, openVenue } from '../../src/venue/open-venue.ts';
import type { Venue } from '../../src/venue/venue.ts';

export interface DemoVenue {
  readonly venue: Venue;
  readonly house: AccountId;
  readonly baseUrl: string;
  readonly admin: { readonly address: string; readonly token: string };
  /** Moves venue time to this moment. */
  readonly goTo: (at: number) => void;
  readonly now: () => number;
  /** Closes the servers and writes the journal to the data folder. */
  readonly close: () => Promise<void>;
}

export const HOUSE = accountId(1_001);
const HOUSE_MONEY: Money = money(50_000_000_00000000n);
const FUND_MONEY: Money = money(10_000_000_00000000n);
const CHUNK = 2_000;

/** Without a page, unless the caller wants to look at it. */
const NO_PAGE: readonly string[] = ['--page', 'off'];

export async function openDemoVenue(
  folder: string,
  startAt: number,
  settings: readonly string[] = NO_PAGE,
): Promise<DemoVenue> {
  const entries: Entry[] = [];
  const { clock, ...time } = createDemoClock(startAt);
  const venue = await openVenue({
    journal: new MemoryJournal(),
    archive: new MemoryArchive(),
    clock,
    settings: { tickEveryMillis: 0 },
  });
  venue.listen(({ seq, at, command }) => entries.push({ seq, at, command }));
  await venue.submit({ kind: 'batch', commands: demoGenesis() });
  const { baseUrl, admin, close } = await openDemoDoors(folder, venue, settings);
  return {
    venue,
    house: HOUSE,
    baseUrl,
    admin,
    ...time,
    close: async () => {
      await close();
      await venue.close();
      await writeJournal(folder, entries);
    },
  };
}

/** Venue time stands until it is moved, and never goes back. */
export function createDemoClock(startAt: number) {
  let now = startAt;
  return {
    clock: { ...createSystemClock(), venueNow: () => millis(now) },
    now: () => now,
    goTo: (at: number): void => {
      now = Math.max(now, at);
    },
  };
}

export const demoGenesis = (): Batch['commands'] => [
  ...loadContracts(undefined).map((contract) => ({ kind: 'list-contract' as const, contract })),
  { kind: 'deposit', account: INSURANCE_FUND, amount: FUND_MONEY },
  { kind: 'open-account', role: 'house', terms: DEFAULT_TERMS },
  { kind: 'deposit', account: HOUSE, amount: HOUSE_MONEY },
];

/** The servers of a demo, with what they were made of. */
export async function openDemoDoors(folder: string, venue: Venue, more: readonly string[]) {
  const files = dataFilesOf(folder);
  prepareFolder(files);
  const settings = settingsOf(folder, more);
  const kek = parseKeyEncryptionKey('00'.repeat(32), 'the demo');
  const keys = await openKeyStore({ home: createMemoryKeys(), kek, clock: venue.clock });
  const closings = createClosings();
  const home = { venue, files, keys, registry: { files }, ready: async () => [], serving: {} };
  const { competition, doors } = await serveHome(home, partsOf(settings, closings, {}));
  const admin = { address: doors.adminUrl, token: doors.adminToken };
  const close = closings.closeAll;
  const baseUrl = doors.baseUrl.replace('localhost', '127.0.0.1');
  return { baseUrl, admin, close, settings, kek, keys, competition, doors };
}

/** Only on this machine, on any free ports. Each team sends from its own address. */
function settingsOf(data: string, more: readonly string[]) {
  const args = [
    ...['--data', data, '--host', '127.0.0.1', '--port', '0', '--admin-port', '0'],
    ...['--market', 'off', '--sandbox', 'off', '--log-level', 'silent', ...more],
    ...['--trusted-proxies', '127.0.0.1'],
  ];
  const outcome = readSettings({ args, environment: {}, readText: () => undefined });
  if ('faults' in outcome) throw new Error(outcome.faults.join('; '));
  return outcome.settings;
}

async function writeJournal(folder: string, entries: readonly Entry[]): Promise<void> {
  const version = ENGINE_VERSION;
  const journal = await openJournal({ dataFolder: join(folder), version, warn: () => undefined });
  for (let at = 0; at < entries.length; at += CHUNK)
    await journal.append(entries.slice(at, at + CHUNK));
  await journal.close();
}
