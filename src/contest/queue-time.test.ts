import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { execPath } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { talkToCommand } from './line-talk.ts';
import { readQueueMillis } from './queue-time.ts';

const isLinux = process.platform === 'linux';

/** More loops than there are processors, below one process. */
function startLoops(): number {
  const loop = 'while :; do :; done';
  const others = Array.from({ length: availableParallelism() + 1 }, () => `(${loop}) & `);
  const child = spawn('sh', ['-c', `${others.join('')}wait`], { detached: true, stdio: 'ignore' });
  const { pid } = child;
  if (pid === undefined) throw new Error('there is no shell');
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
  return pid;
}

test.runIf(isLinux)('processes that share a processor wait for it', async () => {
  const pid = startLoops();
  await expect.poll(() => readQueueMillis(pid)).toBeGreaterThan(100);
});

test('a process that only sleeps is late in time', async () => {
  const talk = talkToCommand([execPath, '-e', 'setInterval(() => 0, 1000)'], process.env);
  onTestFinished(talk.close);
  expect(await talk.ask(0, '{}', 300)).toMatchObject({ answer: null, why: 'no answer in time' });
});
