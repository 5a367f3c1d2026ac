/**
 * A JSON value as it was written. Numbers keep their text, because a decimal must not pass through
 * floating point; objects are maps, because a caller may name a field `__proto__`.
 */

export type JsonObject = ReadonlyMap<string, Json>;

export type Json = null | boolean | string | NumberText | readonly Json[] | JsonObject;

/** A JSON number, digit for digit. */
export interface NumberText {
  readonly number: string;
}

export const isJsonObject = (value: Json): value is JsonObject => value instanceof Map;

export const isNumberText = (value: Json): value is NumberText =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonObject(value);

/** Compact JSON text of the same value; numbers keep the digits they came with. */
export function writeJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isJsonObject(value)) {
    const members = [...value].map(
      ([name, inner]) => `${JSON.stringify(name)}:${writeJson(inner)}`,
    );
    return `{${members.join(',')}}`;
  }
  return isNumberText(value) ? value.number : `[${value.map(writeJson).join(',')}]`;
}
