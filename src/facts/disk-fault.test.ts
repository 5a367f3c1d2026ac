import { expect, test } from 'vitest';
import { findDiskFault, systemCodeOf } from './disk-fault.ts';

const failure = (fields: object): Error => Object.assign(new Error('write'), fields);

test.each([
  ['ENOSPC', 'no room is left on the disk'],
  ['EDQUOT', 'no room is left for this user'],
  ['EIO', 'does not read or write'],
  ['EROFS', 'may only be read'],
  ['EACCES', 'may not be written'],
  ['EMFILE', 'too many files are open: allow more (ulimit -n)'],
  ['ENFILE', 'too many files are open on this machine'],
])('%s is told as something that the operator can mend', (code, words) => {
  expect(findDiskFault(failure({ code }))).toContain(words);
});

test.each([
  [8, 'EROFS'],
  [10, 'EIO'],
  [13, 'ENOSPC'],
  // A read that came short is an error of input and output, too.
  [10 | (2 << 8), 'EIO'],
])('SQLite has %i for what the system calls %s', (errcode, code) => {
  expect(systemCodeOf(failure({ code: 'ERR_SQLITE_ERROR', errcode }))).toBe(code);
});

test('any other error is something else', () => {
  expect(findDiskFault(failure({ code: 'ENOENT' }))).toBeUndefined();
  expect(systemCodeOf(failure({ code: 'ERR_SQLITE_ERROR', errcode: 1 }))).toBe('ERR_SQLITE_ERROR');
  expect(systemCodeOf(failure({ code: 28 }))).toBeUndefined();
  expect(systemCodeOf('ENOSPC')).toBeUndefined();
  expect(systemCodeOf(null)).toBeUndefined();
});
