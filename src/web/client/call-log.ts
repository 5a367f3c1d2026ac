/** The calls this page made, for the inspector: newest first, up to a limit. */
import { signal } from '@preact/signals';
import type { AnsweredCall, SentCall } from '../../client/client.ts';

type LoggedCall = Omit<SentCall, 'method'> & { readonly method: string };

export interface CallNote extends LoggedCall {
  readonly id: number;
  readonly at: number;
  /** Until it is answered, or given up. */
  readonly isPending: boolean;
  /** Zero if nobody answered. */
  readonly status: number;
  readonly answer: string;
  readonly tookMillis: number;
}

const KEPT_MAX = 200;
const SECRET_HEADERS: ReadonlySet<string> = new Set(['ACCESS-PASSPHRASE', 'ACCESS-SIGN']);

export const callLog = signal<readonly CallNote[]>([]);
let last = 0;

/** Secrets are masked. */
export function noteCall(sent: LoggedCall): (answered: AnsweredCall) => void {
  last += 1;
  const began = performance.now();
  const note: CallNote = {
    ...sent,
    headers: masked(sent.headers),
    id: last,
    at: Date.now(),
    isPending: true,
    status: 0,
    answer: '',
    tookMillis: 0,
  };
  callLog.value = [note, ...callLog.value].slice(0, KEPT_MAX);
  return ({ status, text }) => {
    const tookMillis = performance.now() - began;
    // A new object: what shows the old one is drawn again.
    const answered: CallNote = { ...note, isPending: false, status, answer: text, tookMillis };
    callLog.value = callLog.value.map((known) => (known === note ? answered : known));
  };
}

const masked = (headers: SentCall['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_HEADERS.has(name) ? `${value.slice(0, 4)}…` : value,
    ]),
  );
