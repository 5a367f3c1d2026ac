/** Browsers are told to take answers for data and nothing else. */

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A page that needs more sets its own policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
