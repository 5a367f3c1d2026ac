/** Files as one, which `tar` packs and unpacks: POSIX.1-1988, without owners and times. */
import type { ResultFiles } from './contest-result.ts';
import { ContestError } from './contest-terms.ts';

const BLOCK_BYTES = 512;
/** Of the head of a file: where a field begins and how long it is. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const SUM = [148, 8] as const;
const KIND_AT = 156;
const FILE_KIND = '0';
/** All that a result has lies in a folder of this name. */
export const PACKED_FOLDER = 'result';

/** Nobody's name, and no time, so that the same files are packed into the same bytes. */
export function packTar(files: ResultFiles): Uint8Array {
  const blocks = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
  const sizes = Array.from(files.values(), ({ length }) => BLOCK_BYTES + blocks(length));
  const packed = new Uint8Array(sizes.reduce((sum, size) => sum + size, 2 * BLOCK_BYTES));
  let at = 0;
  for (const [name, bytes] of files) {
    packed.set(headOf(`${PACKED_FOLDER}/${name}`, bytes.length), at);
    packed.set(bytes, at + BLOCK_BYTES);
    at += BLOCK_BYTES + blocks(bytes.length);
  }
  return packed;
}

function headOf(name: string, bytes: number): Uint8Array {
  const head = new Uint8Array(BLOCK_BYTES);
  const write = (text: string, at: number): void => head.set(new TextEncoder().encode(text), at);
  const octal = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, '0')}\0`;
  write(name, NAME[0]);
  write(octal(0o644, 7), 100);
  write(octal(0, 7), 108);
  write(octal(0, 7), 116);
  write(octal(bytes, 11), SIZE[0]);
  write(octal(0, 11), 136);
  write(' '.repeat(SUM[1]), SUM[0]);
  write(FILE_KIND, KIND_AT);
  write('ustar\x0000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  write(`${octal(sum, 6)} `, SUM[0]);
  return head;
}

/** The files in the one folder; whatever else is there is passed over. */
export function unpackTar(packed: Uint8Array): ResultFiles {
  const files = new Map<string, Uint8Array>();
  const folder = `${PACKED_FOLDER}/`;
  for (let at = 0; at + BLOCK_BYTES <= packed.length && packed[at] !== 0; ) {
    const field = ([from, length]: readonly [number, number]): string =>
      new TextDecoder()
        .decode(packed.subarray(at + from, at + from + length))
        .replace(/\0.*$/s, '');
    const size = Number.parseInt(field(SIZE), 8);
    const begin = at + BLOCK_BYTES;
    if (!(size >= 0) || begin + size > packed.length)
      throw new ContestError('the result is cut off, or is no tar file');
    const name = field(NAME);
    if (field([KIND_AT, 1]) === FILE_KIND && name.startsWith(folder))
      files.set(name.slice(folder.length), packed.subarray(begin, begin + size));
    at = begin + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return files;
}
