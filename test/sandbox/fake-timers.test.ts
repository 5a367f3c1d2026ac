import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openSandbox } from 'perpetua';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tradeUnderFakes } from './trade-under-fakes.ts';

const fake = (terms: Parameters<typeof vi.useFakeTimers>[0]): void => {
  vi.useFakeTimers(terms);
  onTestFinished(() => void vi.useRealTimers());
};
const runScript = (script: string) =>
  promisify(execFile)(
    process.execPath,
    ['--conditions=perpetua-source', '--input-type=module', '--eval', script],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), timeout: 60_000 },
  );

test('[LIB-14] a sandbox and its client trade under the fake timers of Vitest', async () => {
  fake({ now: new Date('2001-02-03T04:05:06Z') });
  await tradeUnderFakes();
});

test('[LIB-14] a sandbox says at once that Node has no ticks', async () => {
  const venue = await openSandbox({ markets: ['BTC'], accounts: 1 });
  fake({ toFake: ['nextTick', 'queueMicrotask', 'setTimeout', 'setImmediate', 'Date'] });
  const said = { code: 'failed', message: /^process\.nextTick is faked, .* out of toFake$/ };
  for (const act of [openSandbox, venue.close, () => venue.advance('1s')])
    await expect(act()).rejects.toMatchObject({
      ...said,
      message: expect.stringMatching(said.message),
    });
  vi.useRealTimers();
  await venue.close();
});

const NODE_TEST = `
import { mock, test } from 'node:test';
import { tradeUnderFakes } from '${new URL('trade-under-fakes.ts', import.meta.url)}';
test('trades', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] });
  await tradeUnderFakes();
});`;
const TOO_LATE = `
import { mock } from 'node:test';
mock.timers.enable();
const { openSandbox } = await import('perpetua');
await openSandbox().catch(({ code, message }) => console.log(code, message));`;

test('[LIB-14] a sandbox and its client trade under the fake timers of node:test', async () => {
  const { stdout } = await runScript(NODE_TEST);
  expect(stdout).toMatch(/^. pass 1$/m);
});

test('[LIB-14] a sandbox that is loaded after the fakes of node:test says so', async () => {
  const { stdout } = await runScript(TOO_LATE);
  expect(stdout).toBe('failed timers were faked before perpetua was loaded: load it first\n');
});
