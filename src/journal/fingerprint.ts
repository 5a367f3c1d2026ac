/**
 * One hash for a list of entries, whatever journal they are in: of their times and commands as they
 * are stored. Two venues with the same fingerprint went through the same.
 */
import { createHash } from 'node:crypto';
import type { Entry } from '../domain/command.ts';
import { createWriter, NUMBER_BYTES_MAX, reserve, writeNumber } from './bytes.ts';
import { encodeEntry } from './entry-codec.ts';

export function createFingerprint() {
  const hash = createHash('sha256');
  const writer = createWriter(64 * 1024);
  return {
    add: (entry: Entry): void => {
      writer.at = 0;
      const code = encodeEntry(writer, entry);
      reserve(writer, 3 * NUMBER_BYTES_MAX);
      const length = writer.at;
      for (const value of [length, code, entry.at]) writeNumber(writer, value);
      hash.update(writer.bytes.subarray(0, writer.at));
    },
    /** In hexadecimal digits, of all entries so far. */
    digest: () => hash.copy().digest('hex'),
  };
}
