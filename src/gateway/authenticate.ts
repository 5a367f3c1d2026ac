/**
 * Checks who signed a request, and whether they may make it: the headers, the content type, the
 * timestamp, the key, the caller's address, signature and passphrase, the state of key and account,
 * and the permission. The order is part of the interface: the first check that fails gives the
 * code. An unknown key costs as much as a wrong signature.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Nonce } from '../domain/request-identity.ts';
import { type Millis, millis } from '../domain/units.ts';
import type { Venue } from '../venue/venue.ts';
import { both, type ErrorCode, isWireError, type WireError, wireError } from '../wire/errors.ts';
import { prehashHead } from '../wire/prehash.ts';
import type { Fields } from '../wire/read-request.ts';
import { rejectError } from '../wire/reject-error.ts';
import type { ClientAddress } from './address.ts';
import { isAllowed } from './keys/allowlist.ts';
import {
  hmacOf,
  isSameDigest,
  type PassphraseVerdict,
  type SignedText,
} from './keys/check-proof.ts';
import type { ApiKey, Permission } from './keys/key-record.ts';
import type { KeyStore } from './keys/key-store.ts';
import { hasSigned } from './keys/public-key.ts';
import type { RequestTarget } from './router.ts';
import { explainFailedSignature, explainHeaders } from './sandbox-help.ts';

/** What checking a proof needs of the store of keys. */
export type KnownKeys = Pick<KeyStore, 'find' | 'secretOf' | 'checkPassphrase'>;

export interface Authority {
  readonly keys: KnownKeys;
  readonly windowMillis: number;
  /** Whether a wrong signature is explained. */
  readonly explains: boolean;
  readonly venue: { readonly read: { readonly account: Pick<Venue['read']['account'], 'status'> } };
}

export interface ArrivedRequest {
  readonly method: string;
  readonly target: RequestTarget;
  readonly headers: IncomingHttpHeaders;
  /** Undefined for none. */
  readonly body: Buffer | undefined;
  /** The fields of the body, where they are known already. */
  readonly fields?: Fields;
  readonly client: ClientAddress;
  readonly now: Millis;
  /** Of a call on a socket that has logged in: its key, and what tells the call from others. */
  readonly session?: { readonly key: ApiKey; readonly mark: string };
}

/** At once, unless the key's record is of the old form and has to be worked out. */
export type Authenticate = (
  authority: Authority,
  request: ArrivedRequest,
  need: Need,
) => Verified | AuthFailure | Promise<Verified | AuthFailure>;

/** By four headers, over timestamp, method, path, query and body. */
export const authenticateHeaders: Authenticate = (authority, request, need) => {
  const { method, target, headers, client, now, body } = request;
  const sent = readSignedHeaders(headers, authority.windowMillis, now);
  // The content type comes after missing headers and before the timestamp.
  if (!isMissingHeader(sent) && !hasJsonType(request)) return refuse(wireError('40007'));
  if (isAuthFailure(sent))
    return authority.explains ? { ...sent, error: explainHeaders(sent.error, headers) } : sent;
  const judge = (verified: Verified | AuthFailure): Verified | AuthFailure => {
    if (!isAuthFailure(verified)) return admit(authority, verified.key, need, now) ?? verified;
    return authority.explains ? explained(verified, request, sent) : verified;
  };
  const { path, query } = target;
  const head = prehashHead({ timestamp: sent.timestampText, method, path, query });
  const verified = verifyCredentials(authority.keys, sent, { head, body }, client);
  return verified instanceof Promise ? verified.then(judge) : judge(verified);
};

const MISSING_HEADER: ReadonlySet<string> = new Set(['40001', '40002', '40003', '40011']);

const isMissingHeader = (outcome: object): boolean =>
  isAuthFailure(outcome) && MISSING_HEADER.has(outcome.error.code);

