/**
 * Keeps what a view shows in the address, so that a reload or a shared link opens the same, and the
 * browser's way back works. What the reader chooses is a step to go back from; what the page fills
 * in by itself is none.
 */
import { effect } from '@preact/signals';

export interface ShownAddress {
  /** Shows what an address asks for. */
  readonly take: (asked: URLSearchParams) => void;
  /** Mends what cannot be shown, and says whether it did. */
  readonly mend?: () => boolean;
  /** What is shown, as the address says it. */
  readonly say: () => Readonly<Record<string, string>>;
}

/** While the view is shown. */
export function keepAddress({ take, mend = () => false, say }: ShownAddress): () => void {
  const takeAll = (): void => take(new URLSearchParams(location.search));
  takeAll();
  addEventListener('popstate', takeAll);
  let isFirst = true;
  const stop = effect(() => {
    const isMended = mend();
    const target = `?${new URLSearchParams(say())}`;
    if (target !== location.search) {
      if (isFirst || isMended) history.replaceState(null, '', target);
      else history.pushState(null, '', target);
    }
    isFirst = false;
  });
  return () => {
    removeEventListener('popstate', takeAll);
    stop();
  };
}
