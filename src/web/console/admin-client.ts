/**
 * Calls to the admin port, by the operator of this tab. A refusal is a value with the venue's own
 * words. The token is in the memory of the tab and ends with it: it is in no address, no storage
 * and no log.
 */

import { signal } from '@preact/signals';
import { findJson } from '../../domain/find-json.ts';

export interface AdminRefusal {
  readonly ok: false;
  /** Zero if nobody answered. */
  readonly status: number;
  readonly message: string;
}

export type AdminOutcome<Value> = { readonly ok: true; readonly value: Value } | AdminRefusal;

interface Access {
  readonly token: string;
  readonly name: string;
}

const FORBIDDEN = 403;

export const readAdmin = <Value>(path: string): Promise<AdminOutcome<Value>> =>
  send<Value>('GET', path, undefined, operator.peek());

export const changeAdmin = <Value>(path: string, body: object): Promise<AdminOutcome<Value>> =>
  send<Value>('POST', path, body, operator.peek());

/** With a token that was just typed. */
export const tryAdmin = <Value>(path: string, access: Access): Promise<AdminOutcome<Value>> =>
  send<Value>('GET', path, undefined, access);

async function send<Value>(
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  access: Access | undefined,
): Promise<AdminOutcome<Value>> {
  if (access === undefined) return { ok: false, status: FORBIDDEN, message: '' };
  const headers: Record<string, string> = { authorization: `Bearer ${access.token}` };
  if (access.name !== '') headers['x-actor'] = access.name;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = { method, headers, cache: 'no-store', credentials: 'omit' };
  try {
    const response = await fetch(
      path,
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    );
    const text = await response.text();
    if (response.ok) return { ok: true, value: JSON.parse(text) };
    return { ok: false, status: response.status, message: messageIn(text) };
  } catch {
    return { ok: false, status: 0, message: '' };
  }
}

function messageIn(text: string): string {
  const { msg }: { msg?: unknown } = Object(findJson(text));
  return typeof msg === 'string' ? msg : '';
}

interface Operator {
  readonly token: string;
  /** A name for the audit log; empty if none was given. */
  readonly name: string;
  readonly role: 'organiser' | 'observer';
}

export const operator = signal<Operator | undefined>(undefined);

/** An observer can read everything and change nothing. */
export const mayChange = (): boolean => operator.value?.role === 'organiser';

export function leaveConsole(): void {
  operator.value = undefined;
}
