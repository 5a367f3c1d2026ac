/**
 * A number for each price, zero where there is none, found in two reads. Prices are cut into pages
 * of 1,024, and only a page with a number in it exists: memory follows the numbers that are there,
 * not the path that prices took. Books change thousands of levels a second, and a hash table of all
 * of them would miss the caches at each.
 */

const PAGE_SHIFT = 10;
export const PAGE_PRICES = 1 << PAGE_SHIFT;
const PAGE_MASK = PAGE_PRICES - 1;
const RUNS_FIRST = 4;
const NO_PAGE = 0;

export class PriceTable {
  /** How many prices have a number. */
  size = 0;
  /** How many pages were ever made, page zero included. */
  pages = 1;
  /** The page of each run of prices. Page zero stays empty: it answers for every absent one. */
  #pageOf = new Int32Array(RUNS_FIRST);
  #numbers = new Float64Array(RUNS_FIRST << PAGE_SHIFT);
  /** How many numbers each page has. */
  #countOf = new Int32Array(RUNS_FIRST);
  /** Pages that had numbers and have none now. */
  readonly spare: number[] = [];

  get(price: number): number {
    const run = price >> PAGE_SHIFT;
    if (run >= this.#pageOf.length) return 0;
    return this.#numbers[(this.#pageOf[run]! << PAGE_SHIFT) | (price & PAGE_MASK)]!;
  }

  /** Prices are whole and not negative. Zero takes the number away. */
  set(price: number, value: number): void {
    const run = price >> PAGE_SHIFT;
    let page = run < this.#pageOf.length ? this.#pageOf[run]! : NO_PAGE;
    if (page === NO_PAGE) {
      if (value === 0) return;
      page = this.#openPage(run);
    }
    const place = (page << PAGE_SHIFT) | (price & PAGE_MASK);
    const before = this.#numbers[place]!;
    this.#numbers[place] = value;
    if (before !== 0 && value !== 0) return;
    const added = (value === 0 ? 0 : 1) - (before === 0 ? 0 : 1);
    const count = this.#countOf[page]! + added;
    this.#countOf[page] = count;
    this.size += added;
    if (count > 0) return;
    // Every number was erased when it went, so the page is as good as new.
    this.#pageOf[run] = NO_PAGE;
    this.spare.push(page);
  }

  /** As a map has it. */
  delete(price: number): void {
    this.set(price, 0);
  }

  /** The nearest price above that has a number, or below where the step is minus one; or zero. */
  next(price: number, step: 1 | -1): number {
    const end = this.#pageOf.length << PAGE_SHIFT;
    const first = step === 1 ? price + 1 : Math.min(price, end) - 1;
    for (let place = first; place > 0 && place < end; place += step) {
      const page = this.#pageOf[place >> PAGE_SHIFT]!;
      // To the last price of an absent page.
      if (page === NO_PAGE) place = step === 1 ? place | PAGE_MASK : place & ~PAGE_MASK;
      else if (this.#numbers[(page << PAGE_SHIFT) | (place & PAGE_MASK)] !== 0) return place;
    }
    return 0;
  }

  clear(): void {
    for (const [price] of [...this]) this.delete(price);
  }

  /** Prices and their numbers, from the lowest price up. */
  *[Symbol.iterator](): Generator<readonly [price: number, value: number]> {
    for (let price = this.next(0, 1); price !== 0; price = this.next(price, 1))
      yield [price, this.get(price)];
  }

  #openPage(run: number): number {
    if (run >= this.#pageOf.length) this.#pageOf = widened(Int32Array, this.#pageOf, run + 1);
    const page = this.spare.pop() ?? this.#newPage();
    this.#pageOf[run] = page;
    return page;
  }

  #newPage(): number {
    if (this.pages === this.#countOf.length) {
      this.#countOf = widened(Int32Array, this.#countOf, this.pages + 1);
      const length = this.#countOf.length << PAGE_SHIFT;
      this.#numbers = widened(Float64Array, this.#numbers, length);
    }
    this.pages += 1;
    return this.pages - 1;
  }
}

/** A copy at least so long; doubling keeps the cost of growing constant. */
function widened<Words extends { readonly length: number; set: (words: Words) => void }>(
  create: new (length: number) => Words,
  words: Words,
  length: number,
): Words {
  const wider = new create(Math.max(length, words.length * 2));
  wider.set(words);
  return wider;
}
