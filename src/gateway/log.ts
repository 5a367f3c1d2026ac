/**
 * Log lines for the operator, as JSON. Credentials are never logged: they are not passed to the
 * log, and headers that get in by mistake are blanked.
 */
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';

export type JsonLog = Logger;

const SECRET_HEADERS = [
  'access-key',
  'x-mbx-apikey',
  'access-sign',
  'access-passphrase',
  'access-timestamp',
  'authorization',
  'cookie',
] as const;

const SECRET_FIELDS = ['secret', 'secretKey', 'passphrase', 'token'] as const;

/** The places of headers and fields when a whole object of Node or of ours is logged. */
const REDACTED: string[] = [
  ...SECRET_HEADERS.flatMap((name) =>
    ['headers', '*.headers', '*.raw.headers', '*'].map((place) => `${place}["${name}"]`),
  ),
  ...SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
];

/** For venues that say nothing: a destination would wait for the end of the process. */
export const SILENT_LOG: JsonLog = pino({ level: 'silent' }, { write: () => undefined });

export function createLog(level: LevelWithSilent, destination?: DestinationStream): JsonLog {
  const options = { level, base: null, redact: { paths: REDACTED, censor: '[withheld]' } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
