/**
 * Who waits for something slow: addresses take turns, and the teams of an address. However much one
 * hands in, nobody else waits for more than one of it.
 */

type Teams<Item> = Map<string, Item[]>;

export class TurnQueue<Item> {
  /** The address whose turn it is comes first, and so does the team. */
  readonly #addresses = new Map<string, Teams<Item>>();

  add(address: string, team: string, item: Item): void {
    const teams = this.#addresses.get(address) ?? new Map<string, Item[]>();
    this.#addresses.set(address, teams);
    const items = teams.get(team) ?? [];
    teams.set(team, items);
    items.push(item);
  }

  next(): Item | undefined {
    const [turn] = this.#addresses;
    if (turn === undefined) return undefined;
    const [address, teams] = turn;
    const [[team, items] = ['', []]] = teams;
    const item = items.shift();
    // Whoever has more stands behind all others.
    teams.delete(team);
    if (items.length > 0) teams.set(team, items);
    this.#addresses.delete(address);
    if (teams.size > 0) this.#addresses.set(address, teams);
    return item;
  }
}
