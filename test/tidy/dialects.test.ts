import { expect, test } from 'vitest';
import { checkDialects } from './dialects.ts';
import { parseSource } from './source.ts';

const BODY = `{
  const first = read(request, 'a field that is long enough to mean something');
  return first === undefined ? undefined : format(first);
}`;

const messagesOf = (...files: readonly [path: string, text: string][]): string[] =>
  checkDialects(files.map(([path, text]) => parseSource(path, text))).map(({ message }) => message);

test('[DIA-12] a dialect that knows another is found, and so is whoever knows one', () => {
  expect(
    messagesOf(
      ['src/wire/v3/a.ts', "import { b } from '../v2/b.ts';"],
      ['src/wire/c.ts', "import { b } from './v2/b.ts';"],
      ['src/gateway/v3/d.ts', "import { b } from '../../wire/v3/a.ts';"],
      ['src/gateway/dialects.ts', "import { V2 } from './v2/dialect.ts';"],
      ['src/wire/c.test.ts', "import { b } from './v2/b.ts';"],
    ),
  ).toEqual([
    'v3 must not know v2: what both need belongs to the floor itself',
    'only src/gateway/dialects.ts may know the dialect v2',
  ]);
});

test('[DIA-12] the same function in two dialects is found, whatever its name and layout', () => {
  const arrow = BODY.replaceAll('\n', ' ');
  expect(
    messagesOf(
      ['src/wire/v2/a.ts', `export function parse(request) ${BODY}`],
      ['src/wire/v3/b.ts', `export const other = (request) => ${arrow};`],
    ),
  ).toEqual(['the same is said in src/wire/v2/a.ts: share it']);
  expect(
    messagesOf(
      ['src/wire/v2/a.ts', `export function parse(request) ${BODY}`],
      ['src/wire/v2/c.ts', `export function parse(request) ${BODY}`],
      ['src/wire/shared.ts', `export function parse(request) ${BODY}`],
    ),
  ).toEqual([]);
});
