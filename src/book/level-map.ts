/**
 * From a price to the number of its level, in two reads. Prices are cut into pages of 1,024, and
 * only a page with a level in it exists, so a price far from the others costs one page of four
 * kilobytes. A page that empties is used again elsewhere: memory follows the live levels, not the
 * path the price took.
 */

export interface LevelMap {
  /** Page of each run of 1,024 prices; zero where there is none. */
  pageOf: Int32Array;
  /** The pages, one after another. Page zero stays empty: it answers for every absent page. */
  levels: Int32Array;
  /** How many levels each page holds. */
  liveOf: Int32Array;
  /** Pages that were used and are empty now. */
  readonly sparePages: number[];
  /** Pages ever handed out, page zero included. */
  pages: number;
}

/** The level of a price that has none. */
export const NO_LEVEL = 0;

const NO_PAGE = 0;
const PAGE_SHIFT = 10;
const PAGE_MASK = (1 << PAGE_SHIFT) - 1;
const PAGES_FIRST = 4;

export const createLevelMap = (): LevelMap => ({
  pageOf: new Int32Array(PAGES_FIRST),
  levels: new Int32Array(PAGES_FIRST << PAGE_SHIFT),
  liveOf: new Int32Array(PAGES_FIRST),
  sparePages: [],
  pages: 1,
});

export function levelAt(map: LevelMap, tick: number): number {
  const run = tick >> PAGE_SHIFT;
  if (run >= map.pageOf.length) return NO_LEVEL;
  return map.levels[(map.pageOf[run]! << PAGE_SHIFT) | (tick & PAGE_MASK)]!;
}

/** Sets the level of a price that has none yet. */
export function putLevel(map: LevelMap, tick: number, level: number): void {
  const run = tick >> PAGE_SHIFT;
  if (run >= map.pageOf.length) map.pageOf = widened(map.pageOf, run + 1);
  let page = map.pageOf[run]!;
  if (page === NO_PAGE) {
    page = map.sparePages.pop() ?? newPage(map);
    map.pageOf[run] = page;
  }
  map.levels[(page << PAGE_SHIFT) | (tick & PAGE_MASK)] = level;
  map.liveOf[page] = map.liveOf[page]! + 1;
}

export function dropLevel(map: LevelMap, tick: number): void {
  const run = tick >> PAGE_SHIFT;
  const page = map.pageOf[run]!;
  map.levels[(page << PAGE_SHIFT) | (tick & PAGE_MASK)] = NO_LEVEL;
  const live = map.liveOf[page]! - 1;
  map.liveOf[page] = live;
  if (live > 0) return;
  // Every entry was erased when its level went, so the page is as good as new.
  map.pageOf[run] = NO_PAGE;
  map.sparePages.push(page);
}

function newPage(map: LevelMap): number {
  if (map.pages === map.liveOf.length) {
    map.liveOf = widened(map.liveOf, map.pages + 1);
    map.levels = widened(map.levels, map.liveOf.length << PAGE_SHIFT);
  }
  map.pages += 1;
  return map.pages - 1;
}

/** A copy at least `length` long; doubling keeps the cost per added page constant. */
function widened(words: Int32Array, length: number): Int32Array {
  const wider = new Int32Array(Math.max(length, words.length * 2));
  wider.set(words);
  return wider;
}
