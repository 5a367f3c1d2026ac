/** The text that a request signs. The client and the gateway compute its digest. */

export interface SignedRequest {
  /** The ACCESS-TIMESTAMP header. */
  readonly timestamp: string;
  readonly method: string;
  /** Without host and query. */
  readonly path: string;
  /** As sent, without its question mark; empty if there is none. */
  readonly query: string;
  /** Exactly as sent; empty for a GET. */
  readonly body: string;
}

/** Returns the path with one leading slash: a popular sample sends two and signs one. */
export const normalizePath = (path: string): string =>
  path.startsWith('//') ? path.replace(/^\/+/, '/') : path;

export const prehash = (request: SignedRequest): string => `${prehashHead(request)}${request.body}`;

/** Returns the text before the body. The body may be bytes that are not text. */
export const prehashHead = (request: Omit<SignedRequest, 'body'>): string => {
  const { timestamp, method, path, query } = request;
  const question = query === '' ? '' : `?${query}`;
  return `${timestamp}${method.toUpperCase()}${normalizePath(path)}${question}`;
};

/**
 * Explains why a signature does not match. For each common mistake there is the text that it would
 * have signed. The gateway computes the digests and finds the one that was sent.
 */
export type Mistake =
  | 'query-missing'
  | 'question-mark-missing'
  | 'method-lower-case'
  | 'double-slash'
  | 'host-included'
  | 'seconds'
  | 'body-missing'
  | 'body-compact'
  | 'body-spaced'
  | 'body-on-get'
  | 'query-sorted'
  | 'query-unescaped';

/** A text that a client may have signed by mistake. */
export interface Candidate {
  readonly mistake: Mistake;
  readonly text: string;
}

const ADVICE: Readonly<Record<Mistake, string>> = {
  'query-missing': 'the query string was left out of the signed text',
  'question-mark-missing': 'the "?" before the query string was left out of the signed text',
  'method-lower-case': 'the method must be in upper case in the signed text',
  'double-slash': 'the signed path must begin with a single slash',
  'host-included': 'the signed path must not contain the scheme and host',
  seconds: 'the signed timestamp was in seconds, not in milliseconds',
  'body-missing': 'the body was left out of the signed text',
  'body-compact': 'the body was written again without spaces after it was signed, or before',
  'body-spaced': 'the body was written again with spaces after it was signed, or before',
  'body-on-get': 'a GET is signed without a body, but something was signed in its place',
  'query-sorted': 'the query was sorted for signing, but sent in another order',
  'query-unescaped': 'the query must be signed as it is sent, with its percent escapes',
};

/** Returns the texts to try, most likely first. None equals the right one. */
export function mistakenTexts(request: SignedRequest, host: string): Candidate[] {
  const right = prehash(request);
  const seen = new Set([right]);
  return variantsOf(request, host).filter(({ text }) => {
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function variantsOf(request: SignedRequest, host: string): Candidate[] {
  const { timestamp, method, query, body } = request;
  const upper = method.toUpperCase();
  const path = normalizePath(request.path);
  const question = query === '' ? '' : `?${query}`;
  const rest = `${path}${question}${body}`;
  const found: Candidate[] = [];
  const add = (mistake: Mistake, text: string): void => void found.push({ mistake, text });
  add('query-missing', `${timestamp}${upper}${path}${body}`);
  add('question-mark-missing', `${timestamp}${upper}${path}${query}${body}`);
  add('method-lower-case', `${timestamp}${upper.toLowerCase()}${rest}`);
  add('seconds', `${timestamp.slice(0, -3)}${upper}${rest}`);
  add('body-missing', `${timestamp}${upper}${path}${question}`);
  for (const [mistake, written] of rewritten(body))
    add(mistake, `${timestamp}${upper}${path}${question}${written}`);
  if (body === '') add('body-on-get', `${timestamp}${upper}${rest}{}`);
  add('query-sorted', `${timestamp}${upper}${path}?${sorted(query)}${body}`);
  add('query-unescaped', `${timestamp}${upper}${path}?${unescaped(query)}${body}`);
  add('double-slash', `${timestamp}${upper}/${rest}`);
  for (const scheme of ['https', 'http'])
    add('host-included', `${timestamp}${upper}${scheme}://${host}${rest}`);
  return found;
}

/** Returns the body as common libraries write it: compact, or with spaces. */
function rewritten(body: string): [Mistake, string][] {
  if (body === '') return [];
  const compact = respaced(body, '');
  return [
    ['body-compact', compact],
    ['body-spaced', respaced(body, ' ')],
  ];
}

/** Returns the body with other spacing. Spaces inside texts stay. */
function respaced(body: string, space: string): string {
  const tokens = body.match(/"(?:[^"\\]|\\.)*"|[^\s"]|\s+/g) ?? [];
  return tokens
    .filter((token) => token.trim() !== '')
    .map((token) => (token === ',' || token === ':' ? token + space : token))
    .join('');
}

const sorted = (query: string): string => query.split('&').sort().join('&');

function unescaped(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}

/** The findings of the gateway. */
export interface SignatureFindings {
  /** The signature as sent. */
  readonly sent: string;
  /** The text that should have been signed. */
  readonly expectedText: string;
  /** The first candidate whose digest, in Base64 or hexadecimal, was sent. */
  readonly matched: Mistake | null;
  /** Whether the right digest was sent, but in hexadecimal. */
  readonly isHex: boolean;
  /** Whether the passphrase had been used in place of the secret. */
  readonly isKeyedByPassphrase: boolean;
  /** Whether the API key had been used in place of the secret. */
  readonly isKeyedByApiKey: boolean;
}

const SHOWN_MAX = 300;

/** Returns an explanation for the sandbox: the expected text and the likely mistake. */
export function explainSignature(findings: SignatureFindings): string {
  const { expectedText } = findings;
  const shown =
    expectedText.length > SHOWN_MAX ? `${expectedText.slice(0, SHOWN_MAX)}…` : expectedText;
  return `expected Base64(HMAC-SHA256(secret, '${shown}')); ${adviceOf(findings)}`;
}

function adviceOf(findings: SignatureFindings): string {
  if (findings.isHex) return 'the digest was sent in hexadecimal, it must be in Base64';
  if (findings.isKeyedByPassphrase) return 'the passphrase was used as the key, not the secret';
  if (findings.isKeyedByApiKey) return 'the API key was used as the key, not the secret';
  if (findings.matched !== null) return ADVICE[findings.matched];
  if (/^[0-9a-fA-F]{64}$/.test(findings.sent))
    return 'the digest looks hexadecimal, it must be in Base64';
  if (!/^[A-Za-z0-9+/]{43}=$/.test(findings.sent))
    return 'the signature is not the Base64 of 32 bytes';
  return 'no common mistake fits: compare the text above with the one you sign, and the secret';
}
