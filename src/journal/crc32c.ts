/**
 * CRC-32C (Castagnoli), eight bytes a step. Node's own zlib.crc32 is the other polynomial, which
 * misses more of the short bursts that disks produce.
 */

/** The polynomial 0x1edc6f41 with its bits reversed. */
const POLYNOMIAL = 0x82f63b78;
const TABLES = createTables();

/**
 * The checksum of bytes `start` to `end`. `before` is the checksum of the bytes before them, so
 * that a checksum can be computed in parts.
 */
export function crc32c(bytes: Uint8Array, start: number, end: number, before = 0): number {
  let crc = ~before;
  let at = start;
  const wholeEnd = end - ((end - start) & 7);
  while (at < wholeEnd) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      TABLES[1792 + (crc & 255)]! ^
      TABLES[1536 + ((crc >>> 8) & 255)]! ^
      TABLES[1280 + ((crc >>> 16) & 255)]! ^
      TABLES[1024 + (crc >>> 24)]! ^
      TABLES[768 + bytes[at + 4]!]! ^
      TABLES[512 + bytes[at + 5]!]! ^
      TABLES[256 + bytes[at + 6]!]! ^
      TABLES[bytes[at + 7]!]!;
    at += 8;
  }
  for (; at < end; at += 1) crc = TABLES[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Eight tables in one: table k tells what a byte does to the checksum k bytes later. */
function createTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
    tables[byte] = crc;
  }
  for (let place = 256; place < tables.length; place += 1) {
    const before = tables[place - 256]!;
    tables[place] = tables[before & 255]! ^ (before >>> 8);
  }
  return tables;
}
