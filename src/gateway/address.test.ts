import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressGroup,
  findAddress,
  findRange,
  formatAddress,
  formatRange,
  isWithin,
} from './address.ts';

test.each([
  ['1.2.3.4', '1.2.3.4'],
  [' 1.2.3.4 ', '1.2.3.4'],
  ['1.2.3.4:8080', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:0102:0304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
  ['::1', '::1'],
  ['[::1]:80', '::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:db8:0:1:0:0:0:1', '2001:db8:0:1::1'],
  ['::', '::'],
  ['1:0:0:2:3:0:0:4', '1::2:3:0:0:4'],
  ['::ffff:0:1.2.3.4', '::ffff:0:102:304'],
])('[GATE-18] %s is %s', (text, expected) => {
  expect(formatAddress(findAddress(text)!)).toBe(expected);
});

test.each([
  '',
  'unknown',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '256.1.1.1',
  '0x7f.0.0.1',
  '1.2.3.4, 5.6.7.8',
  '::1::',
  '12345::',
  '_hidden',
  `${'1'.repeat(100)}`,
])('[GATE-18] %s is no address', (text) => {
  expect(findAddress(text)).toBeUndefined();
});

test('[GATE-18] what is formatted is found again, bit for bit', () => {
  const address = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((bits) => ({ family: 4 as const, bits })),
    fc
      .array(fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 65_535n })), {
        minLength: 8,
        maxLength: 8,
      })
      .map((groups) => groups.reduce((bits, group) => (bits << 16n) | group, 0n))
      .filter((bits) => bits >> 32n !== 0xffffn)
      .map((bits) => ({ family: 6 as const, bits })),
  );
  fc.assert(
    fc.property(address, (each) => {
      expect(findAddress(formatAddress(each))).toEqual(each);
    }),
  );
});

test.each([
  ['10.1.2.3', '10.0.0.0/8', true],
  ['11.0.0.0', '10.0.0.0/8', false],
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.4', '10.1.2.3', false],
  ['10.1.2.255', '10.1.2.0/24', true],
  ['10.1.3.0', '10.1.2.0/24', false],
  ['1.2.3.4', '0.0.0.0/0', true],
  ['::1', '0.0.0.0/0', false],
  ['2001:db8:1::5', '2001:db8:1::/48', true],
  ['2001:db8:2::5', '2001:db8:1::/48', false],
  ['::ffff:10.1.2.3', '10.1.2.0/24', true],
])('[GATE-18] %s within %s: %s', (address, range, expected) => {
  expect(isWithin(findAddress(address)!, findRange(range)!)).toBe(expected);
});

test.each([
  '10.0.0.1/8',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0:80',
  '::/129',
  'x/8',
])('[GATE-18] %s is no range', (text) => {
  expect(findRange(text)).toBeUndefined();
});

test('[GATE-18] a range has one spelling', () => {
  const spelt = ['2001:DB8:0::/48', '10.0.0.0/24', '::ffff:1.2.3.4', '1.2.3.4/32'].map((text) =>
    formatRange(findRange(text)!),
  );
  expect(spelt).toEqual(['2001:db8::/48', '10.0.0.0/24', '1.2.3.4', '1.2.3.4']);
});

test('[GATE-16] a /64 counts as one caller', () => {
  const groups = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', '2001:db8:1:3::1', '1.2.3.4'].map(
    (text) => addressGroup(findAddress(text)!),
  );
  expect(groups).toEqual([
    '2001:db8:1:2::/64',
    '2001:db8:1:2::/64',
    '2001:db8:1:3::/64',
    '1.2.3.4',
  ]);
});
