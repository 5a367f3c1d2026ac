/** The address of what the terminal shows: contract, tab and, on a narrow screen, section. */
import { contracts, findContract, symbol } from '../market/contracts.ts';
import type { ShownAddress } from '../parts/keep-address.ts';
import { TABS, tab } from '../tables/shown-tab.ts';
import { PLACES, shownPlace } from './place.ts';

const PREFIX = 'cmt_';

const nameOf = (of: string): string =>
  of.startsWith(PREFIX) ? of.slice(PREFIX.length).toUpperCase() : of;

const symbolOf = (name: string): string =>
  /^[A-Z0-9]+$/.test(name) ? PREFIX + name.toLowerCase() : name;

export const TERMINAL_ADDRESS: ShownAddress = {
  take: (asked) => {
    const market = asked.get('market');
    if (market !== null) symbol.value = symbolOf(market);
    tab.value = TABS.find((known) => known === asked.get('tab')) ?? tab.peek();
    shownPlace.value = PLACES.find((known) => known === asked.get('place')) ?? shownPlace.peek();
  },
  /** An address may name a contract that is not listed. */
  mend: () => {
    const [first] = contracts.value;
    if (first === undefined || findContract(symbol.value) !== undefined) return false;
    symbol.value = first.symbol;
    return true;
  },
  say: () => ({ market: nameOf(symbol.value), tab: tab.value, place: shownPlace.value }),
};
