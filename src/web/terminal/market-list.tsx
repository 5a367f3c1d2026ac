/** Every contract with its price and change: found by name, favourites first. */
import { signal } from '@preact/signals';
import type { Contract } from '../../domain/contract.ts';
import type { SocketTicker } from '../../wire/v2/format-socket.ts';
import { contracts, problem, symbol } from '../market/contracts.ts';
import { sparklines, tickerOf } from '../market/tickers.ts';
import { Icon } from '../parts/controls.tsx';
import { percent, toneOf, withCommas } from '../parts/numbers.ts';
import { Empty, Loading, Panel } from '../parts/panel.tsx';
import { SparkLine } from '../parts/spark-line.tsx';
import { say } from '../shell/language.ts';
import { storedNames } from '../shell/stored-choice.ts';
import { shownPlace } from './shown.ts';

const sought = signal('');
const favourites = storedNames('favourites');

const isFavourite = (name: string): boolean => favourites.value.includes(name);

function listed(): readonly Contract[] {
  const text = sought.value.trim().toUpperCase();
  const found = contracts.value.filter(({ base, quote }) => `${base}${quote}`.includes(text));
  const [first, then] = [true, false].map((wanted) =>
    found.filter((contract) => isFavourite(contract.symbol) === wanted),
  );
  return [...(first ?? []), ...(then ?? [])];
}

export function MarketList() {
  const shown = listed();
  return (
    <Panel title={say('markets')} class="markets">
      <input
        type="search"
        class="market-search"
        id="market-search"
        aria-label={say('searchMarkets')}
        placeholder={say('searchMarkets')}
        autocomplete="off"
        spellcheck={false}
        value={sought.value}
        onInput={(event) => {
          sought.value = event.currentTarget.value;
        }}
      />
      <div class="list-head hint" aria-hidden="true">
        <span>{say('contract')}</span>
        <span>
          {say('lastPrice')} · {say('changeShort')}
        </span>
      </div>
      {contracts.value.length === 0 ? <Nothing /> : null}
      {contracts.value.length > 0 && shown.length === 0 ? <Empty text={say('noMarket')} /> : null}
      <ul class="market-rows">
        {shown.map((contract) => (
          <li key={contract.symbol} class="market-line">
            <FavouriteButton contract={contract} />
            <MarketRow contract={contract} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const Nothing = () => (problem.value === undefined ? <Loading /> : <Empty text={problem.value} />);

function FavouriteButton({ contract: { symbol: name, base, quote } }: { contract: Contract }) {
  const isOne = isFavourite(name);
  return (
    <button
      type="button"
      class="plain favourite"
      aria-pressed={isOne}
      aria-label={say('favourite', { name: `${base}${quote}` })}
      onClick={() => {
        const others = favourites.value.filter((known) => known !== name);
        favourites.value = isOne ? others : [...others, name];
      }}
    >
      <Icon name="star" />
    </button>
  );
}

function MarketRow({ contract }: { contract: Contract }) {
  const ticker = tickerOf(contract.symbol).value;
  const change = ticker?.row.priceChangePercent ?? '0';
  const tone = toneOf(Number(change));
  return (
    <button
      type="button"
      class="market-row"
      aria-current={symbol.value === contract.symbol}
      onClick={() => {
        symbol.value = contract.symbol;
        shownPlace.value = 'chart';
      }}
    >
      <span class="market-name">
        {contract.base}
        <small>/{contract.quote}</small>
      </span>
      <span class="number">{ticker === undefined ? '–' : withCommas(ticker.row.lastPrice)}</span>
      <DayLine name={contract.symbol} base={ticker && dayAgo(contract, ticker.row)} tone={tone} />
      <span class={`number ${tone}`}>{ticker === undefined ? '–' : percent(change)}</span>
    </button>
  );
}

/** The price that the change is counted from. */
const dayAgo = ({ priceDecimals }: Contract, { lastPrice, priceChange }: SocketTicker): number =>
  Number((Number(lastPrice) - Number(priceChange)).toFixed(priceDecimals));

interface DayProps {
  readonly name: string;
  readonly base: number | undefined;
  readonly tone: ReturnType<typeof toneOf>;
}

/** Not drawn anew with each price: the number beside it tells the newest. */
function DayLine({ name, base, tone }: DayProps) {
  const values = sparklines.value.get(name) ?? [];
  return <SparkLine values={values} base={base ?? values[0] ?? 0} tone={tone} />;
}
