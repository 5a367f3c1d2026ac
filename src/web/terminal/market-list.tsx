/** Every contract with its price and change: found by name, favourites first. */
import { signal } from '@preact/signals';
import type { Contract } from '../../domain/contract.ts';
import { contracts, problem, symbol } from '../market/contracts.ts';
import { sparklines } from '../market/sparklines.ts';
import { tickerOf } from '../market/tickers.ts';
import { Icon } from '../parts/icon.tsx';
import { percent, toneOf, withCommas } from '../parts/numbers.ts';
import { Empty, Loading, Panel } from '../parts/panel.tsx';
import { SparkLine } from '../parts/spark-line.tsx';
import { sayDesk } from '../shell/desk-words.ts';
import { say } from '../shell/language.ts';
import { storedNames } from '../shell/stored-choice.ts';

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

export function MarketList({ chosen }: { chosen?: () => void }) {
  const shown = listed();
  return (
    <Panel title={say('markets')} class="markets">
      <input
        type="search"
        class="market-search"
        id="market-search"
        aria-label={sayDesk('searchMarkets')}
        placeholder={sayDesk('searchMarkets')}
        autocomplete="off"
        spellcheck={false}
        value={sought.value}
        onInput={(event) => {
          sought.value = event.currentTarget.value;
        }}
      />
      <div class="list-head" aria-hidden="true">
        <span>{say('contract')}</span>
        <span>
          {say('lastPrice')} · {say('changeShort')}
        </span>
      </div>
      {contracts.value.length === 0 ? <Nothing /> : null}
      {contracts.value.length > 0 && shown.length === 0 ? (
        <Empty text={sayDesk('noMarket')} />
      ) : null}
      <ul class="market-rows">
        {shown.map((contract) => (
          <li key={contract.symbol} class="market-line">
            <FavouriteButton contract={contract} />
            <MarketRow contract={contract} chosen={chosen} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const Nothing = () =>
  problem.value === undefined ? <Loading text={say('loading')} /> : <Empty text={problem.value} />;

function FavouriteButton({ contract: { symbol: name, base, quote } }: { contract: Contract }) {
  const isOne = isFavourite(name);
  return (
    <button
      type="button"
      class="plain favourite"
      aria-pressed={isOne}
      aria-label={sayDesk('favourite', { name: `${base}${quote}` })}
      onClick={() => {
        const others = favourites.value.filter((known) => known !== name);
        favourites.value = isOne ? others : [...others, name];
      }}
    >
      <Icon name="star" />
    </button>
  );
}

function MarketRow({
  contract,
  chosen,
}: {
  contract: Contract;
  chosen?: (() => void) | undefined;
}) {
  const ticker = tickerOf(contract.symbol).value;
  const change = ticker?.row.priceChangePercent ?? '0';
  return (
    <button
      type="button"
      class="market-row"
      aria-current={symbol.value === contract.symbol}
      onClick={() => {
        symbol.value = contract.symbol;
        chosen?.();
      }}
    >
      <span class="market-name">
        {contract.base}
        <small>/{contract.quote}</small>
      </span>
      <span class="number">{ticker === undefined ? '–' : withCommas(ticker.row.lastPrice)}</span>
      <DayLine name={contract.symbol} />
      <span class={`number ${toneOf(Number(change))}`}>
        {ticker === undefined ? '–' : percent(change)}
      </span>
    </button>
  );
}

/** Not drawn anew with each price: the number beside it tells the newest. */
function DayLine({ name }: { name: string }) {
  const values = sparklines.value.get(name) ?? [];
  return <SparkLine values={values} base={values[0] ?? 0} />;
}
