import { createCipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { KeyedRandom, nextUnit, type Random, TURN_WORDS } from './random.ts';
import { seedOfWord } from './seed.ts';

const randomOf = (word: string): KeyedRandom => new KeyedRandom(seedOfWord(word).key);
const take = (random: Random, count: number): number[] =>
  Array.from({ length: count }, random.nextWord);

test('[MKT-14] words are the key stream of AES-256-CTR at stream, number and counter', () => {
  const { key } = seedOfWord('lions');
  const start = Buffer.alloc(16);
  start.writeUInt32BE(7, 0);
  start.writeBigUInt64BE(2n ** 40n + 3n, 4);
  const bytes = createCipheriv('aes-256-ctr', key, start).update(Buffer.alloc(4_000));
  const random = new KeyedRandom(key);
  random.open(7, 2 ** 40 + 3);
  const words = take(random, 1_000);
  expect(words).toEqual(words.map((_, at) => bytes.readUInt32LE(at * 4)));
});

test('[MKT-14] what a number gives does not depend on what was drawn before', () => {
  const [one, other] = [randomOf('a'), randomOf('a')];
  one.open(1, 5);
  take(one, 777);
  one.open(2, 5);
  other.open(2, 5);
  const words = take(one, 300);
  expect(take(other, 300)).toEqual(words);
  other.open(2, 6);
  expect(take(other, 300)).not.toEqual(words);
  expect(take(randomOf('b'), 300)).not.toEqual(take(randomOf('a'), 300));
});

test('[FORK-7] an earlier key gives the numbers before its end, and the newest all others', () => {
  const keyOf = (word: string): Uint8Array => seedOfWord(word).key;
  const earlier = [
    { key: keyOf('a'), until: 5 },
    { key: keyOf('b'), until: 8 },
  ];
  const random = new KeyedRandom(keyOf('c'), earlier);
  for (const [number, word] of [
    [4, 'a'],
    [5, 'b'],
    [7, 'b'],
    [8, 'c'],
    [4, 'a'],
  ] as const) {
    const alone = randomOf(word);
    random.open(1, number);
    alone.open(1, number);
    expect(take(random, 300)).toEqual(take(alone, 300));
  }
});

test('[MKT-14] it goes on after any number of words', () => {
  for (const drawn of [0, 1, 127, 128, 129, 1_000]) {
    const [whole, later] = [randomOf('a'), randomOf('a')];
    whole.open(1, 9);
    take(whole, drawn);
    expect(whole.drawn).toBe(drawn);
    later.open(1, 9, drawn);
    expect(take(later, 200)).toEqual(take(whole, 200));
    expect(later.drawn).toBe(drawn + 200);
  }
});

test('[MKT-14] what is made ahead is what would be made without', () => {
  const [ahead, alone] = [randomOf('a'), randomOf('a')];
  for (const [number, turn] of [
    [9, 0],
    [9, 3],
    [9, 31],
    [9, 32],
    [10, 32],
    [9, 2],
  ] as const)
    for (const stream of [5, 6]) {
      ahead.prepare([5, 6], number, turn, number);
      ahead.open(stream, number, turn * TURN_WORDS + 10);
      alone.open(stream, number, turn * TURN_WORDS + 10);
      expect(take(ahead, 300)).toEqual(take(alone, 300));
      expect(ahead.drawn).toBe(turn * TURN_WORDS + 310);
    }
});

test('[MKT-14] [FORK-7] numbers opened in order are those opened by themselves', () => {
  const key = seedOfWord('a').key;
  const earlier = [{ key: seedOfWord('b').key, until: 12 }];
  const [ahead, alone] = [new KeyedRandom(key, earlier), new KeyedRandom(key, earlier)];
  const opened = [1, 2].flatMap((stream) =>
    [3, 4, 5, 5, 10, 11, 12, 13, 40, 2].map((number) => ({ number, stream })),
  );
  for (const { number, stream } of opened) {
    ahead.openInOrder(stream, number);
    alone.open(stream, number);
    expect(take(ahead, 300)).toEqual(take(alone, 300));
    expect(ahead.drawn).toBe(alone.drawn);
  }
});

test('[MKT-14] neighbours have nothing in common: bits of words, numbers, streams and keys', () => {
  const rows: number[][] = [];
  const random = randomOf('0');
  for (let number = 0; number < 64; number += 1) {
    random.open(1, number);
    rows.push(take(random, 256));
    random.open(2, number);
    rows.push(take(random, 256));
    rows.push(take(randomOf(`${number}`), 256));
  }
  for (let at = 1; at < rows.length; at += 1) {
    // Half of 8,192 bits differ; seven deviations are 317.
    const differ = rows[at]!.reduce(
      (sum, word, place) => sum + ones(word ^ rows[at - 1]![place]!),
      0,
    );
    expect(Math.abs(differ - 4_096)).toBeLessThan(317);
  }
  const first = rows.map((row) => row[0]! / 2 ** 32);
  const mean = first.reduce((sum, unit) => sum + unit, 0) / first.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.1);
});

test('[MKT-14] units are uniform', () => {
  const random = randomOf('u');
  const bins = new Array<number>(20).fill(0);
  for (let draw = 0; draw < 200_000; draw += 1) {
    const bin = Math.floor(nextUnit(random) * 20);
    bins[bin] = bins[bin]! + 1;
  }
  const chi = bins.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chi).toBeLessThan(60);
});

function ones(word: number): number {
  let count = 0;
  for (let rest = word >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count += 1;
  return count;
}
