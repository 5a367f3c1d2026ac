import { expect, test } from 'vitest';
import { checkDocuments } from './documents.ts';

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
