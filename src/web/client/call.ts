/**
 * Calls to the interface, as any client makes them. A refusal is a value with the venue's own code
 * and message. Every call is logged for the inspector before it is sent.
 */
import { untracked } from '@preact/signals';
import { normalizePath, prehash } from '../../wire/prehash.ts';
import { localeHeader, say } from '../shell/language.ts';
import { noteAnswer, noteCall } from './call-log.ts';
import { type Session, session } from './session.ts';
import { noteVenueTime, wallNow } from './venue-clock.ts';

export interface CallRefusal {
  readonly ok: false;
  /** Zero if the venue did not answer. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export type CallOutcome<Value> = { readonly ok: true; readonly value: Value } | CallRefusal;

export type CallFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Asked {
  readonly method?: 'GET' | 'POST';
  /** The path after the prefix of the interface. */
  readonly path: string;
  readonly fields?: CallFields;
  readonly isRoutine?: boolean;
}

const PREFIX = '/capi/v2';

/**
 * Market data: no key is needed. A component that calls this while it is drawn does not come to
 * depend on the language or the clock, which the call itself reads.
 */
export function ask<Value>(asked: Asked): Promise<CallOutcome<Value>> {
  return untracked(() => send(asked, undefined));
}

/** For the own account; refused without being sent if nobody is signed in. */
export function askOwn<Value>(asked: Asked): Promise<CallOutcome<Value>> {
  const who = session.peek();
  if (who === undefined) return Promise.resolve(refusal(0, '', say('signInFirst')));
  return untracked(() => send(asked, who));
}

async function send<Value>(asked: Asked, who: Session | undefined): Promise<CallOutcome<Value>> {
  const method = asked.method ?? 'GET';
  const path = normalizePath(PREFIX + asked.path);
  const given = Object.entries(asked.fields ?? {}).filter(([, value]) => value !== undefined);
  const query =
    method === 'GET'
      ? given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
      : '';
  const body = method === 'POST' ? JSON.stringify(Object.fromEntries(given)) : '';
  const timestamp = String(wallNow());
  const signed = who === undefined ? undefined : prehash({ timestamp, method, path, query, body });
  const headers = await headersOf(who, timestamp, signed, method);
  const note = noteCall({
    at: Date.now(),
    method,
    path,
    query,
    body,
    signed,
    headers: masked(headers),
    isRoutine: asked.isRoutine ?? false,
  });
  const began = performance.now();
  try {
    const url = query === '' ? path : `${path}?${query}`;
    const init: RequestInit = method === 'POST' ? { method, headers, body } : { method, headers };
    const response = await fetch(url, { ...init, cache: 'no-store', credentials: 'omit' });
    const text = await response.text();
    noteAnswer(note, response.status, text, performance.now() - began);
    return judge<Value>(response.status, text);
  } catch {
    noteAnswer(note, 0, '', performance.now() - began);
    return refusal(0, '', say('venueUnreachable'));
  }
}

async function headersOf(
  who: Session | undefined,
  timestamp: string,
  signed: string | undefined,
  method: string,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = { locale: localeHeader() };
  if (method === 'POST') headers['Content-Type'] = 'application/json';
  if (who === undefined || signed === undefined) return headers;
  return {
    'ACCESS-KEY': who.apiKey,
    'ACCESS-SIGN': await who.sign(signed),
    'ACCESS-PASSPHRASE': who.passphrase,
    'ACCESS-TIMESTAMP': timestamp,
    ...headers,
  };
}

const SECRET_HEADERS: ReadonlySet<string> = new Set(['ACCESS-PASSPHRASE', 'ACCESS-SIGN']);

const masked = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_HEADERS.has(name) ? `${value.slice(0, 4)}…` : value,
    ]),
  );

function judge<Value>(status: number, text: string): CallOutcome<Value> {
  const parsed = parse(text);
  if (status === 200 && parsed !== undefined) {
    const value: Value = JSON.parse(text);
    return { ok: true, value };
  }
  const { code, msg } = parsed ?? {};
  return refusal(
    status,
    typeof code === 'string' ? code : '',
    typeof msg === 'string' && msg !== '' ? msg : say('venueRefused', { status }),
  );
}

function parse(text: string): { readonly code?: unknown; readonly msg?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const refusal = (status: number, code: string, message: string): CallRefusal => ({
  ok: false,
  status,
  code,
  message,
});

/** Sets the clock of this page by the venue's. */
export async function readVenueTime(): Promise<boolean> {
  const asked = Date.now();
  const outcome = await ask<{ timestamp: number }>({ path: '/market/time', isRoutine: true });
  if (outcome.ok) noteVenueTime(outcome.value.timestamp, asked, Date.now());
  return outcome.ok;
}
