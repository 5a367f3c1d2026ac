/**
 * The only places where a measure of size or a ban on casts may be exceeded, each with its reason.
 * An exception that is no longer needed fails the tidy test, so the lists can only shrink by
 * themselves. A function is named `file#function`.
 */
export interface SizeException {
  readonly where: string;
  /** What it may measure at most; lower it when the thing gets smaller. */
  readonly max: number;
  readonly reason: string;
}

export interface CastException {
  readonly where: string;
  readonly reason: string;
}

export const LONG_FILES: readonly SizeException[] = [];

export const LONG_FUNCTIONS: readonly SizeException[] = [];

/** Here `max` is the widest line, in columns. */
export const WIDE_LINES: readonly SizeException[] = [];

/** Besides domain/units.ts, domain/ids.ts and the wire floor, where brands and shapes are made. */
export const CASTS: readonly CastException[] = [];

/** Files that name a dialect outside its two folders and the list. */
export const NAMED_DIALECTS: readonly CastException[] = [
  {
    where: 'src/assembly/settings.ts',
    reason: 'exchanges whose prices can be followed, and two settings for clients of one of them',
  },
  { where: 'src/tape/capture.ts', reason: 'the exchange whose streams are recorded' },
  {
    where: 'src/tape/usdm-capture.ts',
    reason: 'a format of recordings is called after the exchange that was recorded',
  },
  {
    where: 'src/tape/bybit-capture.ts',
    reason: 'a format of recordings is called after the exchange that was recorded',
  },
  { where: 'src/tape/csv-tables.ts', reason: 'the same, of files with rows' },
  { where: 'src/tape/tape-lines.ts', reason: 'the list of formats' },
  { where: 'src/wire/competition/registration.ts', reason: 'an example of a request' },
  { where: 'src/wire/foreign-fields.ts', reason: 'an error names the path that has what is asked' },
];
