/** A test driver with views that fold what it has applied. */
import type { Event } from '../../src/domain/event.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { createViews, type FoldedEntry, foldEntry, type Views } from '../../src/views/views.ts';
import type { Driver } from '../kit/driver.ts';

export interface Folded {
  readonly driver: Driver;
  readonly views: Views;
  /** Folds every entry applied since the last call. */
  readonly fold: () => FoldedEntry[];
}

/** The driver keeps entries, not events: a twin engine tells them again. */
export function createFolded(driver: Driver): Folded {
  const views = createViews();
  const twin = createState();
  const fold = (): FoldedEntry[] =>
    driver.entries.slice(views.seq).map((entry) => {
      const events: readonly Event[] = apply(twin, entry);
      return foldEntry(views, { ...entry, events });
    });
  return { driver, views, fold };
}
