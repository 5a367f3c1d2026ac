/** What a text says as JSON; undefined, which no JSON says, if it is none. */
export function findJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same of a text that has a place; throws naming it. */
export function getJson(text: string, place: string): unknown {
  const value = findJson(text);
  if (value === undefined) throw new Error(`${place} is not JSON`);
  return value;
}
