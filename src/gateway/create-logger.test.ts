import { expect, test } from 'vitest';
import { createLogger } from './create-logger.ts';
import { DIALECTS } from './dialects.ts';

const SECRET = 'never-to-be-seen';
/** By the documents of each dialect, and not by what the log knows. */
const HEADERS = [
  ...['ACCESS-KEY', 'ACCESS-SIGN', 'ACCESS-PASSPHRASE', 'ACCESS-TIMESTAMP', 'X-MBX-APIKEY'],
  ...['X-BAPI-API-KEY', 'X-BAPI-SIGN', 'X-BAPI-TIMESTAMP', 'X-BAPI-RECV-WINDOW'],
  ...['Authorization', 'Cookie'],
].map((name) => name.toLowerCase());

test('a secret is in no line of the log, wherever it came in', () => {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => lines.push(line) });
  for (const name of HEADERS) {
    const headers = { [name]: SECRET, host: 'shown' };
    log.info({ headers }, 'a request');
    log.info({ request: { headers } }, 'a request');
    log.info({ request: { raw: { headers } } }, 'a request');
    log.info({ sent: headers }, 'what was sent');
  }
  for (const name of ['secret', 'secretKey', 'passphrase', 'token'])
    log.info({ [name]: SECRET, at: { [name]: SECRET, within: { [name]: SECRET } } }, 'shown');
  expect(lines).toHaveLength(4 * HEADERS.length + 4);
  expect(lines.join('')).not.toContain(SECRET);
  expect(lines.every((line) => line.includes('shown'))).toBe(true);
});

test('what each dialect says it proves itself with is among them', () => {
  const said = DIALECTS.flatMap(({ document }) => Object.values(document.proof));
  const headers = said.filter((part) => part.in === 'header');
  expect(new Set(headers.map(({ name }) => name.toLowerCase()))).toEqual(
    new Set(HEADERS.slice(0, -2)),
  );
});
