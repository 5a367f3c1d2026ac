/** Prices, sizes and ids are counts: whole numbers from one up to a limit. */
export const isCountUpTo = (value: number, limit: number): boolean =>
  value >= 1 && value <= limit && Math.floor(value) === value;
