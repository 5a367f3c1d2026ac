import { expect, test } from 'vitest';
import { indexOf, PART_MAX, splitDocument } from './resources.ts';

const section = (title: string, words: number) => `## ${title}\n\n${'word '.repeat(words)}\n\n`;

test('[MCP-7] a long document is read in parts, and its index says what is in each', () => {
  const long = `# Title\n\n${section('One', 1_200)}${section('Two', 500)}${section('Three', 400)}`;
  const parts = splitDocument(long);
  expect(parts.join('')).toBe(long);
  expect(parts.map((part) => part.slice(0, 8))).toEqual(['# Title\n', '## Two\n\n']);
  expect(indexOf('perpetua://docs/LONG.md', long)).toContain(
    '- perpetua://docs/LONG.md/part/2: Two; Three\n',
  );
  expect(indexOf('perpetua://docs/SHORT.md', '# Short\n')).toBe('# Short\n');
});

test('[MCP-7] no part is longer than allowed, whatever is in the document', () => {
  for (const text of [
    'x'.repeat(20_000),
    `${'line\n'.repeat(5_000)}`,
    `# A\n\n${section('B', 4_000)}`,
  ]) {
    const parts = splitDocument(text);
    expect(parts.join('')).toBe(text);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(PART_MAX);
  }
});
