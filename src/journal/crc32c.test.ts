import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32c } from './record.ts';

const of = (bytes: Uint8Array): string => crc32c(bytes, 0, bytes.length).toString(16);

test('gives the check values of the standard', () => {
  expect(of(Buffer.from('123456789'))).toBe('e3069283');
  expect(of(new Uint8Array(32))).toBe('8a9136aa');
  expect(of(new Uint8Array(32).fill(255))).toBe('62a8ab43');
  expect(of(Uint8Array.from({ length: 32 }, (_, place) => place))).toBe('46dd794e');
  expect(of(new Uint8Array(0))).toBe('0');
});

test('two parts one after the other have the checksum of the whole', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, place) => {
      const cut = Math.min(place, bytes.length);
      const before = crc32c(bytes, 0, cut);
      expect(crc32c(bytes, cut, bytes.length, before)).toBe(crc32c(bytes, 0, bytes.length));
    }),
  );
});
