/**
 * Reads `now`, a span from a moment such as `+90s`, `+5m`, `+6h` or `+2d`, or a time such as
 * `2026-03-01T12:00:00Z`.
 */
const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

export function parseMoment(text: string, from: number): number | undefined {
  if (text === 'now') return from;
  const [, count, unit = ''] = /^\+(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return from + Number(count) * (UNITS[unit] ?? 0);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
