import { expect, test } from 'vitest';
import {
  addFrame,
  createOutbox,
  emptyBundle,
  joinBundle,
} from '../../src/gateway/sockets/outbox.ts';
import { textFrame } from '../../src/gateway/sockets/text-frame.ts';
import { openSocketKit, PUBLIC } from './socket-kit.ts';

test.each([0, 1, 125, 126, 65_535, 65_536, 70_000])(
  '[SOCK-17] a frame of %i bytes has the head that RFC 6455 gives it',
  (length) => {
    const frame = textFrame('x'.repeat(length));
    const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
    expect(frame).toHaveLength(head + length);
    expect(frame[0]).toBe(0x81);
    const told = head === 2 ? frame[1] : head === 4 ? frame.readUInt16BE(2) : frame.readUInt32BE(6);
    expect(told).toBe(length);
  },
);

test('[SOCK-17] lengths count bytes, not characters', () => {
  expect(textFrame('错')).toEqual(Buffer.from([0x81, 3, 0xe9, 0x94, 0x99]));
});

test('[SOCK-17] connections that were sent the same share the same bytes', () => {
  const root = emptyBundle();
  const [one, two] = [textFrame('one'), textFrame('two')];
  const first = addFrame(addFrame(root, one), two);
  const second = addFrame(addFrame(root, one), two);
  expect(second).toBe(first);
  expect(joinBundle(first)).toBe(joinBundle(second));
  expect(joinBundle(first)).toEqual(Buffer.concat([one, two]));
  expect(joinBundle(addFrame(emptyBundle(), one))).toBe(one);
});

test('[SOCK-17] a turn gathers, its end writes', async () => {
  const outbox = createOutbox();
  const written: string[] = [];
  const root = outbox.enter({ writeOut: () => written.push('first') });
  expect(outbox.enter({ writeOut: () => written.push('second') })).toBe(root);
  expect(written).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual(['first', 'second']);
  expect(outbox.enter({ writeOut: () => undefined })).not.toBe(root);
  outbox.flush();
});

test('[SOCK-17] real clients read frames of every length', async () => {
  const { connect } = await openSocketKit();
  const client = await connect(PUBLIC);
  for (const length of [1, 30]) {
    const time = 'x'.repeat(length);
    client.say({ event: 'ping', time });
    await client.heard((frame) => frame.event === 'pong' && frame.time === time);
  }
});
