/**
 * The texts of candles that are over. They do not change any more, and writing a thousand of them
 * costs more than everything else of an answer. Series that nobody asks for are forgotten first.
 */

/** Some twenty megabytes. */
const ROWS_MAX = 100_000;

/** The texts of one series by the beginnings of its candles. */
type Texts = Map<number, string>;

export class CandleTexts {
  readonly #rowsMax: number;
  /** The series that was asked for last comes last. */
  readonly #series = new Map<string, Texts>();
  #rows = 0;

  constructor(rowsMax = ROWS_MAX) {
    this.#rowsMax = rowsMax;
  }

  /**
   * The texts of these candles. Those that begin before `settled` are over, and written once for a
   * series.
   */
  textsOf<Row extends { readonly openAt: number }>(
    series: string,
    rows: readonly Row[],
    settled: number,
    write: (row: Row) => string,
  ): string[] {
    const kept = this.#series.get(series) ?? new Map();
    this.#series.delete(series);
    this.#series.set(series, kept);
    const before = kept.size;
    const texts = rows.map((row) => {
      const known = kept.get(row.openAt);
      if (known !== undefined) return known;
      const text = write(row);
      if (row.openAt < settled) kept.set(row.openAt, text);
      return text;
    });
    this.#rows += kept.size - before;
    this.#forget();
    return texts;
  }

  #forget(): void {
    for (const [series, kept] of this.#series) {
      if (this.#rows <= this.#rowsMax) return;
      this.#series.delete(series);
      this.#rows -= kept.size;
    }
  }
}
