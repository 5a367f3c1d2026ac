/**
 * The trading terminal: everything at once on a wide screen, one section at a time on a narrow one.
 */
import { useEffect } from 'preact/hooks';
import { AccountPanel } from '../account/account-panel.tsx';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { isCutOff } from '../client/call.ts';
import { Inspector } from '../inspector/inspector-panel.tsx';
import { contract, contracts, findContract, symbol } from '../market/contracts.ts';
import { tickerOf } from '../market/tickers.ts';
import { sayOutcome } from '../outcomes/outcome-words.ts';
import { Badge, put } from '../parts/controls.tsx';
import { keepAddress, type ShownAddress } from '../parts/keep-address.ts';
import { withCommas } from '../parts/numbers.ts';
import { keepTitle } from '../shell/route.ts';
import { Shell } from '../shell/shell.tsx';
import { AccountTables } from '../tables/account-tables.tsx';
import { TicketPanel } from '../ticket/ticket-panel.tsx';
import { begin } from './begin.ts';
import { BookPanel, TapePanel } from './book-panel.tsx';
import { hearKeys, KeyHelp } from './hotkeys.tsx';
import { MarketBar } from './market-bar.tsx';
import { MarketList } from './market-list.tsx';
import { paneSizes, Separator } from './separators.tsx';
import { PLACES, type Place, shownPlace, TABS, tab, unseen } from './shown.ts';

function priceNow(): string | undefined {
  const known = contract.value;
  const last = tickerOf(known?.symbol ?? '').value?.row.lastPrice;
  return known && last && `${withCommas(last)} ${known.base}${known.quote}`;
}

function Terminal() {
  useEffect(() => keepAddress(TERMINAL_ADDRESS), []);
  useEffect(begin, []);
  useEffect(hearKeys, []);
  useEffect(() => keepTitle(priceNow), []);
  return (
    <div
      class="terminal"
      style={paneSizes}
      data-place={shownPlace.value}
      data-cut-off={isCutOff.value ? 'yes' : undefined}
    >
      {isCutOff.value ? <p class="cut-off">{sayOutcome('cutOff')}</p> : null}
      <MarketBar />
      <MarketList />
      <ChartPanel />
      <Separator pane="book" />
      <div class="book-column">
        <BookPanel />
        <TapePanel />
      </div>
      <Separator pane="ticket" />
      <div class="column ticket-column">
        <TicketPanel />
        <AccountPanel />
      </div>
      <Separator pane="tables" />
      <AccountTables />
      <Inspector />
      <KeyHelp />
      <PlaceBar />
      <footer class="credits hint">
        {sayOutcome('chartsBy')}{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer">
          TradingView Lightweight Charts™
        </a>
      </footer>
    </div>
  );
}

function PlaceBar() {
  const count = [...unseen.value.values()].reduce((sum, each) => sum + each, 0);
  const hasNews = (value: Place): boolean =>
    value === 'account' && shownPlace.value !== value && count > 0;
  return (
    <nav class="place-bar" aria-label={sayOutcome('places')}>
      {PLACES.map((value) => (
        <button
          key={value}
          type="button"
          aria-current={shownPlace.value === value ? 'true' : undefined}
          aria-description={hasNews(value) ? sayOutcome('news', { count }) : undefined}
          onClick={put(shownPlace, value)}
        >
          {sayOutcome(value)}
          {hasNews(value) ? <Badge count={count} /> : null}
        </button>
      ))}
    </nav>
  );
}

export const TerminalPage = () => (
  <Shell>
    <Terminal />
  </Shell>
);

const PREFIX = 'cmt_';

const nameOf = (of: string): string =>
  of.startsWith(PREFIX) ? of.slice(PREFIX.length).toUpperCase() : of;

const symbolOf = (name: string): string =>
  /^[A-Z0-9]+$/.test(name) ? PREFIX + name.toLowerCase() : name;

/** The address of what the terminal shows: contract, tab and, on a narrow screen, section. */
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
