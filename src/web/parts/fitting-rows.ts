/** How many rows of the book or of the trades fit into the box that they are shown in. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** As in the style sheet. */
const ROW_HEIGHT = 19;

/** `taken` is the height in pixels of what else is in the box. */
export function useFittingRows<Box extends HTMLElement>(
  taken = 0,
): readonly [RefObject<Box | null>, number] {
  const box = useRef<Box>(null);
  const [rows, set] = useState(0);
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const measure = (): void =>
      set(Math.max(0, Math.floor(((box.current?.clientHeight ?? 0) - taken) / ROW_HEIGHT)));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [taken]);
  return [box, rows];
}
