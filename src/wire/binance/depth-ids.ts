/**
 * The ids of the book. A change that covers the versions a to b has the ids 2a to 2b + 1, and a
 * picture of the book has an even id between two changes. So every picture lies within exactly one
 * change, also in a quiet market, and a strict client that wants `U ≤ lastUpdateId ≤ u` finds it.
 */
export const pictureId = (version: number): number => 2 * version + 2;

/** The id of the best prices: the last id of the change that led to them. */
export const topId = (version: number): number => 2 * version + 1;

export interface Versions {
  readonly startVersion: number;
  readonly endVersion: number;
}

/** `pu` is the `u` of the change before. */
export const changeIds = ({ startVersion, endVersion }: Versions) => ({
  U: 2 * startVersion,
  u: topId(endVersion),
  pu: topId(startVersion - 1),
});
