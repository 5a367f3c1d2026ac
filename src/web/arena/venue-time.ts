/**
 * Venue time between two answers. It may run faster than the wall clock, or stand still, so its
 * pace is what the last answers showed.
 */
import { signal } from '@preact/signals';

interface Seen {
  readonly venue: number;
  readonly wall: number;
}

let seen: Seen | undefined;
let pace = 1;
/** Answers come quickly after each other when a page is opened; a pace needs some distance. */
const APART_LEAST = 2_000;

export const venueNow = signal(Date.now());

/** What the venue said, and when it was asked and answered. */
export function noteVenueNow(said: number, asked: number, answered: number): void {
  const wall = (asked + answered) / 2;
  const apart = seen === undefined ? 0 : wall - seen.wall;
  if (seen !== undefined && apart >= APART_LEAST) pace = paceOf(said - seen.venue, apart);
  if (seen === undefined || apart >= APART_LEAST) seen = { venue: said, wall };
  venueNow.value = said;
}

/** Close to the wall's own pace is that pace: the rest is the network. */
export function paceOf(venueMillis: number, wallMillis: number): number {
  const found = Math.max(0, venueMillis / wallMillis);
  return Math.abs(found - 1) < 0.2 ? 1 : found;
}

/** Moves on by what the pace says; until it is ended. */
export function runVenueTime(): () => void {
  const timer = setInterval(() => {
    if (seen !== undefined) venueNow.value = seen.venue + (Date.now() - seen.wall) * pace;
  }, 250);
  return () => clearInterval(timer);
}
