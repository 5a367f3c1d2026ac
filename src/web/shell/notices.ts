/**
 * Short messages. Those about the last action disappear by themselves; those about what became of
 * an order, a position or money are also kept in the log of the day.
 */
import { signal } from '@preact/signals';
import { playSound } from './sound.ts';

export type Tone = 'good' | 'bad' | 'even';

export interface PageNotice {
  readonly id: number;
  /** By the clock of the venue. */
  readonly at: number;
  readonly tone: Tone;
  readonly text: string;
  /** Where more is told. */
  readonly link?: NoticeLink | undefined;
}

export interface NoticeLink {
  readonly label: string;
  readonly follow: () => void;
}

export const notices = signal<readonly PageNotice[]>([]);
/** Newest first. */
export const noticeLog = signal<readonly PageNotice[]>([]);

/** More would hide what they are about. */
const SHOWN_MAX = 4;
const SHOWN_NARROW_MAX = 2;
const narrow = matchMedia('(max-width: 767px)');
const LOGGED_MAX = 500;
const DAY_MILLIS = 86_400_000;
const MILLIS = { good: 5_000, even: 6_000, bad: 9_000 } as const;
/** A notice with a link is to be acted on. */
const LINK_MILLIS = 20_000;
let last = 0;

export const showNotice = (tone: Tone, text: string): void => {
  show({ tone, text, at: Date.now() });
};

/** For what happened to the account: shown, logged and heard. */
export function tellOutcome(told: Omit<PageNotice, 'id'>): void {
  const { tone } = told;
  const notice = show(told);
  const since = notice.at - DAY_MILLIS;
  noticeLog.value = [notice, ...noticeLog.value.filter(({ at }) => at > since)].slice(
    0,
    LOGGED_MAX,
  );
  playSound(tone);
}

function show(told: Omit<PageNotice, 'id'>): PageNotice {
  last += 1;
  const notice = { ...told, id: last };
  const most = narrow.matches ? SHOWN_NARROW_MAX : SHOWN_MAX;
  notices.value = [...notices.value, notice].slice(-most);
  setTimeout(() => dismiss(notice.id), told.link === undefined ? MILLIS[told.tone] : LINK_MILLIS);
  return notice;
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}
