/** Paragraphs of a document as lines. */

const LINE_WIDTH = 116;

/** Wraps one paragraph into lines of readable length. */
export function wrap(...parts: readonly string[]): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of parts.join(' ').split(' ')) {
    if (line.length + word.length >= LINE_WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
