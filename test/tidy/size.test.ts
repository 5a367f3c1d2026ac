import { expect, test } from 'vitest';
import { checkColumns, checkFiles, checkFunctions } from './size.ts';
import { parseSource } from './source.ts';

const PATH = 'src/book/a.ts';
const source = (text: string) => [parseSource(PATH, text)];
const functionOf = (lines: number) => `function f() {\n${'f();\n'.repeat(lines - 2)}}`;
const exceptionAt = (where: string, max: number) => [{ where, max, reason: 'shown here' }];

test('a line of 100 columns passes and one of 101 does not', () => {
  const comment = (columns: number) => `// ${'x'.repeat(columns - 3)}\n`;
  expect(checkColumns(source(comment(100)))).toEqual([]);
  expect(checkColumns(source(`\n${comment(101)}`))).toEqual([
    { file: PATH, line: 2, message: '101 columns, at most 100' },
  ]);
});

test('a character outside the basic plane counts as one column', () => {
  expect(checkColumns(source(`// ${'🙂'.repeat(97)}`))).toEqual([]);
});

test('a function of 70 lines passes and one of 71 does not', () => {
  expect(checkFunctions(source(functionOf(70)))).toEqual([]);
  expect(checkFunctions(source(functionOf(71)))).toEqual([
    { file: PATH, line: 1, message: 'f: 71 lines in a function, at most 70' },
  ]);
});

test('arrows, methods and callbacks are functions too', () => {
  const body = `{\n${'f();\n'.repeat(70)}}`;
  const forms = {
    arrow: `const arrow = () => ${body};`,
    method: `class A { method() ${body} }`,
    member: `const a = { member() ${body} };`,
    '(unnamed)': `f(() => ${body});`,
  };
  for (const [name, text] of Object.entries(forms)) {
    expect(checkFunctions(source(text)).map(({ message }) => message)).toEqual([
      `${name}: 72 lines in a function, at most 70`,
    ]);
  }
});

test('a group of tests may be long, a test may not', () => {
  const body = `{\n${'f();\n'.repeat(70)}}`;
  expect(checkFunctions(source(`describe('a', () => ${body});`))).toEqual([]);
  expect(checkFunctions(source(`test('a', () => ${body});`))).toHaveLength(1);
});

test('a file of 400 lines passes and one of 401 does not', () => {
  expect(checkFiles(source('f();\n'.repeat(400)), [])).toEqual([]);
  expect(checkFiles(source('f();\n'.repeat(401)), [])).toEqual([
    { file: PATH, line: 1, message: '401 lines in a file, at most 400' },
  ]);
});

test('an exception allows its own measure and no more', () => {
  const exceptions = exceptionAt(`${PATH}#f`, 80);
  expect(checkFunctions(source(functionOf(80)), exceptions)).toEqual([]);
  expect(checkFunctions(source(functionOf(81)), exceptions)).toHaveLength(1);
});

test('an exception that is not needed is refused', () => {
  expect(checkFiles(source('f();\n'), exceptionAt(PATH, 500))).toEqual([
    { file: PATH, line: 1, message: 'needs no exception for lines in a file any more' },
  ]);
});
