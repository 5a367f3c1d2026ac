/** Where log lines go: as text to a terminal, where a person reads them, otherwise as JSON. */
import { type DestinationStream, destination, levels } from 'pino';
import { createLogger } from '../gateway/create-logger.ts';
import { type JsonLogger, SILENT_LOGGER } from '../gateway/logger.ts';
import type { Logger } from '../venue/logger.ts';
import type { Settings } from './settings.ts';

export const openLogger = ({ logLevel }: Settings): JsonLogger =>
  logLevel === 'silent' ? SILENT_LOGGER : createLogger(logLevel, openLogLines());

/** The same for code that knows nothing of lines. */
export const venueLoggerOf =
  (logger: JsonLogger): Logger =>
  (level, message, facts) =>
    logger[level](facts ?? {}, message);

function openLogLines(): DestinationStream {
  if (process.stderr.isTTY)
    return { write: (line) => void process.stderr.write(formatLogLine(line)) };
  const lines = destination(2);
  // If the reader of the log goes away, the log is lost, not the venue.
  lines.on('error', () => undefined);
  return lines;
}

/** The common fields as words, then the fields of this line in brackets. */
export function formatLogLine(line: string): string {
  const record: Readonly<Record<string, unknown>> = JSON.parse(line);
  const { level, time: _time, msg, ...rest } = record;
  const word = levels.labels[Number(level)] ?? 'log';
  const details = Object.entries(rest).map(([name, value]) => `${name}: ${wordsOf(value)}`);
  const tail = details.length === 0 ? '' : ` (${details.join(', ')})`;
  return `${word}: ${String(msg ?? '')}${tail}\n`;
}

const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
