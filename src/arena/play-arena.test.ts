import { env, execPath } from 'node:process';
import { expect, test } from 'vitest';
import { parseArena } from './arena-terms.ts';
import { openContestants } from './play-arena.ts';

/** Says in every turn how often it was asked. */
const COUNTING = `let asked = 0;
  require('readline').createInterface({ input: process.stdin }).on('line', () => {
    asked += 1;
    console.log(JSON.stringify({ turn: 1, asked }));
  })`;

test('[ARN-1] a process is asked in one heat alone, and begins anew once it was left', async () => {
  const counting = { kind: 'command', name: 'one', command: [execPath, '-e', COUNTING] };
  const terms = parseArena({ name: 'Test', rules: {}, contestants: [counting] });
  const { ask, leave } = openContestants({ terms, pathOf: String }, env);
  const group = terms.contestants;
  const askIn = async (heat: number): Promise<unknown> => {
    const { answer } = await ask({ contestant: 'one', heat, request: '{"turn":1}' });
    return JSON.parse(answer ?? '{}').asked;
  };
  expect([await askIn(0), await askIn(0), await askIn(1)]).toEqual([1, 2, 1]);
  leave({ heat: 0, group });
  expect([await askIn(0), await askIn(1)]).toEqual([1, 2]);
  for (const heat of [0, 1]) leave({ heat, group });
});
