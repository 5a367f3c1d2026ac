import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { LateFrames } from './late-frames.ts';

test('[FAULT-11] frames that are overdue are written without a warning', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  const written: string[] = [];
  const late = new LateFrames((frame) => {
    written.push(String(frame));
    // As long as another frame waits, so that it is overdue afterwards.
    for (const end = performance.now() + 60; performance.now() < end; );
  });
  late.add(Buffer.from('first'), 1);
  late.add(Buffer.from('second'), 40);
  while (written.length < 2) await sleep(5);
  expect([written, warnings]).toEqual([['first', 'second'], []]);
});
