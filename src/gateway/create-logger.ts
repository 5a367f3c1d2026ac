/**
 * Log lines for the operator, as JSON. Credentials are never logged: they are not passed to the
 * log, and headers that get in by mistake are blanked.
 */
import { type DestinationStream, type LevelWithSilent, pino } from 'pino';
import { PROOF_HEADERS } from './dialects.ts';
import type { JsonLogger } from './logger.ts';

const SECRET_HEADERS = [...PROOF_HEADERS, 'authorization', 'cookie'];

const SECRET_FIELDS = ['secret', 'secretKey', 'passphrase', 'token'] as const;

/** The places of headers and fields when a whole object of Node or of ours is logged. */
const REDACTED: string[] = [
  ...SECRET_HEADERS.flatMap((name) =>
    ['headers', '*.headers', '*.raw.headers', '*'].map((place) => `${place}["${name}"]`),
  ),
  ...SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
];

export function createLogger(level: LevelWithSilent, destination?: DestinationStream): JsonLogger {
  const options = { level, base: null, redact: { paths: REDACTED, censor: '[withheld]' } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
