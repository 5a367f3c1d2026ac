/** `1 order`, `2,000 orders`, the same on every machine. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${count === 1 ? one : more}`;
