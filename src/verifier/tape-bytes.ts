/** Recordings as a browser has them: bytes of the result, of which it reads text, packed or not. */
import type { Contract } from '../domain/contract.ts';
import { KeptTape, readMoments } from '../tape/kept-tape.ts';
import { assembleTape, type ReadTape, readTapeLines } from '../tape/tape-lines.ts';

/** The first bytes of files that only the command line reads: zstd, zip, NumPy and Parquet. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['28b52ffd', 'zstd'],
  ['504b0304', 'npz'],
  ['934e554d', 'npy'],
  ['50415231', 'Parquet'],
];

/** Undefined where markets are simulated. */
export async function readGivenTape(
  tapes: readonly (readonly [file: string, bytes: Uint8Array])[],
  contracts: readonly Contract[],
): Promise<KeptTape | undefined> {
  if (tapes.length === 0) return undefined;
  return new KeptTape(await readMoments(tapes.map(readBytes)), contracts);
}

const readBytes = ([file, bytes]: readonly [string, Uint8Array]): ReadTape =>
  assembleTape(file, async function* (counts, began) {
    const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0'));
    const other = OTHERS.find(([magic]) => magic === start.join(''));
    if (other !== undefined)
      throw new Error(
        `a browser does not read ${other[1]}: npx perpetua contest verify checks this result`,
      );
    const text = await textOf(bytes, start.join('').startsWith('1f8b'));
    async function* whole(): AsyncGenerator<string[]> {
      yield text.split('\n');
    }
    yield* readTapeLines(file, whole(), counts, began);
  });

function textOf(bytes: Uint8Array, isPacked: boolean): Promise<string> {
  const { body } = new Response(Uint8Array.from(bytes));
  const stream = isPacked ? body?.pipeThrough(new DecompressionStream('gzip')) : body;
  return new Response(stream).text();
}
