/** The calls of the page are made in version 2. */
import type { PageDialect } from '../page-words.ts';

export const PAGE_WORDS: PageDialect = { label: 'v2', place: 1, words: undefined };
