/** What is promised of a shared log, for every home that it has. */
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../src/domain/command.ts';
import { millis } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { encodeLogBatch, encodeLogCommand } from '../../src/journal/log-batch.ts';
import { HOMES, type LogHome } from './homes.ts';

const [A, B] = ['00000000000000aa', '00000000000000bb'];

/** A batch of notes, which tell whose they are. */
function batchOf(
  { maker }: Pick<LogHome, 'maker'>,
  session: string,
  number: number,
  count = 3,
): Uint8Array {
  const notes = Array.from({ length: count }, (_, place) => `${session} ${number} ${place}`);
  const commands = notes.map((text) =>
    encodeLogCommand({ command: { kind: 'record-note', actor: 'a', topic: 'b', text } }),
  );
  return encodeLogBatch({ session, number, sentAt: millis(Date.now()) }, commands, maker);
}

/** The batches that counted, each as its notes; throws where they are not whole or in order. */
function readBatches(entries: readonly Entry[]): string[] {
  const batches: string[] = [];
  let left = 0;
  entries.forEach(({ seq, at, command }, place) => {
    const before = entries[place - 1];
    if (before !== undefined) expect(seq).toBe(before.seq + 1);
    expect(at).toBeGreaterThanOrEqual(before?.at ?? 0);
    if (left > 0) {
      left -= 1;
      expect(command).toMatchObject({ kind: 'record-note' });
      if (command.kind === 'record-note') batches.push(`${batches.pop()} ${command.text}`);
    } else if (command.kind === 'begin-batch') {
      left = command.count;
      batches.push(`${command.session} ${command.number}:`);
    }
  });
  expect(left).toBe(0);
  return batches;
}

/** What the batch of `batchOf` reads like. */
const told = (session: string, number: number): string =>
  `${session} ${number}:${[0, 1, 2].map((place) => ` ${session} ${number} ${place}`).join('')}`;

const untilTold = (entries: readonly Entry[], batches: readonly string[]): Promise<void> =>
  expect.poll(() => readBatches(entries)).toEqual(batches);

describe.each(Object.entries(HOMES))('%s', (_, open) => {
  test('[CLU-1] [CLU-2] what is appended comes to all, once and in one order', async (context) => {
    const home = await open();
    if (home === undefined) return context.skip();
    const [one, other] = [await home.follow(), await home.follow()];
    for (let number = 1; number <= 20; number += 1)
      await Promise.all([A, B].map((session) => home.append(batchOf(home, session, number))));
    await expect.poll(() => readBatches(one)).toHaveLength(40);
    await untilTold(other, readBatches(one));
    for (const session of [A, B])
      expect(readBatches(one).filter((text) => text.startsWith(session))).toEqual(
        Array.from({ length: 20 }, (_, place) => told(session, place + 1)),
      );
    // Who comes later reads the same.
    const late = await home.follow();
    await untilTold(late, readBatches(one));
    expect(late).toEqual(one);
  });

  test('[CLU-2] repeats, gaps and what is no batch here leave nothing', async (context) => {
    const home = await open();
    if (home === undefined) return context.skip();
    const entries = await home.follow();
    const foreign = { maker: { ...home.maker, venue: 'fedcba9876543210' } };
    const spoilt = batchOf(home, A, 2);
    spoilt[60] = spoilt[60]! ^ 1;
    await home.append(batchOf(home, A, 1));
    for (const bytes of [
      ...[batchOf(home, A, 1), batchOf(home, A, 3), batchOf(home, B, 2)],
      ...[batchOf(foreign, A, 2), spoilt, new Uint8Array(0), Buffer.from('hello')],
    ])
      await home.append(bytes);
    await home.append(batchOf(home, A, 2));
    await home.append(batchOf(home, A, 3));
    await untilTold(entries, [told(A, 1), told(A, 2), told(A, 3)]);
  });

  test('[CLU-1] [CLU-2] a log opened again goes on where it was', async (context) => {
    const first = await open();
    if (first === undefined) return context.skip();
    const before = await first.follow();
    await first.append(batchOf(first, A, 1));
    await first.append(batchOf(first, A, 2));
    await untilTold(before, [told(A, 1), told(A, 2)]);
    const again = await first.reopen();
    expect(again.maker).toEqual(first.maker);
    const entries = await again.follow();
    await again.append(batchOf(again, A, 2));
    await again.append(batchOf(again, A, 3));
    await untilTold(entries, [told(A, 1), told(A, 2), told(A, 3)]);
  });

  test('[CLU-1] [CLU-2] a torn end is no part of a batch, and is sent again', async (context) => {
    const first = await open();
    if (first === undefined) return context.skip();
    const before = await first.follow();
    await first.append(batchOf(first, A, 1));
    await first.append(batchOf(first, B, 1));
    await untilTold(before, [told(A, 1), told(B, 1)]);
    await first.append(batchOf(first, A, 2));
    await expect.poll(() => readBatches(before)).toHaveLength(3);
    const torn = await first.tear();
    const entries = await torn.follow();
    await expect.poll(() => readBatches(entries).length).toBeGreaterThanOrEqual(2);
    await torn.append(batchOf(torn, A, 2));
    await torn.append(batchOf(torn, A, 3));
    await untilTold(entries, [told(A, 1), told(B, 1), told(A, 2), told(A, 3)]);
  });
});

describe.each(Object.entries(HOMES))('time in %s', (_, open) => {
  test('[CLU-40] what gets its place after its time does nothing', async (context) => {
    const home = await open();
    if (home === undefined) return context.skip();
    const entries = await home.follow();
    const began = Date.now();
    const commands = [['in time', began + 60_000] as const, ['late', began - 1] as const].map(
      ([text, until]) =>
        encodeLogCommand({
          command: { kind: 'record-note', actor: 'a', topic: 'b', text },
          until: millis(until),
        }),
    );
    const identity = { session: A, number: 1, sentAt: millis(began) };
    await home.append(encodeLogBatch(identity, commands, home.maker));
    await expect.poll(() => entries.length).toBeGreaterThanOrEqual(3);
    const state = createState();
    const told = entries.flatMap((entry) =>
      apply(state, entry).flatMap((event) => {
        if (event.kind === 'note-recorded') return [event.text];
        return event.kind === 'command-rejected' ? [event.reject.reason] : [];
      }),
    );
    expect(told).toEqual(['in time', 'command-late']);
    // The clock of the log says when, whoever sent it.
    const [one, other] = entries.flatMap(({ takenAt }) => takenAt ?? []);
    expect(one).toBe(other);
    expect(Math.abs(one! - began)).toBeLessThan(30_000);
  });
});
