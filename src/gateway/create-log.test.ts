import { expect, test } from 'vitest';
import { createLog } from './create-log.ts';

function logged(fields: object): string {
  let line = '';
  const log = createLog('info', {
    write: (text) => {
      line += text;
    },
  });
  log.info(fields, 'told');
  return line;
}

/** Literally those that carry a proof in any dialect: one that is forgotten leaks keys. */
test.each([
  ...['access-key', 'access-sign', 'access-passphrase', 'access-timestamp', 'x-mbx-apikey'],
  ...['authorization', 'cookie'],
])('the header %s is withheld wherever it gets in', (name) => {
  const headers = { [name]: 'HIDDEN', host: 'shown' };
  for (const fields of [
    { headers },
    { request: { headers } },
    { request: { raw: { headers } } },
    { request: headers },
  ]) {
    const line = logged(fields);
    expect(line).not.toContain('HIDDEN');
    expect(line).toContain('[withheld]');
    expect(line).toContain('shown');
  }
});

test.each(['secret', 'secretKey', 'passphrase', 'token'])('so is %s', (name) => {
  const own = { [name]: 'HIDDEN', name: 'shown' };
  for (const fields of [own, { key: own }, { made: { key: own } }]) {
    const line = logged(fields);
    expect(line).not.toContain('HIDDEN');
    expect(line).toContain('shown');
  }
});

test('what is below the level is not logged', () => {
  let line = '';
  const log = createLog('warn', {
    write: (text) => {
      line += text;
    },
  });
  log.info('less');
  expect(line).toBe('');
  log.warn('more');
  expect(JSON.parse(line)).toEqual({ level: 40, time: expect.any(Number), msg: 'more' });
});
