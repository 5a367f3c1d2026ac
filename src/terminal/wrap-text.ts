/** Text for people in as many columns as every terminal has. */
import { padText, textWidth } from './text-width.ts';

/** What a help and a table may take. */
export const COLUMNS = 80;

/** A word, or a flag that may be left out with its value. */
const WORD = /\[\S+ [^\s[\]]+\]\S*|\S+/g;

/** The words in lines of at most so many columns; a word that is longer stays whole. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(WORD) ?? []) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** The same behind so many spaces, the first line behind fewer. */
export function indentText(text: string, indent: number, first = indent): string {
  const lines = wrapText(text, COLUMNS - Math.max(indent, first));
  return lines.map((line, at) => ' '.repeat(at === 0 ? first : indent) + line).join('\n');
}

/** Names in one column, and in another what each of them means. */
export function formatMeanings(rows: readonly (readonly [name: string, words: string])[]): string {
  const width = Math.max(...rows.map(([name]) => textWidth(name)));
  return rows
    .map(([name, words]) => {
      const lines = wrapText(words, COLUMNS - width - 4);
      const column = lines.map((line, at) => `  ${padText(at === 0 ? name : '', width)}  ${line}`);
      return column.join('\n');
    })
    .join('\n');
}
