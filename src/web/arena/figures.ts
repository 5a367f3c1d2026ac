/** Figures of the arena as people read them. */
import { percent, withCommas } from '../parts/numbers.ts';
import { language } from '../shell/language.ts';

/** To the cent, truncated and not rounded. */
export function amount(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return withCommas(`${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`);
}

export function signedAmount(text: string): string {
  const shown = amount(text);
  return shown.startsWith('-') || /^0\.00$/.test(shown) ? shown : `+${shown}`;
}

/** A fraction without a sign: `3.00%`. */
export const share = (fraction: string): string => percent(fraction).replace('+', '');

/** Null is a dash: there is not enough data. */
export const ratio = (text: string | null): string =>
  text === null ? '–' : Number(text).toFixed(2);

export const tone = (text: string): 'up' | 'down' | '' =>
  Number(text) > 0 ? 'up' : Number(text) < 0 ? 'down' : '';

const UNITS = [
  { millis: 86_400_000, en: 'd', zh: '天' },
  { millis: 3_600_000, en: 'h', zh: '小时' },
  { millis: 60_000, en: 'min', zh: '分钟' },
  { millis: 1_000, en: 's', zh: '秒' },
] as const;

/** The two largest units: `3 d 4 h`. */
export function formatLength(millis: number): string {
  const parts: string[] = [];
  let rest = Math.max(0, Math.round(millis / 1_000) * 1_000);
  for (const unit of UNITS) {
    const count = Math.floor(rest / unit.millis);
    rest -= count * unit.millis;
    if (count > 0) parts.push(`${count} ${unit[language.value]}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? `0 ${UNITS[3][language.value]}` : parts.join(' ');
}

const MOMENT: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

const localeOf = (): string => (language.value === 'zh' ? 'zh-CN' : 'en-GB');

export const formatMoment = (at: number): string =>
  new Intl.DateTimeFormat(localeOf(), MOMENT).format(at);

export const formatDay = (at: number): string =>
  new Intl.DateTimeFormat(localeOf(), { month: 'short', day: 'numeric' }).format(at);

export const formatMinute = (at: number): string =>
  new Intl.DateTimeFormat(localeOf(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
