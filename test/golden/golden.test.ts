/**
 * Kept journals reach the hashes written beside them: from the beginning, and from a snapshot on.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replay } from '../../proof/replay.ts';
import { GOLDEN_FOLDER, readJournal } from '../../proof/sim/golden.ts';
import { copyThroughText } from '../../proof/sim/shadow.ts';
import { stateHash } from '../../src/engine/snapshot.ts';

const hashes: Readonly<Record<string, { readonly entries: number; readonly hash: string }>> =
  JSON.parse(readFileSync(new URL('hashes.json', GOLDEN_FOLDER), 'utf8'));

test('[GLD-1] every journal in the folder has a hash, and every hash a journal', () => {
  const journals = readdirSync(GOLDEN_FOLDER).filter((name) => name.endsWith('.jsonl'));
  expect(journals.map((name) => name.replace('.jsonl', '')).sort()).toEqual(
    Object.keys(hashes).sort(),
  );
});

test.each(Object.keys(hashes))('[GLD-1] %s reaches its hash', (name) => {
  const entries = readJournal(name);
  expect(entries).toHaveLength(hashes[name]!.entries);
  expect(stateHash(replay(entries))).toBe(hashes[name]!.hash);
});

test.each(Object.keys(hashes))('[GLD-1] [SNP-1] %s reaches its hash by a snapshot', (name) => {
  const entries = readJournal(name);
  const middle = Math.floor(entries.length / 2);
  const restored = copyThroughText(replay(entries.slice(0, middle)));
  expect(stateHash(replay(entries.slice(middle), restored))).toBe(hashes[name]!.hash);
});
