/** Reads fields of the admin server's answers, which are plain JSON. */

export type AnswerFields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): AnswerFields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export const rowsOf = (value: unknown): AnswerFields[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

/** Empty if there is none. */
export const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);

/** Zero if there is none. */
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** `2026-11-15 08:30:00`, in UTC. */
export const formatUtc = (value: unknown): string =>
  new Date(numberOf(value)).toISOString().slice(0, 19).replace('T', ' ');
