/**
 * What happens to a venue that runs: locks removed, folders moved, signals, disks that are full or
 * fail, clocks that jump. Real processes and real disks where it matters. What they say is the
 * second table in docs/OPERATING.md.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assembleHere } from '../../src/assembly/assemble.ts';
import { createClosings } from '../../src/assembly/closings.ts';
import { runJournal } from '../../src/cli/journal/run-journal.ts';
import { readSettings } from '../../src/cli/settings/read-settings.ts';
import { contractId } from '../../src/domain/ids.ts';
import { DEFAULT_SEASON_RULES } from '../../src/domain/season.ts';
import { millis } from '../../src/domain/units.ts';
import { createPacedClock } from '../../src/venue/clock.ts';
import { type Scene, untilOpen, type VenueProcess, withScene } from '../cli/venue-process.ts';
import { createManualClock } from '../kit/manual-clock.ts';
import { ordersOnBooks } from '../kit/orders-on-books.ts';
import { buildFailingDisk, fillUp, mountSmall, runOnFailingDisk } from './disks.ts';
import { checkDocument } from './document.ts';
import { type Row, STOP_SECONDS, steady } from './fault.ts';
import { createRoot, openTraded, type Told, trade } from './traded-folder.ts';

const PATIENCE = 300_000;
const ROWS = 13;
const rows: Row[] = [];
const ALL = 'everything';
const ACKNOWLEDGED = 'everything that was acknowledged';
const QUIET = ['--port', '0', '--admin-port', '0', '--page', 'off', '--market', 'off'];

let root: string;
beforeAll(() => {
  root = createRoot();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const note = (fault: string, outcome: string, says: string, kept: string): void => {
  rows.push({ fault, outcome, says: steady(says, join(root, 'nowhere')), kept });
};

interface Health {
  readonly code: number;
  readonly status: string;
  readonly seq: number;
  readonly haltedBecause: string | null;
}

async function healthOf(venue: VenueProcess): Promise<Health> {
  const base = /interface\s+(http:\S+?)\/capi/.exec(venue.said())?.[1] ?? '';
  const answer = await fetch(`${base}/healthz`);
  const body: Omit<Health, 'code'> = JSON.parse(await answer.text());
  return { code: answer.status, ...body };
}

const until = (expectation: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(expectation, { timeout: 60_000, interval: 50 });

/** Its first line on standard error: without the name of the program, or out of the log. */
function firstLine(venue: VenueProcess, folder: string, about = /./): string {
  const lines = venue
    .complained()
    .split('\n')
    .filter((line) => about.test(line));
  const [line = ''] = lines;
  const text = line.startsWith('{') ? String(JSON.parse(line).msg) : line.replace('perpetua: ', '');
  return steady(text, folder);
}

async function verifyGood(folder: string): Promise<void> {
  const out: string[] = [];
  const print = (line: string) => out.push(line);
  const code = await runJournal(['verify', '--data', folder], { out: print, err: print });
  expect(code, out.join('\n')).toBe(0);
}

async function refusedStart({ run }: Scene, folder: string): Promise<string> {
  const second = run('start', '--data', folder, ...QUIET);
  expect(await second.ended).toBe(1);
  return firstLine(second, folder);
}

test(
  '[FLT-1] [JRN-15] a folder in use, a removed lock, stops, kills and a moved folder',
  async () => {
    await withScene(async (scene) => {
      const folder = join(scene.folder, 'data');
      const start = (): VenueProcess => scene.run('start', '--data', folder, ...QUIET);
      const first = start();
      await untilOpen(first);
      const inUse = await refusedStart(scene, folder);
      expect(inUse).toContain('is in use by process N');
      note(
        'a second venue is started on the folder',
        'is refused, code 1; the first goes on',
        inUse,
        ALL,
      );

      rmSync(join(folder, 'venue.lock'));
      const unlocked = await refusedStart(scene, folder);
      expect((await healthOf(first)).code).toBe(200);
      note(
        '`venue.lock` is removed, and a second is started',
        'is refused, code 1; the first goes on',
        unlocked,
        ALL,
      );
      await until(() => expect(existsSync(join(folder, 'venue.lock'))).toBe(true));

      first.child.kill('SIGSTOP');
      await pause(STOP_SECONDS * 1_000);
      expect(await refusedStart(scene, folder)).toBe(inUse);
      first.child.kill('SIGCONT');
      const { seq } = await healthOf(first);
      await until(async () => expect((await healthOf(first)).seq).toBeGreaterThan(seq));
      note(
        'it is stopped with `SIGSTOP` and goes on later',
        'goes on; nobody else gets the folder',
        '',
        ALL,
      );

      const before = await healthOf(first);
      first.child.kill('SIGKILL');
      await first.ended;
      const again = start();
      await untilOpen(again);
      expect((await healthOf(again)).seq).toBeGreaterThanOrEqual(before.seq);
      const held = firstLine(again, folder, /last held/);
      note('it is killed with `SIGKILL` and started again', 'starts', held, ACKNOWLEDGED);

      renameSync(folder, `${folder}-moved`);
      await until(async () => expect((await healthOf(again)).code).toBe(503));
      const { haltedBecause } = await healthOf(again);
      again.child.kill('SIGTERM');
      expect(await again.ended).toBe(1);
      expect(existsSync(folder)).toBe(false);
      renameSync(`${folder}-moved`, folder);
      await verifyGood(folder);
      const says = steady(haltedBecause ?? '', folder);
      note(
        'the data folder is moved away under it',
        'halts before the next write, 503; code 1',
        says,
        ACKNOWLEDGED,
      );
    });
  },
  PATIENCE,
);