/** Without a body the content type does not matter. */
function hasJsonType({ body, headers }: ArrivedRequest): boolean {
  if (body === undefined || body.length === 0) return true;
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

function explained(
  refused: AuthFailure,
  request: ArrivedRequest,
  sent: SignedHeaders,
): AuthFailure {
  const { secret } = refused;
  if (secret === undefined) return refused;
  const { method, target } = request;
  const body = request.body?.toString('utf8') ?? '';
  const { key, signature, passphrase, timestampText: timestamp } = sent;
  const text = explainFailedSignature({
    request: { timestamp, method, ...target, body },
    host: request.headers.host ?? '',
    signature,
    key,
    passphrase,
    secret,
  });
  return { ...refused, error: wireError('40009', { detail: both(text) }) };
}

/** The permission that a call needs, and the error code for a key that lacks it. */
export interface Need {
  readonly permission: Permission;
  readonly lackingCode?: ErrorCode | undefined;
  /** Whether the call needs no signature. */
  readonly isKeyEnough?: true | undefined;
  /** The dialect of the call; undefined where the key was checked for it before. */
  readonly dialect?: string | undefined;
}

/** Whether a caller with a valid signature may make this call. */
export function admit(
  authority: Authority,
  key: ApiKey,
  need: Need,
  now: Millis,
): AuthFailure | undefined {
  const { permission, lackingCode = LACKING[permission] } = need;
  if (key.status === 'disabled')
    return refuse(
      wireError('40753', { detail: { en: 'the key is disabled', zh: 'API key已禁用' } }),
    );
  if (key.expiresAt !== null && now >= key.expiresAt)
    return refuse(
      wireError('40753', { detail: { en: 'the key has expired', zh: 'API key已过期' } }),
    );
  if (need.dialect !== undefined && key.dialects?.has(need.dialect) === false)
    return refuse(wireError('40753', { detail: both('the key is for another dialect') }));
  const status = authority.venue.read.account.status(key.account);
  if (status === undefined) return refuse(wireError('50004'));
  // An account that may no longer trade may still read its history.
  if (permission === 'trade' && status !== 'active')
    return refuse(rejectError({ reason: `account-${status}` }, { command: null, contract: null }));
  if (key.permissions.has(permission)) return undefined;
  return refuse(wireError(lackingCode, { detail: lacking(permission) }));
}

/** Whether a key that was accepted before may still read: not disabled, renewed or expired. */
export function isStillGood(authority: Authority, key: ApiKey, now: Millis): boolean {
  const current = authority.keys.find(key.key);
  if (current === undefined || current.version !== key.version) return false;
  return admit(authority, current, { permission: 'read' }, now) === undefined;
}

const LACKING: Readonly<Record<Permission, ErrorCode>> = { read: '40014', trade: '40022' };

const lacking = (permission: Permission) => ({
  en: `the key may not ${permission}`,
  zh: `该API key没有${permission === 'read' ? '读取' : '交易'}权限`,
});

/** The headers of a signed request: all present, the timestamp within the window. */
export interface SignedHeaders {
  readonly key: string;
  readonly signature: string;
  readonly passphrase: string;
  /** As it was sent, because it is part of the signed text. */
  readonly timestampText: string;
  readonly timestamp: Millis;
  readonly until: Millis;
}

export interface Verified {
  readonly key: ApiKey;
  readonly timestamp: Millis;
  /** When the window of the request ends. */
  readonly until: Millis;
  /** As computed here. */
  readonly signature: string;
  /** The number that the signer spends with it, in dialects that tell requests apart so. */
  readonly nonce?: Nonce;
  /** What a sandbox should say of the proof, though it is good. */
  readonly warning?: string;
}

export interface AuthFailure {
  readonly error: WireError;
  /** Many of these from one address mean that somebody is guessing. */
  readonly isGuess: boolean;
  /** Zero if waiting would not help. */
  readonly retryAfterSeconds: number;
  /** Whether there is no such account, of a call that need not be signed. */
  readonly isNobody?: true;
  /** The secret of the key, to explain why the signature does not match; undefined otherwise. */
  readonly secret: KeyObject | undefined;
}

export const isAuthFailure = (outcome: object): outcome is AuthFailure => 'error' in outcome;

export const refuse = (error: WireError, more: Partial<AuthFailure> = {}): AuthFailure => ({
  error,
  isGuess: false,
  retryAfterSeconds: 0,
  secret: undefined,
  ...more,
});

const NOBODY = createSecretKey(randomBytes(32));

/** Missing headers, then the form of the timestamp, then its distance from the wall clock. */
export function readSignedHeaders(
  headers: IncomingHttpHeaders,
  windowMillis: number,
  now: Millis,
): SignedHeaders | AuthFailure {
  const missing = (code: ErrorCode): AuthFailure => refuse(wireError(code));
  const key = headerText(headers['access-key']);
  if (key === '') return missing('40001');
  const signature = headerText(headers['access-sign']);
  if (signature === '') return missing('40002');
  const timestampText = headerText(headers['access-timestamp']);
  if (timestampText === '') return missing('40003');
  const passphrase = headerText(headers['access-passphrase']);
  if (passphrase === '') return missing('40011');
  const timestamp = checkTimestamp(timestampText, windowMillis, now);
  if (typeof timestamp !== 'number') return timestamp;
  const until = millis(timestamp + windowMillis);
  return { key, signature, passphrase, timestampText, timestamp, until };
}

export const headerText = (header: string | string[] | undefined): string =>
  typeof header === 'string' ? header : (header?.[0] ?? '');

function checkTimestamp(
  timestampText: string,
  windowMillis: number,
  now: Millis,
): Millis | AuthFailure {
  if (!/^\d{13}$/.test(timestampText)) {
    const isSeconds = /^\d{10}(?:\.\d+)?$/.test(timestampText);
    const en = `must be Unix time in milliseconds, 13 digits${isSeconds ? ', not seconds' : ''}`;
    const zh = `必须是13位毫秒时间戳${isSeconds ? '，而不是秒' : ''}`;
    return refuse(wireError('40005', { detail: { en, zh } }));
  }
  const timestamp = millis(Number(timestampText));
  const apart = Math.abs(now - timestamp);
  if (apart <= windowMillis) return timestamp;
  const [en, zh] = now > timestamp ? ['later', '晚'] : ['earlier', '早'];
  return refuse(
    wireError('40008', {
      detail: {
        en: `the server's clock reads ${now}, which is ${apart} ms ${en}`,
        zh: `服务器时间为${now}，比请求时间${zh}${apart}毫秒`,
      },
    }),
  );
}

/** At once, unless the key's record is of the old form and has to be worked out. */
export function verifyCredentials(
  keys: KnownKeys,
  sent: SignedHeaders,
  signed: SignedText,
  client: ClientAddress,
): Verified | AuthFailure | Promise<Verified | AuthFailure> {
  let signature = '';
  const key = verifyKey(keys, sent.key, client, (secret) => {
    signature = hmacOf(secret, signed, 'base64');
    return isSameDigest(sent.signature, signature);
  });
  if (isAuthFailure(key)) return key;
  const { timestamp, until } = sent;
  const judge = (verdict: PassphraseVerdict): Verified | AuthFailure =>
    judgePassphrase(verdict) ?? { key, timestamp, until, signature };
  const verdict = keys.checkPassphrase(key, sent.passphrase);
  return verdict instanceof Promise ? verdict.then(judge) : judge(verdict);
}

/** The key, if there is one that may be used from this address and whose secret has signed. */
export function verifyKey(
  keys: KnownKeys,
  name: string,
  client: ClientAddress,
  isProof: (secret: KeyObject, key: ApiKey | undefined) => boolean,
): ApiKey | AuthFailure {
  const key = keys.find(name);
  const secret = key === undefined ? NOBODY : keys.secretOf(key);
  const isSigned = isProof(secret, key);
  if (key === undefined) return refuse(wireError('40006'), { isGuess: true });
  if (key.allowlist !== null && !isAllowed(key.allowlist, client.address))
    return refuse(notAllowed(client));
  return isSigned ? key : refuse(wireError('40009'), { isGuess: true, secret });
}

/**
 * A proof without a passphrase. Its signature is hexadecimal; that of a key of which the venue has
 * the public half alone is Base64.
 */
export interface HexProof {
  /** The name of the key. */
  readonly key: string;
  readonly client: ClientAddress;
  /** Wall time: it does not run faster when the venue does. */
  readonly now: Millis;
  readonly signature: string;
  /** When it was signed and how long it holds, or what is wrong with that. */
  readonly times: Pick<Verified, 'timestamp' | 'until'> | WireError;
  /** The texts that may have been signed, the likeliest first; characters stand for bytes. */
  readonly texts: () => readonly string[];
  /** Tells calls apart whose signed texts are the same. */
  readonly mark: string;
  /** The error of a wrong signature; in a sandbox it is told what should have been signed. */
  readonly refused: (explanation: string) => WireError;
}

export function verifyHexProof(
  authority: Authority,
  proof: HexProof,
  need: Need,
): Verified | AuthFailure {
  const { key: name, client, now, times } = proof;
  if (isWireError(times)) return refuse(times);
  const sent = proof.signature.toLowerCase();
  let signature = '';
  let how = 'HMAC-SHA256 and send it in hexadecimal';
  const key = verifyKey(authority.keys, name, client, (secret, found) => {
    const publicKey = found?.publicKey ?? null;
    if (publicKey !== null) {
      const bytes = Buffer.from(proof.signature, 'base64');
      // The same bytes may be sent in several spellings, and are one signature.
      signature = bytes.toString('base64');
      how = 'RSA-SHA256 and send it in Base64';
      return proof.texts().some((text) => hasSigned(publicKey, text, bytes));
    }
    return proof.texts().some((text) => {
      signature = hmacOf(secret, { head: text, body: undefined }, 'hex');
      return isSameDigest(sent, signature);
    });
  });
  if (isAuthFailure(key))
    return key.secret === undefined ? key : { ...key, error: explainedHex(authority, proof, how) };
  return (
    admit(authority, key, need, now) ?? { key, ...times, signature: `${proof.mark} ${signature}` }
  );
}

const SHOWN_MAX = 500;

/** In a sandbox, names the text that should have been signed. */
function explainedHex(
  { explains }: Authority,
  { texts, refused }: Pick<HexProof, 'texts' | 'refused'>,
  how: string,
): WireError {
  if (!explains) return refused('');
  const [text = ''] = texts();
  const shown = text.replace(/[^\x20-\x7e]/g, '?').slice(0, SHOWN_MAX);
  return refused(`Sign '${shown}' with ${how}.`);
}

function judgePassphrase(verdict: PassphraseVerdict): AuthFailure | undefined {
  if (verdict === 'right') return undefined;
  if (verdict === 'wrong') return refuse(wireError('40012'), { isGuess: true });
  const retryAfterSeconds = Math.ceil(verdict.lockedMillis / 1_000);
  const en = 'too many wrong passphrases for this key';
  const detail = { en, zh: '该API key的Passphrase错误次数过多' };
  return refuse(wireError('429', { detail }), { retryAfterSeconds });
}

const notAllowed = ({ text }: ClientAddress): WireError =>
  wireError('40018', {
    detail: {
      en: `${text} is not on the allowlist of this key`,
      zh: `${text}不在该API key的白名单中`,
    },
  });
