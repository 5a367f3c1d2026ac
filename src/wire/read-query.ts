/**
 * The strict reader of query strings. It refuses a name that comes twice, because programs disagree
 * on which of the two counts, and a percent escape that is not UTF-8.
 */

export type QueryReading =
  | { readonly ok: true; readonly value: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly field: string; readonly problem: string };

/** More than twice the parameters of any request, and longer than any. */
export const QUERY_PARAMETERS_MAX = 32;
export const QUERY_LENGTH_MAX = 4_096;

/** The problem of a name that comes twice. */
export const GIVEN_TWICE = 'given twice';

/** Reads the query as it stood in the address, without its question mark. */
export function readQuery(text: string, lengthMax = QUERY_LENGTH_MAX): QueryReading {
  const fault = (field: string, problem: string): QueryReading => ({ ok: false, field, problem });
  if (text.length > lengthMax) return fault('', `the query is longer than ${lengthMax} characters`);
  const value = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const split = part.indexOf('=');
    const name = decodePart(split < 0 ? part : part.slice(0, split));
    if (name === undefined) return fault('', 'a parameter name has a bad percent escape');
    const inner = decodePart(split < 0 ? '' : part.slice(split + 1));
    if (inner === undefined) return fault(name, 'bad percent escape');
    if (value.has(name)) return fault(name, GIVEN_TWICE);
    if (value.size === QUERY_PARAMETERS_MAX)
      return fault(name, `more than ${QUERY_PARAMETERS_MAX} parameters`);
    value.set(name, inner);
  }
  return { ok: true, value };
}

function decodePart(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return undefined;
  }
}
