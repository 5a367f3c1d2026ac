/**
 * Sends a call: signs it, waits for the answer, and sends it again where that is safe. A GET always
 * is. A signed POST is sent again as exactly the same bytes, timestamp and signature included: the
 * venue carries it out once and answers as it answered the first (GATE-19). Everything else is the
 * caller's decision, with an error that says whether it may have taken effect.
 */

import { type ClientKeys, type ClientTerms, findKeys, type SentCall } from './client-terms.ts';
import { clientNow, startTimer } from './client-timers.ts';
import { PerpetuaError } from './perpetua-error.ts';
import type { CallTerms, Route, SendCall } from './route.ts';
import { createSign, maySign, type Sign } from './sign.ts';

const TIMEOUT_MILLIS = 10_000;
const RETRIES = 2;
const PAUSE_MILLIS = 200;
/** How far stamps may run ahead of the clock, in calls and milliseconds. */
const BURST_MAX = 10_000;

/** Who signs, and by which clock. The calls and the private socket of a client share it. */
export interface KeyHolder {
  readonly keys: Omit<ClientKeys, 'secretKey'>;
  readonly sign: Sign;
}

export interface CallSender {
  readonly send: SendCall;
  /** Undefined without a key. */
  readonly signer: () => Promise<KeyHolder> | undefined;
  /** A timestamp by the venue's clock. No two are alike: the same bytes would be the same call. */
  readonly stamp: () => string;
  /** Wall time by the venue's clock, as far as it is known. */
  readonly now: () => number;
  /** Sets the clock by the venue's. */
  readonly syncClock: () => Promise<void>;
}

const TIME: Route = ['GET', 'open', '/capi/v2/market/time'];

export function createSender(all: ClientTerms): CallSender {
  const signer = createSigner(findKeys(all));
  // Nothing that lives on may hold the secret.
  const { apiKey, secretKey: _secret, passphrase: _passphrase, ...terms } = all;
  const { now = clientNow, locale } = terms;
  let ahead = 0;
  let lastStamp = 0;
  const venueNow = (): number => now() + ahead;
  const stamp = (): string => {
    lastStamp = Math.max(Math.round(venueNow()), lastStamp + 1);
    return String(lastStamp);
  };
  const syncClock = async (): Promise<void> => {
    const asked = now();
    const { timestamp } = await send<{ timestamp: number }>(TIME, undefined, undefined);
    ahead = timestamp - (asked + now()) / 2;
    // Stamps of a clock that was wrong do not count; those of a burst of calls do.
    if (lastStamp > venueNow() + BURST_MAX) lastStamp = 0;
  };
  const prepare = async (route: Route, asked: object): Promise<SentCall> => {
    const plain = formCall(route, asked, typeof locale === 'function' ? locale() : locale);
    // Names whose program this is, for the faults that a sandbox is asked for; it proves nothing.
    if (route[1] === 'open' && apiKey !== undefined)
      return { ...plain, headers: { ...plain.headers, 'ACCESS-KEY': apiKey } };
    if (route[1] !== 'signed') return plain;
    const who = signer();
    if (who === undefined)
      throw new PerpetuaError('no-key', `${plain.path} needs apiKey, secretKey and passphrase`);
    return signCall(plain, await who, stamp());
  };
  const send: SendCall = async (route, asked = {}, own = {}) => {
    let sent = await prepare(route, asked);
    const { retries = terms.retries ?? RETRIES } = own;
    let isUncertain = false;
    let isSynced = false;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await exchange(terms, route, sent, own);
      if (!(outcome instanceof PerpetuaError)) return JSON.parse(outcome);
      if (outcome.code === '40008' && !isSynced && !isUncertain) {
        isSynced = true;
        await syncClock();
        sent = await prepare(route, asked);
        continue;
      }
      if (attempt >= retries || !mayRepeat(route, outcome))
        throw isUncertain ? afterLost(outcome) : outcome;
      isUncertain ||= outcome.fate === 'unknown';
      await pause(PAUSE_MILLIS * 2 ** attempt);
    }
  };
  return { send, signer, stamp, now: venueNow, syncClock };
}

/** The key is made when it is first needed, and the secret is forgotten then. */
function createSigner(given: ClientKeys | undefined): CallSender['signer'] {
  let keys = given;
  let made: Promise<KeyHolder> | undefined;
  return () => {
    if (keys === undefined) return made;
    if (!maySign())
      throw new PerpetuaError(
        'no-key',
        'nothing can be signed here: a page needs https or localhost',
      );
    const { secretKey, ...rest } = keys;
    made = createSign(secretKey).then((sign) => ({ keys: rest, sign }));
    keys = undefined;
    return made;
  };
}

/** The request without a signature: the fields are in the path, the query, the body or a header. */
function formCall(
  [method, access, route]: Route,
  asked: object,
  locale: string | undefined,
): SentCall {
  const fields = new Map<string, unknown>(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  );
  const take = (name: string): string => {
    const value = String(fields.get(name) ?? '');
    fields.delete(name);
    return value;
  };
  const path = route.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(take(name)));
  const headers: Record<string, string> = {};
  if (locale !== undefined) headers['locale'] = locale;
  if (access === 'claimed') headers['Authorization'] = `Bearer ${take('claimToken')}`;
  if (method === 'GET') {
    const pairs = [...fields].map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
    );
    return { method, path, query: pairs.join('&'), body: '', signed: undefined, headers };
  }
  headers['Content-Type'] = 'application/json';
  const body = JSON.stringify(Object.fromEntries(fields));
  return { method, path, query: '', body, signed: undefined, headers };
}

