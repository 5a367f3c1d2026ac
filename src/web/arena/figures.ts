/** Moments and lengths of time as people read them. */
import { language } from '../shell/language.ts';

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
