/** Counts by group, and knows at once which group has the most. */
export class Tally {
  readonly #counts = new Map<string, number>();
  /** Groups by their count. */
  readonly #byCount = new Map<number, Set<string>>();
  #most = 0;

  countOf(group: string): number {
    return this.#counts.get(group) ?? 0;
  }

  /** Returns one of the groups with the most. */
  findLargest(): { readonly group: string; readonly count: number } | undefined {
    for (const group of this.#byCount.get(this.#most) ?? []) return { group, count: this.#most };
    return undefined;
  }

  add(group: string): void {
    this.#change(group, 1);
  }

  remove(group: string): void {
    this.#change(group, -1);
  }

  #change(group: string, by: 1 | -1): void {
    const before = this.countOf(group);
    const after = before + by;
    const left = this.#byCount.get(before);
    left?.delete(group);
    if (left?.size === 0) this.#byCount.delete(before);
    if (after <= 0) this.#counts.delete(group);
    else {
      this.#counts.set(group, after);
      const joined = this.#byCount.get(after) ?? new Set();
      this.#byCount.set(after, joined.add(group));
    }
    if (after > this.#most) this.#most = after;
    else if (before === this.#most && !this.#byCount.has(before)) this.#most = Math.max(0, after);
  }
}
