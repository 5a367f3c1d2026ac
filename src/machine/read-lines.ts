/**
 * The lines of a text file, a piece at a time: files may be larger than memory. Gzip and zstd are
 * known by their first bytes, whatever the file is called, unless the caller says that it is gzip.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';

/** Large enough that a piece holds many lines, small enough that memory stays flat. */
const PIECE_BYTES = 1 << 18;
/** Out of a packed file at once: smaller pieces cost more to hand over than to unpack. */
const UNPACKED_BYTES = 1 << 16;
/** No message and no row is as long: a file without lines would fill memory. */
const LINE_CHARACTERS_MAX = 1 << 24;
const MAGIC_BYTES = 4;
const GZIP = '1f8b';

export async function* readLines(path: string, isGzip = false): AsyncGenerator<string[]> {
  const magic = isGzip ? GZIP : await readStart(path);
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const source = unpacked(magic, file);
  // A pipe does not forward the error of its source.
  if (source !== file) file.on('error', (error) => source.destroy(error));
  source.setEncoding('utf8');
  let rest = '';
  try {
    for await (const piece of source) {
      const text = String(piece);
      if (!text.includes('\n')) {
        rest += text;
        if (rest.length > LINE_CHARACTERS_MAX)
          throw new Error(`a line has more than ${LINE_CHARACTERS_MAX} characters`);
        continue;
      }
      const texts = (rest + text).split('\n');
      rest = texts.pop() ?? '';
      yield texts;
    }
    if (rest !== '') yield [rest];
  } finally {
    file.destroy();
  }
}

function unpacked(magic: string, file: Readable): Readable {
  if (magic.startsWith(GZIP)) return file.pipe(createGunzip({ chunkSize: UNPACKED_BYTES }));
  if (magic === '28b52ffd') return file.pipe(createZstdDecompress({ chunkSize: UNPACKED_BYTES }));
  return file;
}

/** The first four bytes, in hexadecimal digits. */
export async function readStart(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await handle.close();
  }
}
