import * as node from 'node:crypto';
import { expect, test } from 'vitest';
import * as browser from './browser-crypto.ts';

const BYTES = Uint8Array.from({ length: 8_192 }, (_, at) => (at * 167 + 13) & 0xff);
const KEY = BYTES.subarray(100, 132);

test('[CTS-11] a browser draws, sums and derives as Node does', () => {
  const cipher = node.createCipheriv('aes-256-ecb', KEY, null).setAutoPadding(false);
  const other = browser.createCipheriv('aes-256-ecb', KEY);
  // One cipher serves for ever, as in the market, and what it is given stays as it was.
  for (const part of [BYTES, BYTES.subarray(0, 512), BYTES.subarray(16, 32)])
    expect(Buffer.from(other.update(part))).toEqual(cipher.update(part));
  for (const { createHash, createHmac } of [browser, node]) {
    const sum = createHash('sha256').update('market ü').update(BYTES);
    expect(sum.digest('hex')).toBe(
      node.createHash('sha256').update('market ü').update(BYTES).digest('hex'),
    );
    const derived = Buffer.from(createHmac('sha256', KEY).update('heat 1').digest());
    expect(derived).toEqual(node.createHmac('sha256', KEY).update('heat 1').digest());
  }
  expect(() => browser.createHash('md5')).toThrow('in no other way');
  expect(() => browser.randomBytes()).toThrow('draws no seed');
});
