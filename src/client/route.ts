/** Where a call goes, and on which terms. */

/** Names in braces in the path are fields of what is asked. */
export type Route = readonly [
  verb: 'GET' | 'POST',
  access: 'open' | 'signed' | 'claimed',
  path: string,
  /** The answer may take as long as it takes. */
  mayLast?: 'lasts',
];

/** Terms of one call, instead of those of the client. */
export interface CallTerms {
  readonly signal?: AbortSignal;
  readonly timeoutMillis?: number;
  readonly retries?: number;
}

export type SendCall = <Answer>(
  route: Route,
  asked: object | undefined,
  terms: CallTerms | undefined,
) => Promise<Answer>;
