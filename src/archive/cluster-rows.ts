/**
 * The rows of many entries, table by table, with those of one account and contract side by side.
 * Neighbours share the pages of the indexes they go to, which makes a long write about a third
 * cheaper, and the pages a reader of that account will fetch. Lists are ordered by their indexes,
 * so the order in which rows are stored has no meaning.
 */
import type { HistoryRows } from '../domain/history.ts';
import type { AccountId, ContractId } from '../domain/ids.ts';

export function clusterRows(entries: readonly HistoryRows[]): Omit<HistoryRows, 'seq'> {
  return {
    orders: entries
      .flatMap(({ orders }) => orders)
      .sort((first, second) => compareHolders(first.order, second.order)),
    fills: entries.flatMap(({ fills }) => fills).sort(compareHolders),
    bills: entries.flatMap(({ bills }) => bills).sort(compareHolders),
    funding: entries.flatMap(({ funding }) => funding),
    liquidations: entries.flatMap(({ liquidations }) => liquidations),
  };
}

interface Held {
  readonly account: AccountId;
  readonly contract: ContractId | null;
}

const compareHolders = (first: Held, second: Held): number =>
  first.account - second.account || (first.contract ?? -1) - (second.contract ?? -1);
