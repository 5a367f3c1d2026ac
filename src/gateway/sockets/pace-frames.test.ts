import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../connections/pace-requests.ts';
import { paceFrames } from './pace-frames.ts';

test('[SOCK-30] nothing is read of a client that was stopped, whoever resumes it', async () => {
  const stream = new PassThrough();
  const frames = paceFrames(stream, createTurns(), 'somebody');
  let heard = 0;
  stream.on('data', (bytes: Buffer) => {
    heard += bytes.length;
  });
  stream.write('hello');
  for (let n = 0; n < 5; n += 1) await turn();
  expect(heard).toBe(5);
  frames.stop();
  stream.resume();
  stream.write('and more');
  for (let n = 0; n < 5; n += 1) await turn();
  expect([heard, stream.readableLength]).toEqual([5, 8]);
});
