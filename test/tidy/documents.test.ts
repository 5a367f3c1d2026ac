import { expect, test } from 'vitest';
import { checkDocuments, checkLength, checkNamed, wordsOf } from './documents.ts';

const OTHER = '# Other\n\n## Index, mark & time\n';

function judge(text: string) {
  const paths = ['README.md', 'docs/OTHER.md', 'docs/THIS.md', 'src/book/ladder.ts'];
  const documents = new Map([
    ['docs/THIS.md', text],
    ['docs/OTHER.md', OTHER],
  ]);
  return checkDocuments({ paths, documents }).map(({ message }) => message);
}

test.each([
  '`src/book/ladder.ts`, `book/ladder.ts`, ladder.ts and `src/book` are there',
  'a block has my.node.ts:\n```ts\n// my.node.ts\n```',
  'globs such as `format-*.ts` name no file',
  '[other](OTHER.md), [heading](OTHER.md#index-mark--time), [ladder.ts](../src/book/ladder.ts)',
  '# Here\n[here](#here) and [elsewhere](https://example.org/none.md)',
])('accepts %s', (text) => {
  expect(judge(text)).toEqual([]);
});

test.each([
  ['`src/book/rung.ts`', 'no such file: src/book/rung.ts'],
  ['adder.ts', 'no such file: adder.ts'],
  ['`src/nowhere`', 'no such file: src/nowhere'],
  ['[none](NONE.md)', 'no such file: docs/NONE.md'],
  ['[none](OTHER.md#nothing)', 'docs/OTHER.md has no heading #nothing'],
])('refuses %s', (text, message) => {
  expect(judge(text)).toEqual([message]);
});

const CODE = `
/** An OldName is no longer here. */
const settings = { journalKeep: 1 };
export type OrderAccepted = { kind: 'order-accepted' };`;

const judgeNamed = (text: string) =>
  checkNamed(new Map([['a.md', text]]), wordsOf([CODE]), ['check']).map(({ message }) => message);

test.each([
  '`OrderAccepted` and its kind, `order-accepted`',
  '`journalKeep`, `--journal-keep all` and `PERPETUA_JOURNAL_KEEP=all`',
  '`npm run check` and plain `words`, `42`, `https://example.org`, `GET /time`',
  '```\nnoSuchName in a `noSuchProgram`\n```',
])('knows the names in %s', (text) => {
  expect(judgeNamed(text)).toEqual([]);
});

test.each([
  ['`OrderRejected`', 'no code has the name OrderRejected'],
  ['`OldName`', 'no code has the name OldName'],
  ['`order-refused`', 'no code has the name order-refused'],
  ['`journalKeeps`', 'no code has the name journalKeeps'],
  ['`--journal`', 'no code has the name journal'],
  ['`PERPETUA_JOURNAL`', 'no code has the name PERPETUA_JOURNAL'],
  ['`npm run chekc`', 'no npm script is called chekc'],
])('misses the name in %s', (text, message) => {
  expect(judgeNamed(text)).toEqual([message]);
});

test('more words than are allowed are counted', () => {
  expect(checkLength(['one two\n', '| three |'], 5)).toEqual([]);
  expect(checkLength(['one two\n', '| three |'], 4)).toMatchObject([
    { message: 'the documents have 5 words, at most 4: say each thing once' },
  ]);
});
