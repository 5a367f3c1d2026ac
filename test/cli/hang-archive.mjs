/**
 * Loaded before the program: the thread of its archive hangs when it is asked to close. In a loop,
 * which can be broken off from outside, or in a call of the system, which cannot.
 */
import { spawnSync } from 'node:child_process';
import { isMainThread, parentPort, threadName } from 'node:worker_threads';

if (!isMainThread && threadName === 'archive') {
  parentPort?.on('message', ({ work }) => {
    if (work?.kind !== 'close') return;
    if (process.env.HANGS_IN === 'system') spawnSync('sleep', ['60']);
    for (;;);
  });
}
