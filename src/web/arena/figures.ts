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

const DAY = { month: 'short', day: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const formatBy = (parts: Intl.DateTimeFormatOptions) => (at: number) =>
  new Intl.DateTimeFormat(language.value === 'zh' ? 'zh-CN' : 'en-GB', parts).format(at);

export const formatMoment = formatBy({ ...DAY, ...MINUTE });
export const formatDay = formatBy(DAY);
export const formatMinute = formatBy(MINUTE);
