import { expect, test } from 'vitest';
import { DIALECTS } from '../../src/gateway/dialects.ts';
import { checkDialectNames, checkDialects } from './dialects.ts';
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
      ['src/gateway/dialect-list.ts', "import { V2 } from './v2/dialect.ts';"],
      ['src/wire/c.test.ts', "import { b } from './v2/b.ts';"],
    ),
  ).toEqual([
    'v3 must not know v2: what both need belongs to the floor itself',
    'only src/gateway/dialect-list.ts may know the dialect v2',
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

test('[DIA-12] whoever names a dialect, its paths or its headers is found', () => {
  const LINES = DIALECTS.map(({ id }) => `export * as ${id} from './${id}/dialect.ts';`);
  const namesOf = (path: string, text: string, exceptions: readonly string[] = []): string[] =>
    checkDialectNames(
      [['src/gateway/dialect-list.ts', LINES.join('\n')] as const, [path, text] as const].map(
        (file) => parseSource(...file),
      ),
      exceptions.map((where) => ({ where, reason: '' })),
    ).map(({ message }) => message);
  for (const said of ["id === 'binance'", "path === '/fapi/v1'", "headers['x-mbx-apikey']"])
    expect(namesOf('src/gateway/a.ts', said)).toEqual(['ask the dialects, do not name binance']);
  expect(namesOf('src/gateway/a.ts', "headers['access-key']")).toEqual([]);
  expect(namesOf('src/web/a.ts', "'/capi/v2/market'")).toEqual([]);
  expect(namesOf('src/gateway/a.ts', "'/capi/v2/market'")).toHaveLength(1);
  expect(namesOf('src/wire/binance/a.ts', "'/fapi/v3'")).toEqual([]);
  expect(namesOf('src/gateway/a.ts', "'binance'", ['src/gateway/a.ts'])).toEqual([]);
  expect(namesOf('src/gateway/a.ts', '', ['src/gateway/a.ts'])).toHaveLength(1);
});
