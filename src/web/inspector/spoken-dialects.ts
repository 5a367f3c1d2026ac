/** The dialects in which the page can say its calls: each brings its words in its own folder. */
import type { PageDialect } from '../../wire/page-words.ts';

const FOUND = import.meta.glob<{ readonly PAGE_WORDS: PageDialect }>('../../wire/*/page-words.ts', {
  eager: true,
});

export const SPOKEN: readonly PageDialect[] = Object.values(FOUND)
  .map(({ PAGE_WORDS }) => PAGE_WORDS)
  .sort((one, other) => one.place - other.place);
