/** Where a call goes, and on which terms. */

/** Names in braces in the path are fields of what is asked. */
export type Route = readonly [
  method: 'GET' | 'POST',
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
  /** For the observer of the client: why it is asked, say. */
  readonly note?: string;
}

export type SendCall = <Answer>(
  route: Route,
  asked: object | undefined,
  terms: CallTerms | undefined,
) => Promise<Answer>;
