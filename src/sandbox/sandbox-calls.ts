/** The calls that a sandbox answered, for the assertions of a test. */

import type { OpenVenue } from '../assembly/open-files.ts';
import type { Credentials } from '../gateway/data-files.ts';
import type { AnswerFollower } from '../gateway/edge.ts';
import { findNamed } from '../gateway/faults/meet-call.ts';
import { accountAt } from './sandbox-accounts.ts';
import type { Guard } from './sandbox-error.ts';

/** A call as it came, and what was answered. */
export interface SandboxCall {
  /** On the machine's clock. */
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  /** Without its question mark; empty if there is none. */
  readonly query: string;
  readonly body: string;
  /** A place in `accounts`, also of a public call that names its key; null for strangers. */
  readonly account: number | null;
  /** Of HTTP; 0 if the answer was lost on request. */
  readonly status: number;
  /** The code of a refusal in the words of version 2; null if the call was carried out. */
  readonly code: string | null;
  /** The faults that it met; null without one. */
  readonly fault: string | null;
  readonly answer: string;
}

export interface CallActs {
  /** The newest 10,000 calls, oldest first; with a place only those of that account. */
  readonly calls: (place?: number) => readonly SandboxCall[];
}

const KEPT_MAX = 10_000;

export function createCallActs(
  { doors: { gateway }, keys }: Pick<OpenVenue, 'doors' | 'keys'>,
  accounts: readonly Credentials[],
  { expectOpen }: Guard,
): CallActs {
  const kept: SandboxCall[] = [];
  const follow: AnswerFollower = ({ now, method, target, headers, body }, answer, account) => {
    const whose = account ?? findNamed({ keys }, headers);
    const place = accounts.findIndex(({ accountId }) => accountId === whose);
    kept.push({
      at: new Date(now),
      method,
      path: target.path,
      query: target.query,
      body: body?.toString() ?? '',
      account: place < 0 ? null : place,
      status: answer.status,
      code: answer.code ?? null,
      fault: answer.fault ?? null,
      answer: answer.body,
    });
    if (kept.length > KEPT_MAX) kept.shift();
  };
  gateway.edge.followers.push(follow);
  return {
    calls: (place) => {
      expectOpen();
      if (place === undefined) return [...kept];
      accountAt(accounts, 'calls', place);
      return kept.filter(({ account }) => account === place);
    },
  };
}
