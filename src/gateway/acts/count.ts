/** How many orders a batch stands for. */
import type { Json } from '../../wire/json-value.ts';

/** A batch that is too long is refused for that, not for its cost. */
export const lengthOf = (value: Json | undefined, max: number): number =>
  Array.isArray(value) ? Math.min(value.length, max) : 1;
