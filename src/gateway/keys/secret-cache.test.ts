import { expect, test } from 'vitest';
import { monotonic } from '../../domain/units.ts';
import { createSecretCache } from './secret-cache.ts';

test('[GATE-9] an opened secret is kept while it is used, and its bytes are wiped', () => {
  const cache = createSecretCache(300_000);
  const bytes = [Buffer.from('one'), Buffer.from('two')];
  const get = (name: string, at: number, from: Buffer) =>
    cache.get(name, monotonic(at), () => from);
  expect(get('a', 1_000_000, bytes[0]!).export().toString()).toBe('one');
  expect(bytes[0]).toEqual(Buffer.alloc(3));
  expect(get('a', 1_200_000, bytes[1]!).export().toString()).toBe('one');
  get('b', 1_400_000, Buffer.from('b'));
  expect(cache.size()).toBe(2);
  get('b', 1_701_000, Buffer.from('b'));
  expect(cache.size()).toBe(1);
  cache.forget('b');
  expect(cache.size()).toBe(0);
});
