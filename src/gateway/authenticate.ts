/**
 * Admits a private call: its headers, its content type, its timestamp, its key, the caller's
 * address, signature and passphrase, the state of key and account, and the permission. The first
 * that fails gives the code.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccountStatus } from '../domain/account.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Millis } from '../domain/units.ts';
import { both, type ErrorCode, wireError } from '../wire/errors.ts';
import { prehashHead } from '../wire/prehash.ts';
import { rejectError } from '../wire/reject-error.ts';
import type { ClientAddress } from './client-address.ts';
import {
  type AuthFailure,
  isAuthFailure,
  readSignedHeaders,
  refuse,
  type SignedHeaders,
  type Verified,
  verifyCredentials,
} from './credentials-check.ts';
import type { ApiKey } from './keys/kept-keys.ts';
import type { Permission } from './keys/key-record.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { RequestTarget } from './request-target.ts';
import { explainFailure, explainHeaders } from './sandbox-help.ts';

export interface Authority {
  readonly keys: KeyStore;
  readonly windowMillis: number;
  /** Whether a wrong signature is explained. */
  readonly explains: boolean;
  /** Undefined for an account that the venue does not have. */
  readonly statusOf: (account: AccountId) => AccountStatus | undefined;
}

export interface SignedRequest {
  readonly method: string;
  readonly target: RequestTarget;
  readonly headers: IncomingHttpHeaders;
  /** Undefined for none. */
  readonly body: Buffer | undefined;
  readonly client: ClientAddress;
  readonly now: Millis;
}

/** At once, unless the key's record is of the old form and has to be worked out. */
export function authenticate(
  authority: Authority,
  request: SignedRequest,
  need: Need,
): Verified | AuthFailure | Promise<Verified | AuthFailure> {
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
}

const MISSING_HEADER: ReadonlySet<string> = new Set(['40001', '40002', '40003', '40011']);

const isMissingHeader = (outcome: object): boolean =>
  isAuthFailure(outcome) && MISSING_HEADER.has(outcome.error.code);

/** Where there is no body, its type does not matter. */
function hasJsonType({ body, headers }: SignedRequest): boolean {
  if (body === undefined || body.length === 0) return true;
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

function explained(refused: AuthFailure, request: SignedRequest, sent: SignedHeaders): AuthFailure {
  const { secret } = refused;
  if (secret === undefined) return refused;
  const { method, target } = request;
  const body = request.body?.toString('utf8') ?? '';
  const { key, signature, passphrase, timestampText: timestamp } = sent;
  const text = explainFailure({
    request: { timestamp, method, ...target, body },
    host: request.headers.host ?? '',
    signature,
    key,
    passphrase,
    secret,
  });
  return { ...refused, error: wireError('40009', { detail: both(text) }) };
}

/** What a call needs of its key, and what a key without it is told. */
export interface Need {
  readonly permission: Permission;
  readonly lackingCode?: ErrorCode | undefined;
}

/** What a caller who is who it says may still not do. */
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
  const status = authority.statusOf(key.account);
  if (status === undefined) return refuse(wireError('50004'));
  // Whoever may no longer trade may still read what became of it.
  if (permission === 'trade' && status !== 'active')
    return refuse(rejectError({ reason: `account-${status}` }, { command: null, contract: null }));
  if (key.permissions.has(permission)) return undefined;
  return refuse(wireError(lackingCode, { detail: lacking(permission) }));
}

const LACKING: Readonly<Record<Permission, ErrorCode>> = { read: '40014', trade: '40022' };

const lacking = (permission: Permission) => ({
  en: `the key may not ${permission}`,
  zh: `该API key没有${permission === 'read' ? '读取' : '交易'}权限`,
});
