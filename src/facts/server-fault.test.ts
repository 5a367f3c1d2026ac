import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { RecordsError } from './records.ts';
import { explained, isOfServer, isTurnedAway } from './server-fault.ts';

const ofDatabase = (code: string): DatabaseError =>
  Object.assign(new DatabaseError('said by the server', 1, 'error'), { code });

test.each(['0A000', '21000', '22003', '23505', '42601', 'P0001'])(
  '[REC-3] code %s is of the statement: it would fail again',
  (code) => {
    expect(isOfServer(ofDatabase(code))).toBe(false);
  },
);

test.each(['57P01', '53100', '25006', '40001', '08006', '28P01'])(
  '[REC-3] code %s is of the server: the same may work later',
  (code) => {
    expect(isOfServer(ofDatabase(code))).toBe(true);
  },
);

test.each([
  [Object.assign(new Error('connect'), { syscall: 'connect' }), true],
  [new AggregateError([], 'both addresses'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Client has encountered a connection error'), true],
  [new Error('Client was closed'), true],
  [new Error('timeout exceeded when trying to connect'), true],
  [new Error('Query read timeout'), true],
  [new Error('Cannot use a pool after calling end on the pool'), true],
  [new Error('a fault of the program'), false],
  [new RecordsError('away', 'Connection terminated'), false],
  ['Connection terminated', false],
])('[REC-3] %s', (error, isServer) => {
  expect(isOfServer(error)).toBe(isServer);
});

test('[REC-2] a user or a database that the server does not know is no server that is away', () => {
  expect(['28P01', '3D000', '57P01'].map((code) => isTurnedAway(ofDatabase(code)))).toEqual([
    ...[true, true, false],
  ]);
  expect(isTurnedAway(new Error('28P01'))).toBe(false);
});

test('[REC-3] a fault of the server may be over later, any other is told as it is', async () => {
  const cause = ofDatabase('57P01');
  const fail = (error: Error) => explained('the database', () => Promise.reject(error));
  await expect(fail(cause)).rejects.toMatchObject({
    ...{ fault: 'away', cause, message: 'the database cannot be asked: said by the server' },
  });
  const own = new Error('mine');
  await expect(fail(own)).rejects.toBe(own);
  expect(await explained('the database', async () => 7)).toBe(7);
});