test(
  '[FLT-1] a setting that is wrong',
  async () => {
    await withScene(async ({ run, folder }) => {
      const venue = run('start', '--data', folder, '--port', 'many');
      expect(await venue.ended).toBe(2);
      note('a setting is wrong', 'does not start, code 2', firstLine(venue, folder), ALL);
    });
  },
  PATIENCE,
);

test(
  '[FLT-1] [VEN-6] a full disk, and room again',
  async () => {
    const disk = mountSmall(join(root, 'small'), '4m');
    if (disk === undefined) return;
    try {
      const folder = join(root, 'small', 'data');
      const told: Told[] = [];
      const venue = await openTraded(folder, told);
      await trade(venue, 0, 10);
      const giveBack = fillUp(join(root, 'small'));
      await expect(trade(venue, 10, 300)).rejects.toThrow();
      const { haltedBecause } = venue.health();
      expect(haltedBecause).toContain('ENOSPC');
      const hash = venue.read.hash();
      await venue.close();
      giveBack();
      const again = await openTraded(folder);
      expect(again.read.hash()).toBe(hash);
      await trade(again, 400, 10);
      await again.close();
      await verifyGood(folder);
      note(
        'the disk is full',
        'halts, 503; starts when there is room',
        steady(haltedBecause ?? '', folder),
        ACKNOWLEDGED,
      );
      const words = told.find(({ message }) => message.startsWith('history is no longer'))?.message;
      note(
        'the disk is full for the archive, not for the segment',
        'goes on, `degraded`',
        words ?? '',
        'everything; history is written again at the next start',
      );
    } finally {
      disk.unmount();
    }
  },
  PATIENCE,
);

test(
  '[FLT-1] [VEN-6] a disk that fails to sync',
  async () => {
    const library = buildFailingDisk(root);
    if (library === undefined) return;
    const folder = join(root, 'failing');
    const failed = await runOnFailingDisk(library, folder, join(root, 'flag'));
    expect(failed).toMatchObject({ isUnchanged: true, because: expect.stringContaining('EIO') });
    const again = await openTraded(folder);
    // Whether the last one counts is not known: it is there and was never acknowledged.
    expect([again.read.hash() === failed.hash, ordersOnBooks(again).length > 0]).toContain(true);
    await again.close();
    await verifyGood(folder);
    note(
      'a sync fails (EIO)',
      'halts, 503; starts when the disk is mended',
      steady(failed.because, folder),
      `${ACKNOWLEDGED}; what was under way may be there too`,
    );
  },
  PATIENCE,
);

test(
  '[FLT-1] [TIME-1] the clock of the machine jumps',
  async () => {
    const folder = join(root, 'clock');
    const told: Told[] = [];
    const machine = createManualClock(1_767_571_200_000);
    const clock = createPacedClock({ ...machine, speed: 1 });
    const venue = await openTraded(folder, told, clock);
    clock.allow(Number.POSITIVE_INFINITY);
    await trade(venue, 0, 5);
    const now = venue.read.at();
    machine.setWall(-3_600_000);
    machine.advance(1_000);
    await trade(venue, 5, 5);
    expect(venue.read.at()).toBe(now + 1_000);
    expect(told.filter(({ level }) => level === 'warn')).toEqual([]);
    note('the clock goes back an hour', 'goes on; venue time does not go back', '', ALL);
    machine.setWall(7_200_000);
    await trade(venue, 10, 5);
    expect(venue.read.at()).toBe(now + 3_601_000);
    note('the clock goes forward an hour', 'goes on; time that passed is made up for', '', ALL);
    await venue.close();
    await verifyGood(folder);
  },
  PATIENCE,
);

test(
  '[FLT-1] [REG-9] the registry of a competition is lost or damaged',
  async () => {
    const folder = join(root, 'season');
    const args = ['--data', folder, ...QUIET, '--sandbox-accounts', '1', '--log-level', 'silent'];
    const outcome = readSettings({ args, environment: {}, readText: () => undefined });
    if ('faults' in outcome) throw new Error(outcome.faults.join('; '));
    const start = async () => {
      const closings = createClosings();
      try {
        return { ...(await assembleHere(outcome.settings, closings)), close: closings.closeAll };
      } catch (error) {
        await closings.closeAll();
        throw error;
      }
    };
    const open = await start();
    const at = open.venue.clock.venueNow();
    const [startAt, endAt] = [millis(at + 3_600_000), millis(at + 7_200_000)];
    const contracts = [contractId(0)];
    const rules = { ...DEFAULT_SEASON_RULES, name: 'Lost', contracts, startAt, endAt };
    await open.venue.submit({ kind: 'open-season', season: 1, rules });
    expect(open.venue.contest.seasons).toHaveLength(1);
    await open.close();

    const path = join(folder, 'competition.sqlite');
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    const missing = await start().catch((error: Error) => error.message);
    expect(missing).toContain('is new or empty, but the journal has season 1');
    note(
      '`competition.sqlite` is missing or new beside a season',
      'does not start, code 1',
      steady(String(missing), folder),
      'everything else; nothing is changed',
    );
    writeFileSync(`${path}.begin-anew`, '');
    await (await start()).close();
    expect(existsSync(`${path}.begin-anew`)).toBe(false);

    writeFileSync(path, 'no database, but long enough to be taken for one'.repeat(99));
    const damaged = await start().catch((error: Error) => error.message);
    expect(damaged).toContain(`${path} cannot be used: file is not a database`);
    note(
      '`competition.sqlite` is damaged',
      'does not start, code 1',
      steady(String(damaged), folder),
      'everything else; nothing is changed',
    );
  },
  PATIENCE,
);

test('[FLT-1] the table of processes in docs/OPERATING.md is what happened', () => {
  checkDocument('processes', rows, rows.length === ROWS);
});
