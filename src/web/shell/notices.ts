/** Short messages about the last action; they disappear by themselves. */
import { signal } from '@preact/signals';

export interface PageNotice {
  readonly id: number;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly text: string;
}

export const notices = signal<readonly PageNotice[]>([]);

const SHOWN_MAX = 4;
const MILLIS = { good: 4_000, plain: 5_000, bad: 9_000 } as const;
let last = 0;

export function showNotice(tone: PageNotice['tone'], text: string): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value, { id, tone, text }].slice(-SHOWN_MAX);
  setTimeout(() => dismiss(id), MILLIS[tone]);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}
