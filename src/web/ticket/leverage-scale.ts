/**
 * The scale of the leverage slider. Its marks stand at equal distances, so that the small leverages
 * have as much room as the large ones; between two marks it is even.
 */
const USUAL = [1, 5, 10, 20, 50, 100, 200, 400] as const;
/** Places of the slider from one mark to the next. */
const STEPS = 1_000;

/** The ends of the contract's own range are marks too. */
export const leverageMarks = (least: number, most: number): readonly number[] => [
  least,
  ...USUAL.filter((mark) => mark > least && mark < most),
  ...(most > least ? [most] : []),
];

export const placeMax = (marks: readonly number[]): number => (marks.length - 1) * STEPS;

export function sliderPlace(marks: readonly number[], leverage: number): number {
  const after = marks.findIndex((mark) => mark >= leverage);
  const [low = 0, high = 0] = [marks[after - 1], marks[after]];
  if (after <= 0) return 0;
  return Math.round((after - 1 + (leverage - low) / (high - low)) * STEPS);
}

export function leverageOfPlace(marks: readonly number[], place: number): number {
  const before = Math.min(Math.floor(place / STEPS), marks.length - 2);
  const [low = 1, high = low] = [marks[before], marks[before + 1]];
  return Math.round(low + ((high - low) * (place - before * STEPS)) / STEPS);
}
