/**
 * Venue time between two answers. It may run faster than the wall clock, or stand still, so its
 * pace is measured from the last answers.
 */
import { signal } from '@preact/signals';
import { every } from '../parts/again.ts';

interface Seen {
  readonly venue: number;
  readonly wall: number;
}

let seen: Seen | undefined;
let pace = 1;
/** When a page opens, answers come in quick succession; measuring a pace needs some distance. */
const APART_LEAST = 2_000;

export const venueNow = signal(Date.now());

/** The venue's time, and when it was asked and answered. */
export function noteVenueNow(said: number, asked: number, answered: number): void {
  const wall = (asked + answered) / 2;
  const apart = seen === undefined ? 0 : wall - seen.wall;
  if (seen !== undefined && apart >= APART_LEAST) pace = paceOf(said - seen.venue, apart);
  if (seen === undefined || apart >= APART_LEAST) seen = { venue: said, wall };
  venueNow.value = said;
}

/** A pace close to 1 is taken as 1: the rest is network delay. */
export function paceOf(venueMillis: number, wallMillis: number): number {
  const found = Math.max(0, venueMillis / wallMillis);
  return Math.abs(found - 1) < 0.2 ? 1 : found;
}

/** Advances at the measured pace, until it is ended. */
export const runVenueTime = (): (() => void) =>
  every(250, () => {
    if (seen !== undefined) venueNow.value = seen.venue + (Date.now() - seen.wall) * pace;
  });
