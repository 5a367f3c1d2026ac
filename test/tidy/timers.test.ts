import { expect, test } from 'vitest';
import { parseSource } from './source.ts';
import { checkTimers } from './timers.ts';

const found = (...lines: readonly string[]): string[] =>
  checkTimers([
    parseSource('src/sandbox/perpetua.ts', `import '../venue/pacer.ts';`),
    parseSource('src/venue/pacer.ts', lines.join('\n')),
    parseSource('src/venue/other.ts', 'setTimeout(tell, 1);'),
  ]).map(({ line, message }) => `${line} ${message.split(':')[0]}`);

test('timers and clocks of the global scope are found in what the library loads', () => {
  expect(
    found(
      `import { setTimeout as sleep } from 'node:timers/promises';`,
      'setImmediate(tell);',
      'const at = Date.now() + performance.now();',
      'process.nextTick(tell);',
      'const today = new Date();',
    ),
  ).toEqual([
    '1 a test can replace node',
    '2 a test can replace setImmediate',
    '3 a test can replace Date.now',
    '3 a test can replace performance',
    '4 a test can replace process.nextTick',
    '5 a test can replace Date',
  ]);
});

test('those of the own file, members of other things and given moments are not', () => {
  expect(
    found(
      `import { setTimeout } from '../machine/timers.ts';`,
      `import { performance } from 'node:perf_hooks';`,
      'setTimeout(tell, performance.now());',
      'socket.setTimeout(0);',
      'const then = new Date(at);',
    ),
  ).toEqual([]);
});
