/**
 * What a matching engine reports of each message, in the words of the public benchmark, and the
 * hash over all of it by which engines are compared.
 */
import { createHash } from 'node:crypto';

export interface Reports {
  readonly accepted: (seq: number, side: number, id: number, price: number, size: number) => void;
  readonly traded: (seq: number, price: number, size: number, maker: number, taker: number) => void;
  readonly cancelled: (seq: number, side: number, id: number, price: number) => void;
  readonly modified: (seq: number, side: number, id: number, price: number, size: number) => void;
  readonly notCancelled: (seq: number, id: number) => void;
  readonly notModified: (seq: number, id: number) => void;
}

const nothing = (): void => undefined;

/** For who only measures. */
export const NO_REPORTS: Reports = {
  accepted: nothing,
  traded: nothing,
  cancelled: nothing,
  modified: nothing,
  notCancelled: nothing,
  notModified: nothing,
};

export interface HashedReports extends Reports {
  readonly lines: () => string[];
  readonly hash: () => string;
}

/** Sorted by the message and then by kind; those of a kind stay in their order. Ids as in files. */
export function createReports(): HashedReports {
  const rows: { readonly seq: number; readonly kind: number; readonly text: string }[] = [];
  const note = (kind: number, seq: number, ...rest: readonly number[]): void => {
    rows.push({ seq, kind, text: [kind, seq, ...rest].join(',') });
  };
  const lines = (): string[] =>
    rows.toSorted((one, two) => one.seq - two.seq || one.kind - two.kind).map(({ text }) => text);
  return {
    accepted: (seq, side, id, price, size) => note(0, seq, side, id - 1, price, size),
    traded: (seq, price, size, maker, taker) => note(1, seq, price, size, maker - 1, taker - 1),
    cancelled: (seq, side, id, price) => note(2, seq, side, id - 1, price),
    modified: (seq, side, id, price, size) => note(3, seq, side, id - 1, price, size),
    notCancelled: (seq, id) => note(4, seq, id - 1),
    notModified: (seq, id) => note(5, seq, id - 1),
    lines,
    hash: () => createHash('sha256').update(lines().join('\n')).digest('hex'),
  };
}
