/** How many columns of a terminal a text takes: Chinese, Japanese, Korean and emoji take two. */

/** A mark without a letter, or a joiner: nothing is drawn. */
const EMPTY = /^[\p{Mark}\p{Cf}]+$/u;

const WIDE = new RegExp(
  [
    String.raw`\p{Emoji_Presentation}`,
    String.raw`[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff]`,
    String.raw`[\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]`,
  ].join('|'),
  'u',
);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (WIDE.test(segment)) width += 2;
    else if (!EMPTY.test(segment)) width += 1;
  }
  return width;
}

export const padText = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - textWidth(text)));
