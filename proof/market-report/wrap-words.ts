/** Paragraphs of a document as lines of readable length. */
import { wrapText } from '../../src/terminal/wrap-text.ts';

const LINE_WIDTH = 116;

export const wrap = (...parts: readonly string[]): string[] =>
  wrapText(parts.join(' '), LINE_WIDTH);
