/**
 * Documents in parts that a model can afford. A part ends before a heading where it can, otherwise
 * at the end of a line; all parts together are the document.
 */

/** About two thousand tokens. */
export const PART_MAX = 8_000;

const HEADING = /^#{1,4} .+$/gm;
/** The breaks that are preferred, the best first: headings, higher ones before lower, and lines. */
const BREAKS: readonly RegExp[] = [/^(?=# )/m, /^(?=## )/m, /^(?=###+ )/m, /(?<=\n\n)/, /(?<=\n)/];

export function splitDocument(text: string): string[] {
  return gather(splitAt(text, 0));
}

function splitAt(text: string, level: number): string[] {
  if (text.length <= PART_MAX) return [text];
  const found = BREAKS[level];
  if (found === undefined)
    return Array.from({ length: Math.ceil(text.length / PART_MAX) }, (_, at) =>
      text.slice(at * PART_MAX, (at + 1) * PART_MAX),
    );
  return gather(text.split(found).flatMap((piece) => splitAt(piece, level + 1)));
}

/** Puts neighbours together as long as they fit into a part. */
function gather(pieces: readonly string[]): string[] {
  const parts: string[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + piece.length <= PART_MAX)
      parts[parts.length - 1] = last + piece;
    else parts.push(piece);
  }
  return parts;
}

/** The document itself if it is short; otherwise where its parts are, and what is in each. */
export function indexOf(uri: string, text: string): string {
  const parts = splitDocument(text);
  if (parts.length === 1) return text;
  const lines = parts.map((part, at) => {
    const headings = [...part.matchAll(HEADING)].map(([line]) => line.replace(/^#+ /, ''));
    return `- ${partUri(uri, at + 1)}: ${headings.join('; ') || 'goes on'}`;
  });
  return `This document is long. Read the part that you need:\n\n${lines.join('\n')}\n`;
}

export const partUri = (uri: string, number: number | string): string => `${uri}/part/${number}`;
