/** Where the head of a request ends, also where its last bytes came one by one. */
const END = '\r\n\r\n';
const END_BYTES = Buffer.from(END, 'latin1');

/** The last bytes that went before, as far as they may belong to an end. */
export type Tail = string;

/** How many of these bytes go up to the next end of a head; all of them where there is none. */
export function countToHeadEnd(tail: Tail, bytes: Buffer): number {
  for (let begun = Math.min(tail.length, END.length - 1); begun > 0; begun -= 1) {
    const missing = END.length - begun;
    if (bytes.length < missing || !tail.endsWith(END.slice(0, begun))) continue;
    if (bytes.toString('latin1', 0, missing) === END.slice(begun)) return missing;
  }
  const at = bytes.indexOf(END_BYTES);
  return at < 0 ? bytes.length : at + END.length;
}

/** Nothing of an end that is complete belongs to the next. */
export function tailAfter(tail: Tail, bytes: Buffer): Tail {
  const last = tail + bytes.toString('latin1', Math.max(0, bytes.length - END.length));
  return last.endsWith(END) ? '' : last.slice(1 - END.length);
}
