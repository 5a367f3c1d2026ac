import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { LogMac } from './log-mac.ts';

const venue = '0123456789abcdef';
const key = (fill: number) => createSecretKey(Buffer.alloc(32, fill));
const own = new LogMac(key(1), { name: 'demo', venue });
const batch = Buffer.from('a batch of commands');

test('[CLU-19] a message is taken as it was made, and in no other way', () => {
  const told = { position: 7, logAt: 1_000 };
  expect(own.take(own.add(batch))).toEqual(batch);
  expect(own.take(own.add(batch, told), told)).toEqual(batch);
  expect(own.take(own.add(batch, told))).toBeUndefined();
  expect(own.take(own.add(batch), told)).toBeUndefined();
  expect(own.take(own.add(batch, told), { ...told, position: 8 })).toBeUndefined();
  expect(own.take(own.add(batch, told), { ...told, logAt: 1_001 })).toBeUndefined();
  const message = own.add(batch);
  for (let at = 0; at < message.length; at += 1) {
    const changed = Uint8Array.from(message, (byte, place) => (place === at ? byte ^ 1 : byte));
    expect(own.take(changed)).toBeUndefined();
  }
  for (const short of [new Uint8Array(0), batch, message.subarray(0, -1)])
    expect(own.take(short)).toBeUndefined();
});

test('[CLU-19] another key, log or venue makes another MAC', () => {
  const others = [
    new LogMac(key(2), { name: 'demo', venue }),
    new LogMac(key(1), { name: 'again', venue }),
    new LogMac(key(1), { name: 'demo', venue: 'fedcba9876543210' }),
  ];
  const bytes = { nuid: 'a1', chunks: 2, digest: 'digest' };
  for (const other of others) {
    expect(other.take(own.add(batch))).toBeUndefined();
    expect(other.ofSnapshot(5, bytes)).not.toBe(own.ofSnapshot(5, bytes));
  }
  expect(own.ofSnapshot(6, bytes)).not.toBe(own.ofSnapshot(5, bytes));
  const elsewhere = { ...bytes, nuid: '>' };
  expect(own.ofSnapshot(5, elsewhere)).not.toBe(own.ofSnapshot(5, bytes));
});
