import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCommand } from '../../test/journal/any-command.ts';
import { exampleContracts } from '../../test/kit/contracts.ts';
import { millis } from '../domain/units.ts';
import type { EntryContent } from './entry-codec.ts';
import { NotStorable } from './journal-error.ts';
import { countFitting, decodeLogBatch, encodeLogBatch, encodeLogCommand } from './log-batch.ts';
import { crc32c } from './record.ts';

const maker = { venue: '0123456789abcdef', engine: 2 };
const identity = { session: 'fedcba9876543210', number: 7, sentAt: millis(1_800_000_000_123) };
const tick: EntryContent = { command: { kind: 'advance-clock' } };
const note = (length: number): EntryContent => ({
  command: { kind: 'record-note', actor: 'someone', topic: 'size', text: 'x'.repeat(length) },
});

const encode = (commands: readonly EntryContent[]) =>
  encodeLogBatch(identity, commands.map(encodeLogCommand), maker);

/** With a checksum that agrees, as a sender of other habits would send it. */
function changed(at: number, bytes: readonly number[], from = encode([tick, tick])): Uint8Array {
  const copy = from.slice();
  copy.set(bytes, at);
  new DataView(copy.buffer).setUint32(4, crc32c(copy, 8, copy.length), true);
  return copy;
}

const kindOf = (bytes: Uint8Array) => decodeLogBatch(bytes, maker).kind;

test('[CLU-2] a batch of any commands reads back as it was given', () => {
  const request = { words: [1, -2, 3, -4], receivedAt: millis(5) } as const;
  const command = plainCommand.filter(({ kind }) => kind !== 'begin-batch');
  fc.assert(
    fc.property(fc.array(command, { maxLength: 5 }), (list) => {
      const commands = list.map((each, place) =>
        place % 2 === 0 ? { command: each } : { command: each, request },
      );
      expect(decodeLogBatch(encode(commands), maker)).toEqual({
        kind: 'batch',
        batch: { ...identity, commands },
      });
    }),
  );
});

test('[CLU-2] bytes that are no batch of this venue are told apart by name', () => {
  expect(kindOf(encode([]))).toBe('batch');
  expect(kindOf(new Uint8Array(0))).toBe('malformed');
  expect(kindOf(changed(0, [0]))).toBe('malformed');
  expect(kindOf(changed(8, [9]))).toBe('foreign');
  expect(kindOf(changed(16, [3]))).toBe('newer');
  expect(kindOf(changed(16, [1]))).toBe('batch');
  expect(kindOf(changed(48, [31]))).toBe('newer');
  expect(kindOf(changed(44, [1]))).toBe('malformed');
  expect(kindOf(changed(44, [3]))).toBe('malformed');
  expect(kindOf(changed(44, [255, 255, 255, 255]))).toBe('malformed');
  expect(kindOf(encode([tick]).subarray(0, -1))).toBe('malformed');
});

test('[CLU-2] a batch within a batch is malformed', () => {
  const begin = { kind: 'begin-batch', ...identity, position: 0, count: 1 } as const;
  expect(kindOf(encode([{ command: begin }]))).toBe('malformed');
  const wrapped = { kind: 'batch', commands: [begin] } as const;
  expect(kindOf(encode([{ command: wrapped }]))).toBe('malformed');
});

test('[CLU-2] no bytes make reading throw', () => {
  const contract = exampleContracts([{}])[0]!;
  const whole = encode([{ command: { kind: 'list-contract', contract } }, tick]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(['malformed', 'foreign', 'newer']).toContain(kindOf(bytes));
    }),
  );
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
      expect(['malformed', 'foreign', 'newer', 'batch']).toContain(
        kindOf(changed(at, [byte], whole)),
      );
    }),
  );
});

test('[CLU-2] a batch takes a thousand commands and 256 KB, and the rest is for the next', () => {
  const small = new Array(1_500).fill(encodeLogCommand(tick));
  expect(countFitting(small)).toBe(1_000);
  const large = new Array(100).fill(encodeLogCommand(note(10_000)));
  const count = countFitting(large);
  expect(encodeLogBatch(identity, large.slice(0, count), maker).length).toBeLessThan(262_145);
  expect(encodeLogBatch(identity, large.slice(0, count + 1), maker).length).toBeGreaterThan(
    262_144,
  );
  expect(() => encodeLogCommand(note(262_144))).toThrow(NotStorable);
});
