/** The time of the venue's wall clock, which signatures are judged by. */
import { signal } from '@preact/signals';

const ahead = signal(0);

export const wallNow = (): number => Date.now() + ahead.value;

/** What the venue said, and when it was asked and answered. */
export function noteVenueTime(said: number, asked: number, answered: number): void {
  ahead.value = Math.round(said - (asked + answered) / 2);
}
