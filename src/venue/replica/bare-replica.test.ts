import { expect, test } from 'vitest';
import type { Command, Entry } from '../../domain/command.ts';
import { type Monotonic, millis, monotonic, seq } from '../../domain/units.ts';
import { SNAPSHOT_VERSION } from '../../engine/snapshot.ts';
import { encodeLogBatch } from '../../journal/log-batch.ts';
import { createPresent } from '../present.ts';
import { createRead } from '../read.ts';
import { BareReplica, type Sending } from './bare-replica.ts';
import { BatchReader } from './batch-reader.ts';

const START = 1_800_000_000_000;
const maker = { venue: '0123456789abcdef', engine: SNAPSHOT_VERSION };

/** A replica alone with a log that is perfect, and takes what it is given when a test says so. */
function createReplica(session: string, hashEvery = 1_000_000) {
  const present = createPresent();
  const reader = new BatchReader(present.state, maker);
  const seen: Entry['command']['kind'][] = [];
  const core = new BareReplica({
    present,
    maker,
    newIncarnation: () => session.padStart(16, '0'),
    own: { duties: ['market'], hashEvery },
    onApplied: (_, { command }) => seen.push(command.kind),
  });
  let position = 0;
  const send = (now: number): Sending[] => [
    ...core.next(monotonic(now), millis(START + Math.floor(now))),
  ];
  const take = ({ bytes }: Pick<Sending, 'bytes'>, now: number): void => {
    position += 1;
    const reading = reader.read({ position, logAt: millis(START + now), bytes });
    if (reading.kind === 'entries') core.apply(reading.entries);
    else if (reading.kind === 'stopped') core.halt(reading.because);
  };
  const isOpen = (now: number): boolean => core.isOpen(at(now));
  return { core, present, reader, seen, send, take, isOpen };
}

const at = (now: number): Monotonic => monotonic(now);

test('[CLU-1] [CLU-4] a command is answered when its entry has come back and is applied', () => {
  const { core, present, send, take } = createReplica('aa');
  const answers: number[] = [];
  const note = { kind: 'record-note', actor: 'a', topic: 'b', text: 'c' } as const;
  core.submit({ command: note }, (applied) => {
    expect(applied.command).toEqual(note);
    answers.push(present.state.seq);
  });
  const [batch] = send(0);
  core.hear(batch!, 'stored', at(1));
  expect(answers).toEqual([]);
  take(batch!, 2);
  expect(answers).toEqual([2]);
});

test('[CLU-8] doors open when an own batch has come back, and close two seconds on', () => {
  const { send, take, isOpen } = createReplica('aa');
  expect(isOpen(0)).toBe(false);
  const [probe] = send(0);
  expect(isOpen(100)).toBe(false);
  take(probe!, 100);
  expect([100, 2_000, 2_001].map(isOpen)).toEqual([true, true, false]);
});

test('[CLU-8] a replica that was stopped opens when a batch sent since then is back', () => {
  const { send, take, isOpen, core } = createReplica('aa');
  const [first] = send(0);
  take(first!, 10);
  const [second] = send(510);
  // It is stopped here; the log takes the batch and others write.
  const waking = 60_000;
  take(second!, 520);
  expect(isOpen(waking)).toBe(false);
  const [third] = send(waking);
  expect(third?.number).toBe(3);
  expect(isOpen(waking + 1)).toBe(false);
  take(third!, waking);
  expect(isOpen(waking + 1)).toBe(true);
  core.halt('a test says so');
  expect(isOpen(waking + 1)).toBe(false);
});

test('[CLU-3] a gateway whose state is not that of the owner stops and says so', () => {
  const present = createPresent();
  const core = new BareReplica({
    ...{ present, maker, newIncarnation: () => 'aa'.padStart(16, '0'), onApplied: () => undefined },
  });
  const entry = (number: number, command: Command) =>
    core.apply([{ seq: seq(number), at: millis(START), command }]);
  for (let number = 1; number <= 20_000; number += 1) entry(number, { kind: 'advance-clock' });
  const mark = createRead(present, { venueNow: () => millis(START) }).stateHash();
  entry(20_001, mark);
  expect([core.haltedBecause, core.lastStateHash]).toMatchObject([null, { same: 1, other: 0 }]);
  entry(20_002, { ...mark, hash: '0123456789abcdef' });
  expect(core.haltedBecause).toMatch(/^after entry 20000 this replica has state .* others have/);
});

