/** The section of the terminal that a narrow screen shows. */
import { signal } from '@preact/signals';

export const PLACES = ['markets', 'chart', 'trade', 'account'] as const;
export type Place = (typeof PLACES)[number];

export const shownPlace = signal<Place>('chart');
