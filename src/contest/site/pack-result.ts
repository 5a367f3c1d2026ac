/** A published result as one file, which `tar` unpacks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { RESULT_FOLDER } from '../judge-contest.ts';

const BLOCK_BYTES = 512;

export function packResult(folder: string): Buffer {
  const root = join(folder, RESULT_FOLDER);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const packed = files.flatMap((path) => {
    const bytes = readFileSync(path);
    const padding = Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES);
    const name = `${RESULT_FOLDER}/${relative(root, path).replaceAll('\\', '/')}`;
    return [headOf(name, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...packed, Buffer.alloc(2 * BLOCK_BYTES)]));
}

/** As in POSIX.1-1988; nobody's name, and no time, so that the same result is the same file. */
function headOf(name: string, bytes: number): Buffer {
  const head = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, '0')}\0`;
  head.write(name, 0);
  head.write(octal(0o644, 7), 100);
  head.write(octal(0, 7), 108);
  head.write(octal(0, 7), 116);
  head.write(octal(bytes, 11), 124);
  head.write(octal(0, 11), 136);
  head.write(' '.repeat(8), 148);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  head.write(
    `${octal(
      head.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
    148,
  );
  return head;
}
