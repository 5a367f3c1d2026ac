/**
 * A reset of 500 accounts, and the process killed in the middle of it. The journal holds the reset
 * as one entry, so after the next start everybody is reset, or nobody.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endingWithUs } from '../../proof/cluster/nats-servers.ts';
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Batch, Command, Entry } from '../../src/domain/command.ts';
import { accountId, contractId } from '../../src/domain/ids.ts';
import { DEFAULT_SEASON_RULES } from '../../src/domain/season.ts';
import { fineTicks, lots, millis, money, NO_MONEY, seq, ticks } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { SNAPSHOT_VERSION } from '../../src/engine/snapshot.ts';
import { formatKeyFile } from '../../src/gateway/keys/key-record.ts';
import { writePrivateFile } from '../../src/gateway/keys/private-file.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import { PROGRAM } from '../cli/venue-process.ts';

const TEAMS = 500;
const WALLET = DEFAULT_SEASON_RULES.wallet;
const HOUSE = accountId(1_001);
const FIRST = 1_002;
const PATIENCE = 240_000;

let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'perpetua-reset-'));
  await prepareFolder(join(root, 'origin'));
}, PATIENCE);
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Item = Batch['commands'][number];

const order = (account: number, side: 'long' | 'short', size: number): Item => ({
  kind: 'place-order',
  account: accountId(account),
  contract: contractId(0),
  positionSide: side,
  effect: 'open',
  size: lots(size),
  price: ticks(900_000),
  timeInForce: 'normal',
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
});

/** 500 teams, each with a position it holds and an order that rests. */
function seasonInTest(now: number): readonly Command[] {
  const contracts = loadContracts(undefined);
  const rules = {
    ...DEFAULT_SEASON_RULES,
    name: 'Crash',
    startAt: millis(now + 3_600_000_000),
    endAt: millis(now + 7_200_000_000),
    contracts: [contractId(0)],
  };
  const teams = Array.from({ length: TEAMS }, (_, at) => FIRST + at);
  return [
    {
      kind: 'batch',
      commands: [
        ...contracts.map((contract): Item => ({ kind: 'list-contract', contract })),
        { kind: 'open-account', role: 'house', terms: DEFAULT_TERMS },
        { kind: 'deposit', account: HOUSE, amount: money(50_000_000_00000000n) },
        { kind: 'set-index-price', contract: contractId(0), price: fineTicks(90_000_000) },
        { kind: 'open-season', season: 1, rules },
        ...teams.map((id): Item => ({ kind: 'enrol-team', season: 1, team: `team ${id}` })),
        order(1_001, 'short', TEAMS * 10),
        ...teams.map((id) => order(id, 'long', 10)),
        ...teams.map((id) => order(id, 'long', 5)),
      ],
    },
  ];
}

async function prepareFolder(folder: string): Promise<void> {
  const now = Date.now() - 1_000;
  const state = createState();
  const entries = seasonInTest(now).map((command, at): Entry => {
    const entry = { seq: seq(at + 1), at: millis(now), command };
    const refused = apply(state, entry).filter(({ kind }) => kind === 'command-rejected');
    expect(refused).toEqual([]);
    return entry;
  });
  const version = `engine ${SNAPSHOT_VERSION}`;
  const journal = await openJournal({ dataFolder: folder, version, warn: () => undefined });
  await journal.append(entries);
  await journal.close();
  // Nobody needs a key here, but without their file a venue with teams does not start.
  await writePrivateFile(join(folder, 'keys.json'), formatKeyFile([]));
  // The season was not opened through the operator's door, so no registry knows of it.
  writeFileSync(join(folder, 'competition.sqlite.begin-anew'), '');
}

async function start(folder: string): Promise<{ child: ChildProcess; url: string; token: string }> {
  const args = ['--data', folder, '--port', '0', '--admin-port', '0', '--page', 'off'];
  const more = ['--market', 'off', '--sandbox', 'off', '--journal-keep', 'all'];
  const line = endingWithUs('KILL', process.execPath, [PROGRAM, 'start', ...args, ...more]);
  const child = spawn(...line, { stdio: 'ignore' });
  const file = join(folder, 'admin.json');
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`the venue ended with ${child.exitCode}`);
    await pause(20);
  }
  const { address, token } = JSON.parse(readFileSync(file, 'utf8'));
  return { child, url: address, token };
}

const gone = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** How many of the 500 stand at a clean start. */
async function countReset(folder: string): Promise<number> {
  const venue = await openFileVenue({ dataFolder: folder, settings: { tickEveryMillis: 0 } });
  const { read } = venue;
  const clean = Array.from({ length: TEAMS }, (_, at) =>
    read.account.get(accountId(FIRST + at)),
  ).filter(
    ({ id, wallet, collateral, frozen }) =>
      wallet === WALLET &&
      collateral === WALLET &&
      read.account.positions(id).length === 0 &&
      frozen === NO_MONEY,
  ).length;
  const { collateral, deposits } = read.account.sum();
  expect(collateral).toBe(deposits);
  expect(read.season.current()?.phase).toBe(clean === TEAMS ? 'ready' : 'enrolling');
  await venue.close();
  return clean;
}

// Before the entry is written, while it is, and after.
test.each([0, 5, 40])(
  '[SEA-4] killed %i ms into a reset of 500 accounts, all are reset or none is',
  async (delay) => {
    const folder = join(root, `killed-${delay}`);
    cpSync(join(root, 'origin'), folder, { recursive: true });
    const { child, url, token } = await start(folder);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const reset = fetch(`${url}/competition/reset`, { method: 'POST', headers, body: '{}' });
    const acknowledged = reset.then(
      ({ ok }) => ok,
      () => false,
    );
    await pause(delay);
    child.kill('SIGKILL');
    await gone(child);
    const clean = await countReset(folder);
    expect([0, TEAMS]).toContain(clean);
    if (await acknowledged) expect(clean).toBe(TEAMS);
  },
  PATIENCE,
);
