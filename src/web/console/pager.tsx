/** Pages of a long list, forwards and back. */
import { useState } from 'preact/hooks';
import { tell } from './console-words.ts';

export interface PagerState {
  /** The value of `after` for the next page. */
  readonly after: number;
  readonly back: readonly number[];
  readonly go: (to: { readonly after: number; readonly back: readonly number[] }) => void;
}

const START = { after: 0, back: [] } as const;

/** Begins again when the list becomes another: another search, another order. */
export function usePaging(list: string): PagerState {
  const [at, set] = useState<Pick<PagerState, 'after' | 'back'> & { readonly list: string }>({
    ...START,
    list,
  });
  return { ...(at.list === list ? at : START), go: (to) => set({ ...to, list }) };
}

export function Pager({ paging, next }: { paging: PagerState; next: number | null | undefined }) {
  const { after, back, go } = paging;
  const before = back.at(-1);
  if (before === undefined && (next === null || next === undefined)) return null;
  return (
    <div class="pager">
      <button
        type="button"
        class="quiet"
        disabled={before === undefined}
        onClick={() => go({ after: before ?? 0, back: back.slice(0, -1) })}
      >
        {tell('previous')}
      </button>
      <button
        type="button"
        class="quiet"
        disabled={next === null || next === undefined}
        onClick={() => go({ after: next ?? 0, back: [...back, after] })}
      >
        {tell('next')}
      </button>
    </div>
  );
}
