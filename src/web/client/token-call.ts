/** Calls beside those of traders, by whoever holds a token. A refusal is a value. */
import { findJson } from '../../domain/find-json.ts';

export type TokenOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  /** Zero if nobody answered; the words are the venue's own. */
  | { readonly ok: false; readonly status: number; readonly message: string };

interface TokenCall {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without one the call only reads. */
  readonly body?: object | undefined;
}

export async function callWithToken<Value>(
  path: string,
  { token, headers, body }: TokenCall,
): Promise<TokenOutcome<Value>> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  try {
    const response = await fetch(path, {
      ...sent,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      cache: 'no-store',
      credentials: 'omit',
    });
    const text = await response.text();
    if (response.ok) return { ok: true, value: JSON.parse(text) };
    const { msg }: { msg?: unknown } = Object(findJson(text));
    return { ok: false, status: response.status, message: typeof msg === 'string' ? msg : '' };
  } catch {
    return { ok: false, status: 0, message: '' };
  }
}
