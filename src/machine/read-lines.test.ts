import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readLines, readStart } from './read-lines.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

/** The files that this process has open, where the system tells. */
const openFiles = (): string[] =>
  (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []).map((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`);
    } catch {
      return '';
    }
  });

async function collect(path: string, isGzip?: boolean): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of readLines(path, isGzip)) lines.push(...some);
  return lines;
}

/** The lines that are in a file of these bytes. */
const linesOf = (bytes: Uint8Array | string, isGzip?: boolean): Promise<string[]> =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, 'lines');
    writeFileSync(path, bytes);
    return collect(path, isGzip);
  });

const LONG = Array.from({ length: 60_000 }, (_, at) => `line ${at} é`);

test.each([
  ['', []],
  ['one', ['one']],
  ['one\n', ['one']],
  ['one\n\ntwo', ['one', '', 'two']],
  [`${LONG.join('\n')}\n`, LONG],
])(
  'a text has the lines between its ends, the last one with or without an end',
  async (text, lines) => {
    expect(await linesOf(text)).toEqual(lines);
    if (text === '') return;
    expect(await linesOf(gzipSync(text))).toEqual(lines);
    expect(await linesOf(zstdCompressSync(text))).toEqual(lines);
    expect(await linesOf(gzipSync(text), true)).toEqual(lines);
  },
);

test('what is said to be gzip and is not, or is not there, is an error', async () => {
  await expect(linesOf('plain', true)).rejects.toThrow('incorrect header check');
  await expect(collect('/not/there')).rejects.toThrow('ENOENT');
  await expect(collect('/not/there', true)).rejects.toThrow('ENOENT');
});

test('who stops early leaves no file open', () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, 'lines');
    const texts = Array.from({ length: 60_000 }, (_, at) =>
      createHash('sha256').update(String(at)).digest('hex'),
    );
    writeFileSync(path, gzipSync(texts.join('\n')));
    for await (const [first] of readLines(path)) {
      expect(first).toBe(texts[0]);
      break;
    }
    await expect.poll(openFiles).not.toContain(path);
  }));

test('the first four bytes of a file, or as many as it has', () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, 'start');
    writeFileSync(path, Buffer.from('0001fe0203', 'hex'));
    expect(await readStart(path)).toBe('0001fe02');
    writeFileSync(path, Buffer.from('ff', 'hex'));
    expect(await readStart(path)).toBe('ff');
    expect(openFiles()).not.toContain(path);
  }));
