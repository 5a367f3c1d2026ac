/** What people read on a terminal of eighty columns. */
import { expect, test } from 'vitest';
import { PROOFS } from '../../proof/proofs.ts';
import { formatTable } from '../../src/terminal/format-table.ts';
import { textWidth } from '../../src/terminal/text-width.ts';
import { typeCommand } from './typed-command.ts';

async function helpOf(...words: string[]): Promise<string> {
  const { code, said } = await typeCommand([...words, '--help']);
  expect(code, said).toBe(0);
  return said;
}

const tooWide = (text: string): string[] => text.split('\n').filter((line) => textWidth(line) > 80);

/** The first word of each row of a list: commands, verbs or subjects. */
const namesIn = (help: string): string[] =>
  [...help.matchAll(/^ {2}([a-z][a-z-]*)(?: |$)/gm)].map(([, name = '']) => name);

/** Verbs and subjects that need no running venue have helps of their own. */
const OWN: Readonly<Record<string, RegExp>> = {
  bench: /./,
  cluster: /./,
  competition: /^(?:publish|verify)$/,
  market: /^fingerprint$/,
};

test('[CLI-31] every help fits eighty columns, and asking for it succeeds', async () => {
  const commands = namesIn(await helpOf());
  expect(commands).toContain('competition');
  let count = 0;
  for (const command of ['', ...commands.filter((name) => name !== 'help')]) {
    const help = await helpOf(...(command === '' ? [] : [command]));
    expect(tooWide(help), command).toEqual([]);
    for (const verb of namesIn(help).filter((name) => OWN[command]?.test(name))) {
      const more = await helpOf(command, verb);
      expect(tooWide(more), `${command} ${verb}`).toEqual([]);
      count += 1;
    }
  }
  for (const name of Object.keys(PROOFS).filter((proof) => proof.includes(' '))) {
    expect(tooWide(await helpOf(...name.split(' '))), name).toEqual([]);
    count += 1;
  }
  expect(count).toBeGreaterThan(15);
});

test('[CLI-31] a table that is wider than the terminal is printed in parts', () => {
  const headings = ['team', 'equity', 'a long heading', 'last'];
  const rows = [
    ['Foxes', '1000.00', 'some words', 'x'],
    ['飞狐队', '1.5', 'more', 'y'],
  ];
  const whole = formatTable(headings, rows, Number.POSITIVE_INFINITY);
  expect(formatTable(headings, rows)).toEqual(whole);
  expect(formatTable(headings, rows, 37)).toEqual(whole);
  expect(formatTable(headings, rows, 36)).toEqual([
    'team    equity   a long heading',
    '------  -------  --------------',
    'Foxes   1000.00  some words',
    '飞狐队  1.5      more',
    '',
    'team    last',
    '------  ----',
    'Foxes   x',
    '飞狐队  y',
  ]);
});
