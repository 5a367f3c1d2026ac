/** A real process on real files, killed again and again in the middle of its work. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { endingWithUs } from '../../proof/cluster/nats-servers.ts';
import type { Entry } from '../../src/domain/command.ts';
import { seq } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import { createFolder } from '../journal/data-folder.ts';
import type { Said } from './kill-child.ts';
import { numberedOrder } from './numbered-order.ts';

const CHILD = fileURLToPath(new URL('./kill-child.ts', import.meta.url));
/** After how many acknowledgements each process dies; zero is while it opens. */
const KILLS = [1, 37, 200, 0, 400, 3, 0, 301];

interface Record {
  readonly sent: Set<number>;
  /** The order that answered for each number; zero where it was refused. */
  readonly acknowledged: Map<number, number>;
}

const unanswered = ({ sent, acknowledged }: Record): number[] =>
  [...sent].filter((number) => !acknowledged.has(number));

/** Resolves when the process is gone; adds to the record what it said until then. */
async function runAndKill(dataFolder: string, record: Record, kill: number): Promise<string> {
  const retries = [...unanswered(record), ...[...record.acknowledged.keys()].slice(-20)];
  const next = Math.max(-1, ...record.sent) + 1;
  const args = [CHILD, dataFolder, JSON.stringify(retries), String(next)];
  const line = endingWithUs('KILL', process.execPath, args);
  const child = spawn(...line, { stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  let count = 0;
  const hear = (line: string): void => {
    const [word, number, order] = line.split(' ');
    const isSaid = (what: Said): boolean => word === what;
    if (isSaid('sent')) record.sent.add(Number(number));
    if (isSaid('acknowledged')) {
      noteAnswer(record, Number(number), Number(order));
      count += 1;
    }
    const isTime = kill === 0 ? isSaid('opening') : count === kill;
    if (isTime) child.kill('SIGKILL');
  };
  await readLines(child, hear);
  return errors.join('');
}

/** A number that was answered before gets the same answer again, unless it had been refused. */
function noteAnswer({ acknowledged }: Record, number: number, order: number): void {
  const before = acknowledged.get(number) ?? 0;
  if (before !== 0) expect([number, order]).toEqual([number, before]);
  acknowledged.set(number, order);
}

function readLines(child: ChildProcess, hear: (line: string) => void): Promise<void> {
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

/** From the first entry on: the state, and the orders that each client order id was given. */
async function replayAll(dataFolder: string) {
  const journal = await openJournal({ dataFolder, version: 'looks only' });
  const state = createState();
  const accepted = new Map<string, number[]>();
  const note = (entry: Entry): void => {
    for (const event of apply(state, entry)) {
      if (event.kind !== 'order-accepted' || event.clientOrderId === null) continue;
      const orders = accepted.get(event.clientOrderId) ?? [];
      accepted.set(event.clientOrderId, [...orders, event.order]);
    }
  };
  for await (const entries of journal.read(seq(1))) entries.forEach(note);
  await journal.close();
  return { hash: stateHash(state), seq: state.seq, accepted };
}

test('[VEN-18] what was acknowledged outlives kill -9, and no retry doubles it', async () => {
  const dataFolder = createFolder();
  const record: Record = { sent: new Set(), acknowledged: new Map() };
  for (const kill of KILLS) expect(await runAndKill(dataFolder, record, kill)).toBe('');

  // No tick of its own may come between what is read here.
  const venue = await openFileVenue({ dataFolder, settings: { tickEveryMillis: 0 } });
  for (const [number, order] of record.acknowledged) {
    if (order === 0) continue;
    const { account, clientOrderId } = numberedOrder(number);
    const known = venue.read.account.findClientOrder(account, clientOrderId ?? '');
    expect([number, known]).toEqual([number, order]);
  }
  const history = await venue.archive.archivedUpTo();
  expect(history).toBe(venue.health().seq);
  await venue.close();
  const hash = venue.read.hash();

  const replayed = await replayAll(dataFolder);
  expect(replayed.seq).toBe(venue.health().seq);
  expect(replayed.hash).toBe(hash);
  expect([...replayed.accepted.values()].filter((orders) => orders.length > 1)).toEqual([]);
  const answered = [...record.acknowledged.values()].filter((order) => order !== 0);
  expect(answered.length).toBeGreaterThan(500);
}, 300_000);
