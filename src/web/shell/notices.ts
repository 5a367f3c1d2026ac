/**
 * Short messages. Those about the last action disappear by themselves; those about what became of
 * an order, a position or money are also kept in the log of the day.
 */
import { signal } from '@preact/signals';
import { playSound } from './sound.ts';

export type Tone = 'good' | 'bad' | 'plain';

export interface PageNotice {
  readonly id: number;
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

const SHOWN_MAX = 4;
const LOGGED_MAX = 500;
const DAY_MILLIS = 86_400_000;
const MILLIS = { good: 5_000, plain: 6_000, bad: 9_000 } as const;
/** A notice with a link is to be acted on. */
const LINK_MILLIS = 30_000;
let last = 0;

export const showNotice = (tone: Tone, text: string): void => {
  show({ tone, text });
};

/** For what happened to the account: shown, logged and heard. */
export function tellOutcome(tone: Tone, text: string, link?: NoticeLink): void {
  const notice = show({ tone, text, link });
  const since = notice.at - DAY_MILLIS;
  noticeLog.value = [notice, ...noticeLog.value.filter(({ at }) => at > since)].slice(
    0,
    LOGGED_MAX,
  );
  playSound(tone);
}

function show(told: Pick<PageNotice, 'tone' | 'text' | 'link'>): PageNotice {
  last += 1;
  const notice = { ...told, id: last, at: Date.now() };
  notices.value = [...notices.value, notice].slice(-SHOWN_MAX);
  setTimeout(() => dismiss(notice.id), told.link === undefined ? MILLIS[told.tone] : LINK_MILLIS);
  return notice;
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}
