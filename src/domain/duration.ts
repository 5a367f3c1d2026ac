/** Lengths of time as people write them: `90s`, `5m`, `1h30m`, `2d`. */
import { type Millis, millis } from './units.ts';

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

/** Each unit at most once, the largest first. */
const FORM = /^(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?(?:(\d{1,9})ms)?$/;

export const DURATION_WORDS = 'a number with d, h, m, s or ms, such as 90s, 5m or 1h30m';

/** Undefined if the text is not a duration above zero. */
export function findDuration(text: string): Millis | undefined {
  const parts = FORM.exec(text.trim());
  if (parts === null) return undefined;
  let total = 0;
  UNITS.forEach(([, unit], at) => {
    total += Number(parts[at + 1] ?? 0) * unit;
  });
  return total > 0 && Number.isSafeInteger(total) ? millis(total) : undefined;
}

export function formatDuration(duration: number): string {
  let left = duration < 0 ? -duration : duration;
  let text = duration < 0 ? '-' : '';
  for (const [name, unit] of UNITS) {
    const count = (left - (left % unit)) / unit;
    left %= unit;
    if (count > 0) text += `${count}${name}`;
  }
  return text === '' ? '0s' : text;
}
