import { expect, test } from 'vitest';
import { createLogger } from '../gateway/create-logger.ts';
import { formatLogLine } from './log-lines.ts';

test('[CLI-24] a person reads words, and what the line adds to them', () => {
  const told: string[] = [];
  const log = createLogger('info', { write: (line) => told.push(formatLogLine(line)) });
  log.warn('data was last held by process 7, which did not close it');
  log.error({ because: 'no room', secret: 'abc', at: { entry: 3 } }, 'trading is halted');
  expect(told).toEqual([
    'warn: data was last held by process 7, which did not close it\n',
    'error: trading is halted (because: no room, secret: [withheld], at: {"entry":3})\n',
  ]);
});
