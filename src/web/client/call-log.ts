/** The calls this page made, for the inspector: newest first, up to a limit. */
import { signal } from '@preact/signals';

export interface CallNote {
  readonly id: number;
  readonly at: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Without its question mark; empty if there is none. */
  readonly query: string;
  readonly body: string;
  /** Undefined if the call needs no signature. */
  readonly signed: string | undefined;
  /** As they were sent, with secrets masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** A polling call that the page makes by itself. */
  readonly isRoutine: boolean;
  status: number;
  answer: string;
  tookMillis: number;
}

const KEPT_MAX = 200;

export const callLog = signal<readonly CallNote[]>([]);
let last = 0;

export function noteCall(
  begun: Omit<CallNote, 'id' | 'status' | 'answer' | 'tookMillis'>,
): CallNote {
  last += 1;
  const note: CallNote = { ...begun, id: last, status: 0, answer: '', tookMillis: 0 };
  callLog.value = [note, ...callLog.value].slice(0, KEPT_MAX);
  return note;
}

export function noteAnswer(note: CallNote, status: number, answer: string, took: number): void {
  note.status = status;
  note.answer = answer;
  note.tookMillis = took;
  callLog.value = [...callLog.value];
}
