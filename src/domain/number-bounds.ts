/** What a number that somebody chose must be: a table of these is how options are described. */
export interface NumberBounds {
  readonly fallback: number;
  readonly least: number;
  readonly most: number;
  /** Numbers are multiples of it. */
  readonly step?: number;
}

/** What is allowed, in words, where the value is not; undefined where it is. */
export function judgeNumber(bounds: NumberBounds, value: unknown): string | undefined {
  const { least, most, step } = bounds;
  const isFit =
    typeof value === 'number' &&
    value >= least &&
    value <= most &&
    (step === undefined || Number.isInteger(value / step));
  if (isFit) return undefined;
  const kind =
    step === undefined ? 'a number' : step === 1 ? 'a whole number' : `a multiple of ${step}`;
  return `${kind} from ${least} to ${most}`;
}
