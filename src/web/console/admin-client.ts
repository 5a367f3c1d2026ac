/**
 * Calls to the admin port, by the operator of this tab. The token is in the memory of the tab and
 * ends with it: it is in no address, no storage and no log.
 */
import { signal } from '@preact/signals';
import { callWithToken, type TokenOutcome } from '../client/token-call.ts';

interface Access {
  readonly token: string;
  /** A name for the audit log; empty if none was given. */
  readonly name: string;
}

interface Operator extends Access {
  readonly role: 'organiser' | 'observer';
}

export const operator = signal<Operator | undefined>(undefined);

/** An observer can read everything and change nothing. */
export const mayChange = (): boolean => operator.value?.role === 'organiser';

export function leaveConsole(): void {
  operator.value = undefined;
}

export const readAdmin = <Value>(path: string): Promise<TokenOutcome<Value>> =>
  callAdmin(path, operator.peek());

export const changeAdmin = <Value>(path: string, body: object): Promise<TokenOutcome<Value>> =>
  callAdmin(path, operator.peek(), body);

/** Also with a token that was just typed. */
export async function callAdmin<Value>(
  path: string,
  access: Access | undefined,
  body?: object,
): Promise<TokenOutcome<Value>> {
  if (access === undefined) return { ok: false, status: 403, message: '' };
  const { token, name } = access;
  return callWithToken<Value>(path, {
    token,
    headers: name === '' ? {} : { 'x-actor': name },
    body,
  });
}
