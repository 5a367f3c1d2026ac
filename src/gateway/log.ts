/**
 * Lines for the operator, as JSON. Nothing that proves who somebody is may enter one: credentials
 * are never handed to it, and headers that got in by mistake are blanked.
 */
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';

export type Log = Logger;

const SECRET_HEADERS = [
  'access-key',
  'access-sign',
  'access-passphrase',
  'access-timestamp',
  'authorization',
  'cookie',
] as const;

const SECRET_FIELDS = ['secret', 'secretKey', 'passphrase', 'token'] as const;

/** Where headers and fields stand when an object of Node or of ours is logged whole. */
const REDACTED: string[] = [
  ...SECRET_HEADERS.flatMap((name) =>
    ['headers', '*.headers', '*.raw.headers', '*'].map((place) => `${place}["${name}"]`),
  ),
  ...SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
];

export function createLog(level: LevelWithSilent, destination?: DestinationStream): Log {
  const options = { level, base: null, redact: { paths: REDACTED, censor: '[withheld]' } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
