import { expect, test } from 'vitest';
import { commitmentOf, describeSeed, drawSeed, historyKeyOf, seedOfWord } from './seed.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('[MKT-13] a word gives the same key for ever, another word another', () => {
  const { key, word } = seedOfWord('lions');
  expect(word).toBe('lions');
  expect(hex(key)).toBe('7bf589bdfd175bc44d77440c20edc7c5c171d6ee28e2620878d8e03a90681a70');
  expect(hex(seedOfWord('lion').key)).not.toBe(hex(key));
});

test('[MKT-13] a drawn seed has 256 bits that no other has, and no word', () => {
  const seeds = Array.from({ length: 100 }, drawSeed);
  expect(new Set(seeds.map(({ key }) => hex(key))).size).toBe(100);
  for (const { key, word } of seeds) expect([key.length, word]).toEqual([32, null]);
});

test('[MKT-13] the commitment fixes a seed, and neither it nor the history tells the key', () => {
  const seed = seedOfWord('lions');
  const commitment = commitmentOf(seed);
  expect(commitment).toBe('8e13660215a9dfb7f0591142c410eee9485e124f24193df66c030a6d55d8d1a5');
  expect(commitmentOf(seedOfWord('tigers'))).not.toBe(commitment);
  const history = hex(historyKeyOf(seed));
  expect(history).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set([hex(seed.key), commitment, history]).size).toBe(3);
});

test('[MKT-13] people are told the word or the commitment, never the key', () => {
  const drawn = drawSeed();
  expect(describeSeed(seedOfWord('lions'))).toBe('seed lions');
  expect(describeSeed(drawn)).toBe(`seed drawn, commitment ${commitmentOf(drawn).slice(0, 12)}`);
});
