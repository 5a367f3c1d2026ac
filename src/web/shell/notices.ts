/**
 * Short messages. Those about the last action disappear by themselves; those about what became of
 * an order, a position or money are also kept in the log of the day.
 */
import { signal } from '@preact/signals';
import { storedChoice } from './stored-choice.ts';

export type Tone = 'good' | 'bad' | 'even';

export interface PageNotice {
  readonly id: number;
  /** By the clock of the venue. */
  readonly at: number;
  readonly tone: Tone;
  readonly text: string;
  /** Where more is told. */
  readonly link?: NoticeLink | undefined;
  /** What is told on request. */
  readonly behind?: string | undefined;
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

interface Refused {
  readonly message: string;
  readonly behind?: string | undefined;
}

/** What the venue refused; its code and its own words stand behind ours. */
export function showRefusal({ message: text, behind }: Refused): void {
  show({ tone: 'bad', text, behind, at: Date.now() });
}

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
  endLater(notice);
  return notice;
}

/** Under a dialog nothing can be pressed: what is behind a notice can still be opened after it. */
function endLater(notice: PageNotice): void {
  const { id, tone, link, behind } = notice;
  const end = (): void => {
    const isUnder = behind !== undefined && document.querySelector('dialog:modal') !== null;
    if (isUnder) endLater(notice);
    else dismiss(id);
  };
  timers.set(id, setTimeout(end, link === undefined ? MILLIS[tone] : LINK_MILLIS));
}

const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Whoever reads more of it takes it away. */
export const keepNotice = (id: number): void => clearTimeout(timers.get(id));

export function dismiss(id: number): void {
  keepNotice(id);
  timers.delete(id);
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** A short quiet tone for each outcome, which the reader can switch off. */
export const sound = storedChoice<'on' | 'off'>('sound', ['on', 'off'], 'on');

/** In hertz: good news is higher. */
const PITCHES = { good: 880, even: 660, bad: 330 } as const;
const LOUDNESS = 0.04;
const SECONDS = 0.12;

/** Of many outcomes at once, the first is heard. */
const APART_MILLIS = 300;

let context: AudioContext | undefined;
let heardAt = 0;

/** A browser stays silent until the reader has clicked something. */
export function playSound(tone: keyof typeof PITCHES): void {
  const at = performance.now();
  const isSilent = sound.value === 'off' || !navigator.userActivation.hasBeenActive;
  if (isSilent || at - heardAt < APART_MILLIS) return;
  heardAt = at;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const [voice, volume] = [context.createOscillator(), context.createGain()];
    voice.frequency.value = PITCHES[tone];
    volume.gain.setValueAtTime(LOUDNESS, now);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, now + SECONDS);
    voice.connect(volume).connect(context.destination);
    voice.start(now);
    voice.stop(now + SECONDS);
  } catch {
    // A machine without a loudspeaker shows the notice all the same.
  }
}