test('[CLU-6] a replica asks for a duty that is free, and beats while it holds it', () => {
  const { core, present, send, take, seen } = createReplica('aa');
  take(send(0)[0]!, 1);
  expect(core.findMandate('market')).toEqual({ duty: 'market', term: 1 });
  for (const now of [500, 1_000, 1_500, 2_000, 2_500, 3_000]) take(send(now)[0]!, now);
  expect(present.state.log.duties.get('market')?.silence).toBe(0);
  expect(seen.filter((kind) => kind === 'take-duty')).toHaveLength(1);
});

test('[CLU-6] while the log takes nothing, requests do not pile up', () => {
  const { core, send } = createReplica('aa');
  for (let now = 0; now < 20_000; now += 500) send(now);
  expect(core.waitingCount).toBe(1);
});

test('[CLU-2] a replica whose batch does not come back for half an hour gives up', () => {
  const { core, send } = createReplica('aa');
  send(0);
  expect(send(1_800_000)).toHaveLength(1);
  expect(send(1_800_001)).toEqual([]);
  expect(core.haltedBecause).toMatch(/start it again/);
});

test('[CLU-3] a replica that finds its state alone against two others stops and says so', () => {
  const { core, present, send, take } = createReplica('aa', 4);
  take(send(0)[0]!, 1);
  take(send(500)[0]!, 500);
  expect(present.state.seq).toBe(4);
  const differs = { kind: 'mark-state', seq: seq(4), hash: 'x', chain: 'y' } as const;
  const mark = (session: string): Pick<Sending, 'bytes'> => {
    const other = createReplica(session);
    other.core.submit({ command: differs });
    return other.send(600)[0]!;
  };
  take(send(1_000)[0]!, 1_000);
  take(mark('bb'), 1_001);
  expect(core.haltedBecause).toBeNull();
  take(mark('cc'), 1_002);
  expect(core.haltedBecause).toMatch(/after entry 4 this replica has state .*, and 2 others/);
});

test('[CLU-7] a log that is shorter than what was applied, or another, is told', () => {
  const { reader, present, send, take } = createReplica('aa');
  expect(reader.confirm(undefined)).toBeUndefined();
  const [batch] = send(0);
  take(batch!, 1);
  const stored = { logAt: millis(START + 1), bytes: batch!.bytes };
  expect(reader.confirm(stored)).toBeUndefined();
  // It was lost, and sent again.
  expect(reader.confirm({ ...stored, logAt: millis(START + 2) })).toMatch(/is not the one/);
  expect(reader.confirm(undefined)).toMatch(/the log ends before message 1.*cluster restore/);
  const other = encodeLogBatch(
    { session: '00000000000000bb', number: 1, sentAt: millis(START) },
    [],
    maker,
  );
  expect(reader.confirm({ ...stored, bytes: other })).toMatch(
    /message 1 of the log is not the one/,
  );
  const again = reader.read({ position: 1, logAt: millis(START), bytes: other });
  expect(again.kind).toBe('stopped');
  const same = reader.read({ position: 1, ...stored });
  expect(same.kind).toBe('skipped');
  const restarted = new BatchReader(present.state, maker);
  expect(restarted.confirm(stored)).toBeUndefined();
  expect(restarted.confirm({ ...stored, logAt: millis(START + 2) })).toMatch(/is not the one/);
  expect(restarted.confirm({ ...stored, bytes: other })).toMatch(/is not the one/);
});

test('[CLU-7] a message of a newer engine, and one that is missing, stop the replica', () => {
  const identity = { session: '00000000000000bb', number: 1, sentAt: millis(START) };
  const newer = encodeLogBatch(identity, [], { ...maker, engine: SNAPSHOT_VERSION + 1 });
  const one = createReplica('aa');
  one.take({ bytes: newer }, 0);
  expect(one.core.haltedBecause).toMatch(/newer version.*Start this replica again/);
  const { reader } = createReplica('aa');
  const [kind] = [reader.read({ position: 2, logAt: millis(START), bytes: newer }).kind];
  expect(kind).toBe('stopped');
});
