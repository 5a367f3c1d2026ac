import { expect, test } from 'vitest';
import { DUTIES } from '../../domain/replica-command.ts';
import { seq } from '../../domain/units.ts';
import type { StreamLeader } from '../../venue/replica/nats-stream.ts';
import type { Presence } from '../../venue/replica/who.ts';
import { judgeStatus } from './judge-status.ts';
import { formatCluster, tellFew } from './run-status.ts';

const heldBy = (holder: string) =>
  DUTIES.map((duty) => ({ duty, holder, term: 3, isOwn: holder === 'session of a' }));

const replica = (name: string, more: Partial<Presence> = {}): Presence => ({
  name,
  session: `session of ${name}`,
  address: `http://${name}:8700`,
  recordsAwayMillis: 0,
  serverFaults: [],
  seq: 12_345,
  position: 678,
  chain: '00aa',
  closedBecause: null,
  haltedBecause: null,
  duties: heldBy('session of a'),
  mark: { seq: seq(10_000), hash: 'abc', chain: 'def', same: 2, other: 0 },
  clockOffset: -3,
  foreign: 0,
  archivedUpTo: 12_300,
  snapshotSeq: 10_000,
  ...more,
});

const copy = (name: string) => ({ name, isCurrent: true, isOffline: false });
const LOG: StreamLeader = {
  leader: 'n1',
  isWhole: true,
  last: 678,
  copies: [copy('n2'), copy('n3')],
};

const faultsOf = (replicas: readonly Presence[], log: StreamLeader | null = LOG) =>
  judgeStatus('demo', log, replicas).faults;

test('[CLU-14] replicas, their duties and the log are one screen', () => {
  const status = judgeStatus('demo', LOG, [replica('a'), replica('b', { address: null })]);
  expect(formatCluster(status)).toEqual([
    'replica  address        entry   same at          clock  duties (term)',
    `-------  -------------  ------  ---------------  -----  ${'-'.repeat(56)}`,
    'a        http://a:8700  12,345  10,000 (2 of 2)  -3 ms  ' +
      'market (3), season-clock (3), archive (3), snapshots (3)',
    'b        no doors       12,345  10,000 (2 of 2)  -3 ms',
    'The log of demo has 678 messages; its leader is n1, copies are at n2, n3.',
    'Nothing is wrong.',
  ]);
});

test('[CLU-14] [CLU-21] where all clocks differ from the log alike, its leader is named', () => {
  const off = (...offsets: readonly number[]) =>
    faultsOf(offsets.map((clockOffset, at) => replica('ab'[at] ?? '', { clockOffset })));
  expect(off(8_000, 8_100)).toEqual([
    expect.stringMatching(/^the clock of n1, the leader of the log, is 8000 ms ahead of those/),
  ]);
  expect(off(8_000, -8_000)).toHaveLength(2);
  expect(off(8_000, 0)).toEqual(['a: its clock is 8000 ms off that of the log']);
});

test('[CLU-14] [CLU-23] what replicas see wrong with a server of the log is told once', () => {
  const serverFaults = ['the NATS server at http://n1:8222 has turned JetStream off'];
  const replicas = [replica('a', { serverFaults }), replica('b', { serverFaults })];
  expect(faultsOf(replicas)).toEqual(serverFaults);
});

test('[CLU-14] [CLU-19] messages that no replica wrote are mentioned', () => {
  const told = (foreign: number) =>
    formatCluster(judgeStatus('demo', LOG, [replica('a', { foreign }), replica('b')]));
  expect(told(0)).toHaveLength(6);
  expect(told(3)).toContainEqual(expect.stringMatching(/^3 of its messages .* see who reaches/));
  expect(told(3).at(-1)).toBe('Nothing is wrong.');
});

test('[CLU-14] everything that is wrong is named', () => {
  const fine = [replica('a'), replica('b')];
  expect(faultsOf(fine)).toEqual([]);
  expect(faultsOf(fine, null)).toEqual(['the log has no leader: nothing can be written']);
  const missing = /^there is no stream PERPETUA_demo: /;
  expect(judgeStatus('demo', 'missing', []).faults).toEqual([expect.stringMatching(missing)]);
  expect(judgeStatus('demo', 'missing', fine).faults).toEqual([expect.stringMatching(missing)]);
  expect(tellFew(1, 2)).toBe('1 replica answers; 2 are expected');
  expect(tellFew(0, 1)).toBe('0 replicas answer; 1 is expected');
  const away = { ...copy('n2'), isOffline: true };
  const behind = { ...copy('n3'), isCurrent: false };
  expect(faultsOf(fine, { ...LOG, copies: [away, behind] })).toEqual([
    'the server n2 of the log is away',
    'the server n3 of the log is behind',
  ]);
  const partly = judgeStatus('demo', { ...LOG, copies: [away, behind] }, fine);
  expect(formatCluster(partly).join('\n')).toContain('copies are at n3.\n');
  expect(faultsOf(fine, { ...LOG, copies: [] })).toEqual([
    'the log has 1 of the 3 copies it needs',
  ]);
  expect(faultsOf([replica('b')])).toEqual(
    DUTIES.map((duty) => `the holder of the duty ${duty}, of term 3, does not answer`),
  );
  expect(faultsOf([replica('a', { duties: [] })])).toEqual(
    DUTIES.map((duty) => `nobody has the duty ${duty}`),
  );
});

test('[CLU-14] a replica that is closed, halted, late or without a database is named', () => {
  const faults = (more: Partial<Presence>) => faultsOf([replica('a'), replica('b', more)]);
  expect(faults({ closedBecause: 'it is behind' })).toEqual(['b: it is behind']);
  expect(faults({ closedBecause: 'x', haltedBecause: 'it differs' })).toEqual(['b: it differs']);
  expect(faults({ clockOffset: 700 })).toEqual(['b: its clock is 700 ms off that of the log']);
  expect(faults({ recordsAwayMillis: 2_500.4 })).toEqual([
    'b: the database has not been reached for 2500 ms',
  ]);
  expect(faults({ archivedUpTo: 0 })).toEqual(['b: history lacks the last 12345 entries']);
});

test('[CLU-14] [CLU-3] states and logs that differ are named', () => {
  const faults = (more: Partial<Presence>) => faultsOf([replica('a'), replica('b', more)]);
  const mark = { seq: seq(10_000), hash: 'other', chain: 'def', same: 2, other: 0 };
  expect(faults({ mark })).toEqual(['a, b do not have the same state at entry 10000']);
  expect(faults({ mark: { ...mark, seq: seq(9_000) } })).toEqual([]);
  expect(faults({ chain: '00ab' })).toEqual(['a, b do not have the same log at entry 12345']);
  expect(faults({ chain: '00ab', seq: 12_346 })).toEqual([]);
  expect(faults({ mark: { ...mark, seq: seq(5), other: 1 } })).toEqual([
    'b: 1 other had another state at entry 5',
  ]);
});
