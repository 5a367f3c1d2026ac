/**
 * The address of what the terminal shows: contract, tab and, on a narrow screen, section. A reload
 * or a shared link opens the same, and the browser's way back works.
 */
import { effect } from '@preact/signals';
import { contracts, findContract, symbol } from '../market/contracts.ts';
import { TABS, tab } from '../tables/shown-tab.ts';
import { PLACES, shownPlace } from './place.ts';

const PREFIX = 'cmt_';

const nameOf = (of: string): string =>
  of.startsWith(PREFIX) ? of.slice(PREFIX.length).toUpperCase() : of;

const symbolOf = (name: string): string =>
  /^[A-Z0-9]+$/.test(name) ? PREFIX + name.toLowerCase() : name;

function take(): void {
  const asked = new URLSearchParams(location.search);
  const market = asked.get('market');
  if (market !== null) symbol.value = symbolOf(market);
  tab.value = TABS.find((known) => known === asked.get('tab')) ?? tab.peek();
  shownPlace.value = PLACES.find((known) => known === asked.get('place')) ?? shownPlace.peek();
}

/** While the terminal is shown. */
export function keepAddress(): () => void {
  take();
  addEventListener('popstate', take);
  let isFirst = true;
  const stop = effect(() => {
    const [first] = contracts.value;
    // An address may name a contract that is not listed.
    if (first !== undefined && findContract(symbol.value) === undefined)
      symbol.value = first.symbol;
    const shown = { market: nameOf(symbol.value), tab: tab.value, place: shownPlace.value };
    const target = `?${new URLSearchParams(shown)}`;
    if (target === location.search) return;
    if (isFirst) history.replaceState(null, '', target);
    else history.pushState(null, '', target);
    isFirst = false;
  });
  return () => {
    removeEventListener('popstate', take);
    stop();
  };
}
