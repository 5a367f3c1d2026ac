/** The venue's wall clock, by which signatures are judged. */
import { signal } from '@preact/signals';

const ahead = signal(0);

export const wallNow = (): number => Date.now() + ahead.value;

/** The venue's time, and when it was asked and answered. */
export function noteVenueTime(said: number, asked: number, answered: number): void {
  ahead.value = Math.round(said - (asked + answered) / 2);
}
