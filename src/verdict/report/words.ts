/** Figures as the report writes them. */

/** Without the sign of a loss that is too small to be shown. */
const rounded = (value: number, digits: number): string =>
  value.toFixed(digits).replace(/^-(?=0(?:\.0+)?$)/, '');

export const asPercent = (value: number): string => {
  const hundred = 100 * value;
  return `${rounded(hundred, Math.abs(hundred) < 1 ? 3 : 2)} %`;
};

export const signedPercent = (value: number): string =>
  value > 0 ? `+${asPercent(value)}` : asPercent(value);

export const usdt = (value: number): string => {
  const digits = Math.abs(value) < 1 ? 4 : Math.abs(value) < 10_000 ? 2 : 0;
  const text = rounded(value, digits);
  const [whole = '', part] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? grouped : `${grouped}.${part}`;
};

export const signedUsdt = (value: number): string => (value > 0 ? `+${usdt(value)}` : usdt(value));

export const lookOf = (value: number): string => (value > 0 ? 'up' : value < 0 ? 'down' : '');

/** `2026-01-05 13:05:20`. */
export const timeText = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** At the ticks of an axis, where the step says how many digits matter. */
export const percentTick = (value: number): string => `${plainNumber(100 * value)} %`;
export const plainNumber = (value: number): string =>
  Number(value.toPrecision(6)).toLocaleString('en', { maximumFractionDigits: 6 });
