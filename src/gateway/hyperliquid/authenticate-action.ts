/**
 * Finds the account behind a call: for a read by the address that it names, for an action by the
 * address that signed it. An address may be an agent, which signs for the account that approved it
 * and reads nothing.
 */
import { hash } from 'node:crypto';
import { COMMAND_LIFE } from '../../domain/limits.ts';
import { type Millis, millis } from '../../domain/units.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { ADDRESS, actionOf, SHARED_PATHS, spelt } from '../../wire/hyperliquid/endpoint.ts';
import { refusal, unreadable } from '../../wire/hyperliquid/errors.ts';
import { digitsOf, isJsonObject, type Json } from '../../wire/json.ts';
import { type Fields, readBody } from '../../wire/read-request.ts';
import {
  type ArrivedRequest,
  type Authenticate,
  type AuthFailure,
  type Authority,
  admit,
  isAuthFailure,
  type Need,
  refuse,
  type Verified,
} from '../authenticate.ts';
import { isAllowed } from '../keys/allowlist.ts';
import type { ApiKey } from '../keys/key-record.ts';
import {
  isFieldSigned,
  isFoundThere,
  type Signature,
  type SignedAction,
  signersOf,
  typedSigner,
} from './sign-action.ts';

export const authenticateAction: Authenticate = (authority, request, need) => {
  const fields = request.fields ?? readBody(request.body?.toString('utf8') ?? '');
  if (isWireError(fields)) return refuse(fields);
  if (isElsewhere(request.target.path, fields, need))
    return refuse(unreadable('the type is not that of the path'));
  if (need.isKeyEnough === true) return findReader(authority, request, fields, need);
  const signed = readSigned(fields);
  if (isWireError(signed)) return refuse(signed);
  const key = findSigner(authority, request, signed);
  if (isAuthFailure(key)) return key;
  const fault = findFault(authority, signed, key, request.now);
  if (fault !== undefined) return refuse(fault);
  const { action, signature, nonce, expiresAfter } = signed;
  const isOdd = authority.explains && !isFieldSigned(action) && !isFoundThere(signed, key.key);
  const verified: Verified = {
    key,
    timestamp: request.now,
    until: millis(expiresAfter ?? request.now + COMMAND_LIFE),
    signature: `${signature.r} ${signature.s}`,
    nonce: { signer: signerName(key), value: nonce },
    ...(isOdd ? { warning: SIGNED_ODDLY } : {}),
  };
  return admit(authority, key, need, request.now) ?? verified;
};

const SIGNED_ODDLY =
  'the exchange would find another signer: it packs members in its own order, and decimals ' +
  'without zeros at the end';

/** The type is signed and the path is not: under a path of its own an action is of that type. */
const isElsewhere = (path: string, fields: Fields, { isKeyEnough }: Need): boolean =>
  SHARED_PATHS.some(({ path: door, pathOf }) => {
    const named = pathOf(fields);
    if (!path.startsWith(`${door}/`) || named === path) return false;
    return isKeyEnough !== true || named !== undefined;
  });

/** Whoever knows the address of an account may read it; an agent's address reads nothing. */
function findReader(
  authority: Authority,
  { client, now }: ArrivedRequest,
  fields: Fields,
  need: Need,
): Verified | AuthFailure {
  const user = fields.get('user');
  if (typeof user !== 'string' || !ADDRESS.test(user))
    return refuse(unreadable('user is 0x and 40 hexadecimal digits'));
  const key = findAddress(authority, user);
  const isOther = key?.agent != null && fields.get('type') !== 'userRole';
  const isOpen = key !== undefined && isAllowed(key.allowlist, client.address);
  if (!isOpen || isOther || admit(authority, key, need, now) !== undefined)
    return refuse(refusal('User does not exist.'), { isNobody: true });
  return { key, timestamp: now, until: now, signature: '' };
}

const findAddress = ({ keys }: Authority, address: string): ApiKey | undefined =>
  keys.find(spelt(address));

function readSigned(fields: Fields): SignedAction | WireError {
  const action = actionOf(fields);
  const nonce = wholeIn(fields.get('nonce'));
  const signature = signatureIn(fields.get('signature'));
  const vault = fields.get('vaultAddress') ?? null;
  const sent = fields.get('expiresAfter') ?? null;
  const expiresAfter = sent === null ? null : wholeIn(sent);
  if (action === undefined) return unreadable('action is missing');
  if (nonce === undefined) return unreadable('nonce is Unix time in milliseconds');
  if (signature === undefined) return unreadable('signature has r, s and v');
  if (vault !== null && !(typeof vault === 'string' && ADDRESS.test(vault)))
    return unreadable('vaultAddress is an address');
  if (expiresAfter === undefined) return unreadable('expiresAfter is Unix time in milliseconds');
  return { action, nonce, signature, vault, expiresAfter };
}

function wholeIn(sent: Json | undefined): number | undefined {
  const digits = digitsOf(sent) ?? '';
  const value = Number(digits);
  return /^\d{1,16}$/.test(digits) && Number.isSafeInteger(value) ? value : undefined;
}

function signatureIn(sent: Json | undefined): Signature | undefined {
  if (!isJsonObject(sent)) return undefined;
  const [r, s, v] = [sent.get('r'), sent.get('s'), wholeIn(sent.get('v'))];
  if (typeof r !== 'string' || typeof s !== 'string' || v === undefined) return undefined;
  return { r, s, v };
}

/** The key of whoever signed. What the action is packed to is a matter of a few forms. */
function findSigner(
  authority: Authority,
  { client }: ArrivedRequest,
  signed: SignedAction,
): ApiKey | AuthFailure {
  const isMasters = isFieldSigned(signed.action);
  const signers = isMasters
    ? [typedSigner(signed.action, signed.signature)].filter((each) => each !== undefined)
    : signersOf(signed);
  let first: string | undefined;
  for (const signer of signers) {
    first ??= signer;
    const key = findAddress(authority, signer);
    if (key === undefined || (isMasters && key.agent !== null)) continue;
    if (!isAllowed(key.allowlist, client.address))
      return refuse(refusal('This address may not be used from here.', '40018'));
    return key;
  }
  const text = isMasters
    ? `Must deposit before performing actions. User: ${first ?? 'unknown'}`
    : `User or API Wallet ${first ?? 'unknown'} does not exist.`;
  return refuse(refusal(text, '40006'), { isGuess: true });
}

function findFault(
  authority: Authority,
  { action, nonce, vault, expiresAfter }: SignedAction,
  key: ApiKey,
  now: Millis,
): WireError | undefined {
  if (expiresAfter !== null && expiresAfter < now) return refusal('Order expired');
  const own = isFieldSigned(action) ? (action.get('nonce') ?? action.get('time')) : undefined;
  if (own !== undefined && wholeIn(own) !== nonce)
    return refusal('Invalid nonce: it is not that of the action');
  if (vault === null) return undefined;
  const master = findAddress(authority, vault);
  return master?.account === key.account && master.agent === null
    ? undefined
    : refusal(`Vault not registered: ${spelt(vault)}`);
}

/** Two signers never share their nonces; the journal does not say who they are. */
const signerName = ({ key }: ApiKey): string =>
  hash('sha256', `signer ${key}`, 'hex').slice(0, SIGNER_DIGITS);

const SIGNER_DIGITS = 16;
