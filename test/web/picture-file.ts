/**
 * Pictures for the documents, from what the browser photographs: a PNG with a palette, or one that
 * moves (APNG), in which each frame holds only what has changed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

export function savePicture(name: string, frames: readonly Frame[]): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}${name}.png`, encodePicture(frames));
}

/** What the page shows now. */
export async function takePicture(page: Page, name: string): Promise<void> {
  savePicture(name, [{ png: await page.screenshot(), millis: 0 }]);
}

export interface Frame {
  /** As the browser gives it: eight bits a channel, not interlaced. */
  readonly png: Buffer;
  /** How long it is shown. */
  readonly millis: number;
}

interface Photo {
  readonly width: number;
  readonly height: number;
  /** One colour a pixel: red, green and blue in 24 bits. */
  readonly pixels: Uint32Array;
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Of the palette: a pixel that stays as it was in the frame before. */
const SAME = 0;
const COLOURS_MAX = 256;
/** Colours nearer than this, added over the channels, share a place of the palette. */
const NEAR = 7;

/** One frame makes a picture that stands still. */
function encodePicture(frames: readonly Frame[]): Buffer {
  const photos = frames.map(({ png }) => decode(png));
  const [first] = photos;
  if (first === undefined) throw new Error('a picture needs a frame');
  const { width, height } = first;
  const palette = paletteOf(photos);
  const parts = [chunk('IHDR', headerOf(width, height)), ...paletteChunks(palette)];
  if (frames.length > 1) parts.push(chunk('acTL', Buffer.from(words(frames.length, 0))));
  let before: Uint8Array | undefined;
  let sequence = 0;
  for (const [place, photo] of photos.entries()) {
    const indices = indicesOf(photo, palette);
    const changed = changedPart(width, height, indices, before);
    const data = deflateSync(rowsOf(width, changed, indices, before), { level: 9 });
    if (frames.length > 1) {
      const { left, top } = changed;
      const sizes = words(sequence++, changed.width, changed.height, left, top);
      const delay = Buffer.from([...half(frames[place]?.millis ?? 0), ...half(1_000), 0, 1]);
      parts.push(chunk('fcTL', Buffer.concat([sizes, delay])));
    }
    parts.push(
      place === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([words(sequence++), data])),
    );
    before = indices;
  }
  return Buffer.concat([SIGNATURE, ...parts, chunk('IEND', Buffer.alloc(0))]);
}

/** The kinds of the chunks of a file, and how long each is. */
export function* chunksOf(file: Buffer): Generator<{ kind: string; data: Buffer }> {
  for (let at = SIGNATURE.length; at < file.length; ) {
    const size = file.readUInt32BE(at);
    const data = file.subarray(at + 8, at + 8 + size);
    yield { kind: file.toString('latin1', at + 4, at + 8), data };
    at += size + 12;
  }
}

const half = (value: number): readonly number[] => [value >> 8, value & 255];

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, place * 4);
  return bytes;
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  return Buffer.concat([words(data.length), named, words(crc32(named))]);
}

/** Eight bits a pixel, by palette. */
const headerOf = (width: number, height: number): Buffer =>
  Buffer.concat([words(width, height), Buffer.from([8, 3, 0, 0, 0])]);

function decode(png: Buffer): Photo {
  const chunks = [...chunksOf(png)];
  const header = chunks.find(({ kind }) => kind === 'IHDR')?.data;
  if (header === undefined) throw new Error('no picture');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  // Colour type 6 has opacity, 2 has none.
  const channels = header[9] === 6 ? 4 : 3;
  const packed = chunks.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data);
  const bytes = unfilter(inflateSync(Buffer.concat(packed)), width * channels, channels);
  const pixels = new Uint32Array(width * height);
  for (let place = 0; place < pixels.length; place += 1)
    pixels[place] = bytes.readUIntBE(place * channels, 3);
  return { width, height, pixels };
}

/** Each row tells how its bytes differ from their neighbours. */
function unfilter(raw: Buffer, stride: number, channels: number): Buffer {
  const bytes = Buffer.alloc((raw.length / (stride + 1)) * stride);
  for (let at = 0, from = 0; at < bytes.length; at += stride, from += stride + 1) {
    const kind = raw[from] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x < channels ? 0 : (bytes[at + x - channels] ?? 0);
      const up = at === 0 ? 0 : (bytes[at + x - stride] ?? 0);
      const corner = at === 0 || x < channels ? 0 : (bytes[at + x - stride - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
      bytes[at + x] = (raw[from + 1 + x] ?? 0) + guess;
    }
  }
  return bytes;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

const distance = (one: number, other: number): number =>
  Math.abs((one >> 16) - (other >> 16)) +
  Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)) +
  Math.abs((one & 255) - (other & 255));

/** The most frequent colours that differ visibly; the first place is kept for SAME. */
function paletteOf(photos: readonly Photo[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const { pixels } of photos)
    for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [0];
  for (const [colour] of [...counts].sort((one, other) => other[1] - one[1])) {
    if (palette.length === COLOURS_MAX) break;
    if (palette.every((known, place) => place === SAME || distance(known, colour) > NEAR))
      palette.push(colour);
  }
  return palette;
}

const paletteChunks = (palette: readonly number[]): readonly Buffer[] => [
  chunk(
    'PLTE',
    Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
  ),
  chunk('tRNS', Buffer.from([0])),
];

function indicesOf({ pixels }: Photo, palette: readonly number[]): Uint8Array {
  const known = new Map<number, number>();
  return Uint8Array.from(pixels, (colour) => {
    let index = known.get(colour);
    if (index === undefined) {
      index = 1;
      for (let place = 2; place < palette.length; place += 1)
        if (distance(palette[place] ?? 0, colour) < distance(palette[index] ?? 0, colour))
          index = place;
      known.set(colour, index);
    }
    return index;
  });
}

/** The smallest rectangle with every pixel that changed; a pixel where none did. */
function changedPart(
  width: number,
  height: number,
  indices: Uint8Array,
  before: Uint8Array | undefined,
): Rectangle {
  if (before === undefined) return { left: 0, top: 0, width, height };
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (const [place, index] of indices.entries()) {
    if (index === before[place]) continue;
    const [x, y] = [place % width, Math.floor(place / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left === width) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Rows without a filter, which suits a palette best. */
function rowsOf(
  width: number,
  part: Rectangle,
  indices: Uint8Array,
  before: Uint8Array | undefined,
): Buffer {
  const rows = Buffer.alloc(part.height * (part.width + 1));
  for (let y = 0; y < part.height; y += 1)
    for (let x = 0; x < part.width; x += 1) {
      const place = (part.top + y) * width + part.left + x;
      const index = indices[place] ?? 0;
      rows[y * (part.width + 1) + 1 + x] = index === before?.[place] ? SAME : index;
    }
  return rows;
}
