/** Unpacks what snappy packed: literals, and copies of what came before. */
const [LITERAL, NEAR, FAR] = [0, 1, 2];
const LONG_FROM = 60;

export function unpackSnappy(packed: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length);
  let place = 0;
  let end = 0;
  while ((packed[place] ?? 0) >= 0x80) place += 1;
  place += 1;
  while (place < packed.length) {
    const tag = packed[place] ?? 0;
    place += 1;
    if ((tag & 3) === LITERAL) {
      let size = tag >> 2;
      if (size >= LONG_FROM) {
        const wide = size - LONG_FROM + 1;
        size = packed.readUIntLE(place, wide);
        place += wide;
      }
      size += 1;
      packed.copy(out, end, place, place + size);
      place += size;
      end += size;
      continue;
    }
    let size = (tag >> 2) + 1;
    let back: number;
    if ((tag & 3) === NEAR) {
      size = ((tag >> 2) & 7) + 4;
      back = ((tag >> 5) << 8) | (packed[place] ?? 0);
      place += 1;
    } else {
      const wide = (tag & 3) === FAR ? 2 : 4;
      back = packed.readUIntLE(place, wide);
      place += wide;
    }
    if (back === 0 || back > end) throw new Error('a packed page points before its beginning');
    // A copy may overlap what it writes: it then repeats itself.
    for (const to = end + size; end < to; end += 1) out[end] = out[end - back] ?? 0;
  }
  if (end !== length) throw new Error('a packed page has another length than it says');
  return out;
}
