import { expect, test } from 'vitest';
import { formatTable } from './format-table.ts';
import { printable } from './printable.ts';

const ATTACKS = [
  '\u001b[2J\u001b[H',
  '\u001b]52;c;cm0gLXJm\u0007',
  '\u009b31m',
  'over\rwritten',
  'a\bb',
  '\u202eevil',
];

test('[CLI-32] what others wrote gives a terminal no orders', () => {
  for (const text of ATTACKS) {
    expect(printable(text)).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(formatTable(['a'], [[text]]).join('')).not.toMatch(/[\p{Cc}\u202e]/u);
  }
  expect(JSON.parse(printable(JSON.stringify(ATTACKS)))).toEqual(ATTACKS);
  expect(printable('Füchse 狐狸 👩‍🚀\n\tdone')).toBe('Füchse 狐狸 👩‍🚀\n\tdone');
});

test('[CLI-32] a cell is one line, and makes no row of its own', () => {
  const lines = formatTable(['team', 'why'], [['Owls', 'slept\nFoxes  won']]);
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toBe('Owls  slept Foxes  won');
});
