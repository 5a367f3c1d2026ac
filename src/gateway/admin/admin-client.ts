/** A client of the operator's port of a running venue. */
import { findJson } from '../../domain/find-json.ts';
import { withoutKind } from '../../wire/errors.ts';
import type { AdminAddress } from '../data-files.ts';

export type AskAnswer =
  | { readonly isRefused: false; readonly body: unknown }
  | {
      readonly isRefused: true;
      readonly message: string;
      /** Nothing answers at the address. */
      readonly isAbsent?: true;
    };

export type AskAdmin = (method: 'GET' | 'POST', path: string, body?: object) => Promise<AskAnswer>;

export const createAskAdmin =
  ({ address, token }: Pick<AdminAddress, 'address' | 'token'>, actor?: string): AskAdmin =>
  async (method, path, body) => {
    // A header takes no other letters, and a name may have some.
    const named = actor === undefined ? {} : { 'x-actor': actor.replace(/[^\x20-\x7e]/g, '?') };
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...named,
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    let response: Response;
    try {
      response = await fetch(`${address}${path}`, { method, headers, ...sent });
    } catch {
      const message = `nothing answers at ${address}: is the venue running?`;
      return { isRefused: true, message, isAbsent: true };
    }
    const answer = findJson(await response.text());
    if (response.ok) return { isRefused: false, body: answer };
    return { isRefused: true, message: messageOf(answer) ?? `HTTP ${response.status}` };
  };

const messageOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'msg' in answer && typeof answer.msg === 'string'
    ? withoutKind(answer.msg)
    : undefined;
