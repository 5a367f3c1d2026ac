/**
 * The trading terminal: everything at once on a wide screen, one section at a time on a narrow one.
 */
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { AccountPanel } from '../account/account-panel.tsx';
import { watchAccount } from '../account/account-state.ts';
import { watchDesks } from '../account/desk-settings.ts';
import { watchFills } from '../account/recent-fills.ts';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { readVenueTime } from '../client/call.ts';
import { Inspector } from '../inspector/inspector-panel.tsx';
import { fetchContracts, symbol } from '../market/contracts.ts';
import { watchFacts } from '../market/funding.ts';
import { watchBook } from '../market/order-book.ts';
import { watchTickers } from '../market/tickers.ts';
import { watchTape } from '../market/trade-tape.ts';
import { say } from '../shell/language.ts';
import { AccountTables } from '../tables/account-tables.tsx';
import { clearNumbers } from '../ticket/draft.ts';
import { TicketPanel } from '../ticket/ticket-panel.tsx';
import { BookPanel } from './book-panel.tsx';
import { MarketBar } from './market-bar.tsx';
import { MarketList } from './market-list.tsx';
import { TapePanel } from './tape-panel.tsx';

const PLACES = ['markets', 'chart', 'trade', 'account'] as const;
type Place = (typeof PLACES)[number];

/** The section that a narrow screen shows. */
const place = signal<Place>('chart');

const RETRY_AFTER = 1_500;
let isBegun = false;

/** Once, whichever view is shown. */
function begin(): void {
  if (isBegun) return;
  isBegun = true;
  watchAccount();
  watchDesks();
  watchFills();
  watchBook();
  watchTape();
  watchFacts();
  effect(() => {
    if (symbol.value !== '') clearNumbers();
  });
  void load();
}

async function load(): Promise<void> {
  const [isTimed, isLoaded] = await Promise.all([readVenueTime(), fetchContracts()]);
  if (isTimed && isLoaded) watchTickers();
  else setTimeout(() => void load(), RETRY_AFTER);
}

export function Terminal() {
  useEffect(begin, []);
  return (
    <div class="terminal" data-place={place.value}>
      <MarketBar />
      <MarketList
        chosen={() => {
          place.value = 'chart';
        }}
      />
      <ChartPanel />
      <div class="book-column">
        <BookPanel />
        <TapePanel />
      </div>
      <div class="ticket-column">
        <TicketPanel />
        <AccountPanel />
      </div>
      <AccountTables />
      <Inspector />
      <PlaceBar />
      <footer class="credits">
        {say('chartsBy')}{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer">
          TradingView Lightweight Charts™
        </a>
      </footer>
    </div>
  );
}

const PLACE_WORDS = {
  markets: 'markets',
  chart: 'chart',
  trade: 'trade',
  account: 'account',
} as const;

const PlaceBar = () => (
  <nav class="place-bar" aria-label={say('places')}>
    {PLACES.map((value) => (
      <button
        key={value}
        type="button"
        aria-current={place.value === value ? 'true' : undefined}
        onClick={() => {
          place.value = value;
        }}
      >
        {say(PLACE_WORDS[value])}
      </button>
    ))}
  </nav>
);
