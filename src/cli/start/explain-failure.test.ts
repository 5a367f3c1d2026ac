import { expect, test } from 'vitest';
import { failedAt, StepFailed } from '../../assembly/step-failed.ts';
import { readSettings } from '../settings/read-settings.ts';
import { explainFailure } from './explain-failure.ts';

const outcome = readSettings({ args: [], environment: {}, readText: () => undefined });
if ('faults' in outcome) throw new Error(outcome.faults.join('; '));
const { settings } = outcome;

const systemError = (fields: object): Error =>
  Object.assign(new Error('as the system says'), fields);

/** What is said of a failure of the step that needs the file. */
function explainAt(path: string, error: Error): string {
  try {
    return failedAt(path)(error);
  } catch (failed) {
    return explainFailure(failed, settings);
  }
}

test.each([
  [{ code: 'ENOSPC' }, 'no room is left on the disk for /d/file; make some'],
  [{ code: 'EIO' }, 'the disk did not read or write /d/file (as the system says); check the disk'],
  [{ code: 'EACCES' }, '/d/file may not be read and written'],
  [{ code: 'EROFS' }, '/d/file may not be read and written'],
  [{ code: 'EISDIR' }, '/d/file is a folder where a file should be'],
  [{ code: 'ENOTDIR' }, '/d/file is not a folder'],
  [{ code: 'ENOENT' }, '/d/file cannot be made or opened: its folder is not there'],
  [{ code: 'EMFILE' }, 'too many files are open to open /d/file; allow more'],
  [{ code: 'ENOSPC', path: '/d/other' }, 'no room is left on the disk for /d/other'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 26 }, '/d/file cannot be used (as the system says)'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'no room is left on the disk for /d/file'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 10 | (3 << 8) }, 'the disk did not read or write /d/file'],
  [{}, '/d/file: as the system says'],
])('[CLI-21] a failure %j names the file: %s', (fields, words) => {
  expect(explainAt('/d/file', systemError(fields))).toContain(words);
});

test.each([
  ['tlsCert', 'ENOENT', 'there is no such file; --tls-cert names it'],
  [
    'tlsKey',
    'EACCES',
    'may not be read; give this user the right to, or name another with --tls-key',
  ],
  ['contracts', 'EISDIR', 'is a folder; --contracts takes a file'],
  ['keyFile', 'EISDIR', 'is a folder; --key-file takes a file'],
  ['tlsCert', 'EIO', 'the disk did not read or write'],
])(
  '[CLI-21] a file that %s names and %s keeps away is not the data folder',
  (name, code, words) => {
    const file = `/else/${name}`;
    const named = { ...settings, [name]: file };
    const said = explainFailure(new StepFailed(file, systemError({ code })), named);
    expect(said).toContain(file);
    expect(said).toContain(words);
    expect(said).not.toContain('--data');
  },
);

test('[CLI-21] a step within a step is the one that is named', async () => {
  const full = Promise.reject(systemError({ code: 'ENOSPC' }));
  const failed = full.catch(failedAt('/d/file')).catch(failedAt('/d'));
  const said = await failed.catch((error: unknown) => explainFailure(error, settings));
  expect(said).toContain('no room is left on the disk for /d/file');
});

test('[CLI-21] who names the file in words of its own keeps them, whatever was behind it', () => {
  const cause = systemError({ code: 'EIO' });
  const error = new Error('/d/file, offset 9: damaged. Put it back from a copy', { cause });
  expect(explainAt('/d/file', error)).toBe(error.message);
});

test.each([
  [{ code: 'EADDRINUSE', port: 8_700 }, 'port 8700 is in use; stop what listens there'],
  [{ code: 'EADDRINUSE', port: 8_701 }, 'choose another with --admin-port'],
  [{ code: 'EACCES', port: 80 }, 'port 80 needs privileges'],
  [{ code: 'EADDRNOTAVAIL', address: '192.0.2.1', port: 8_700 }, '192.0.2.1 is not an address of'],
  [{ code: 'ENOTFOUND', hostname: 'nowhere.test' }, 'nowhere.test is not an address of'],
])('[CLI-21] a door that does not open is named: %j', (fields, words) => {
  expect(explainFailure(systemError(fields), settings)).toContain(words);
});
