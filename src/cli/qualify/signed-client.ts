/**
 * The smallest possible client of the interface: it signs what it sends and returns what it
 * receives. It shares no code with the venue, so that a mistake in one is not hidden by the same
 * mistake in the other.
 */

import { createHmac } from 'node:crypto';
import { findJson } from '../../domain/find-json.ts';

export interface Access {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

export interface Response {
  readonly status: number;
  /** The JSON that was received, or the text if it was not JSON. */
  readonly body: unknown;
}

/** A field of what was received; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

/** A body is sent as JSON by POST; without one the request is a GET. Paths follow the version. */
export type CallVenue = (path: string, query?: string, body?: object) => Promise<Response>;

const PREFIX = '/capi/v2';
const TIMEOUT_MILLIS = 10_000;

export const createCallVenue =
  (
    baseUrl: string,
    access: Access,
    timeoutMillis = TIMEOUT_MILLIS,
    more: Readonly<Record<string, string>> = {},
  ): CallVenue =>
  (path, query = '', body = undefined) =>
    sendSigned(baseUrl, signRequest(access, { path, query, body }, more), timeoutMillis);

/** A signed request: sent twice, its bytes are the same. */
export interface RepeatableRequest {
  readonly target: string;
  readonly init: { readonly method: string; readonly body?: string };
  readonly headers: Readonly<Record<string, string>>;
}

export interface UnsignedRequest {
  readonly path: string;
  readonly query?: string;
  readonly body?: object | undefined;
}

export function signRequest(
  access: Access,
  { path, query = '', body }: UnsignedRequest,
  more: Readonly<Record<string, string>> = {},
): RepeatableRequest {
  const method = body === undefined ? 'GET' : 'POST';
  const text = body === undefined ? '' : JSON.stringify(body);
  const target = `${PREFIX}${path}${query === '' ? '' : `?${query}`}`;
  const timestamp = String(Date.now());
  const headers = {
    'ACCESS-KEY': access.apiKey,
    'ACCESS-SIGN': sign(access.secretKey, timestamp + method + target + text),
    'ACCESS-PASSPHRASE': access.passphrase,
    'ACCESS-TIMESTAMP': timestamp,
    'Content-Type': 'application/json',
    locale: 'en-US',
    ...more,
  };
  return { target, headers, init: body === undefined ? { method } : { method, body: text } };
}

export async function sendSigned(
  baseUrl: string,
  { target, headers, init }: RepeatableRequest,
  timeoutMillis = TIMEOUT_MILLIS,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMillis);
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${target}`, {
    ...init,
    headers,
    signal,
  });
  return { status: response.status, body: parse(await response.text()) };
}

export const sign = (secretKey: string, text: string): string =>
  createHmac('sha256', secretKey).update(text).digest('base64');

function parse(text: string): unknown {
  const value = findJson(text);
  return value === undefined ? text : value;
}