async function signCall(
  call: SentCall,
  { keys, sign }: KeyHolder,
  stamp: string,
): Promise<SentCall> {
  const signed = stamp + call.method + targetOf(call) + call.body;
  const headers = {
    'ACCESS-KEY': keys.apiKey,
    'ACCESS-SIGN': await sign(signed),
    'ACCESS-PASSPHRASE': keys.passphrase,
    'ACCESS-TIMESTAMP': stamp,
    ...call.headers,
  };
  return { ...call, signed, headers };
}

const targetOf = ({ path, query }: SentCall): string => (query === '' ? path : `${path}?${query}`);

/** One request and its answer: the text of a success, or an error. */
async function exchange(
  terms: ClientTerms,
  route: Route,
  sent: SentCall,
  { signal, timeoutMillis, note }: CallTerms,
): Promise<string | PerpetuaError> {
  const fate = sent.method === 'GET' ? 'not-applied' : 'unknown';
  const millis = timeoutMillis ?? (route[3] === 'lasts' ? undefined : limitOf(terms));
  const ends = [signal, millis === undefined ? undefined : AbortSignal.timeout(millis)].filter(
    (end) => end !== undefined,
  );
  const tell = terms.observe?.({ ...sent, note });
  const fail = (code: 'aborted' | 'timeout' | 'unreachable', cause: unknown): PerpetuaError => {
    tell?.({ status: 0, text: '' });
    return new PerpetuaError(code, `${sent.method} ${sent.path}: ${WORDS[code]}`, {
      fate: wasNeverSent(cause) ? 'not-applied' : fate,
      cause,
    });
  };
  try {
    const response = await fetch(terms.baseUrl.replace(/\/+$/, '') + targetOf(sent), {
      method: sent.method,
      headers: sent.headers,
      ...(sent.method === 'GET' ? {} : { body: sent.body }),
      signal: AbortSignal.any(ends),
      cache: 'no-store',
      credentials: 'omit',
    });
    const text = await response.text();
    tell?.({ status: response.status, text });
    return judge(response, text, fate);
  } catch (error) {
    if (signal?.aborted) return fail('aborted', error);
    return fail(ends.some(({ aborted }) => aborted) ? 'timeout' : 'unreachable', error);
  }
}

const limitOf = ({ timeoutMillis = TIMEOUT_MILLIS }: ClientTerms): number => timeoutMillis;

const WORDS = {
  aborted: 'given up by the caller',
  timeout: 'no answer in time',
  unreachable: 'the venue cannot be reached',
} as const;

/** What Node says if there was no connection to send anything on. Browsers do not say. */
const UNCONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

function wasNeverSent(error: unknown): boolean {
  const { cause }: { cause?: unknown } = Object(error);
  const { code }: { code?: unknown } = Object(cause);
  return typeof code === 'string' && UNCONNECTED.includes(code);
}

function judge(
  { status, headers }: Response,
  text: string,
  fate: PerpetuaError['fate'],
): string | PerpetuaError {
  const { code, msg, isJson } = read(text);
  if (status === 200 && isJson) return text;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  // The venue refuses with a status of the client's errors; 521 is its own.
  const isRefusal = status === 521 || (status >= 400 && status < 500);
  return new PerpetuaError(
    code ?? 'unreadable',
    msg ?? `the answer is not the venue's: ${status}`,
    {
      status,
      fate: isRefusal ? 'not-applied' : fate,
      retryAfterMillis: Number.isNaN(seconds) ? undefined : seconds * 1_000,
      hint: headers.get('x-perpetua-fault') ?? headers.get('x-warning') ?? undefined,
      reason: headers.get('x-venue-reason') ?? undefined,
    },
  );
}

interface ReadError {
  readonly isJson: boolean;
  readonly code?: string;
  readonly msg?: string;
}

function read(text: string): ReadError {
  try {
    const { code, msg }: { code?: unknown; msg?: unknown } = JSON.parse(text) ?? {};
    const isError = typeof code === 'string' && typeof msg === 'string';
    return isError ? { isJson: true, code, msg } : { isJson: true };
  } catch {
    return { isJson: false };
  }
}

/** No answer, or a fault of the venue; a POST that nobody signed would be a second one. */
const mayRepeat = ([method, access]: Route, { code, status }: PerpetuaError): boolean =>
  (method === 'GET' || access === 'signed') &&
  code !== 'aborted' &&
  (status === 0 || (status >= 500 && status !== 521));

/** Refusals that the venue gives after it has looked whether the same request came before. */
const KNOWN_FATE_FROM = 40_015;

/** A refusal at the door says nothing about the request whose answer was lost. */
function afterLost(error: PerpetuaError): PerpetuaError {
  const { code, message, status, retryAfterMillis, hint, reason } = error;
  if ([400, 404].includes(status) && Number(code) >= KNOWN_FATE_FROM) return error;
  const facts = { status, fate: 'unknown', retryAfterMillis, hint, reason } as const;
  return new PerpetuaError(code, message, facts);
}

/** With a random part, so that clients do not all ask again at once. */
const pause = (millis: number): Promise<void> =>
  new Promise((resolve) => {
    startTimer(resolve, millis * (0.75 + Math.random() / 2));
  });
