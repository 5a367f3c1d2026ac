/** The selected contract: its prices, its 24 hours and its funding, in one line. */
import { useEffect, useState } from 'preact/hooks';
import type { Contract } from '../../domain/contract.ts';
import { contract } from '../market/contracts.ts';
import { facts, venueTimeNow } from '../market/funding.ts';
import { tickerOf } from '../market/tickers.ts';
import { every } from '../parts/again.ts';
import { percent, short, timeLeft, toneOf, withCommas } from '../parts/numbers.ts';
import { Facts } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';

export function MarketBar() {
  const known = contract.value;
  const ticker = tickerOf(known?.symbol ?? '').value;
  const row = ticker?.row;
  const change = row?.priceChangePercent ?? '0';
  return (
    <div class="market-bar">
      <h1 class="market-title">
        {known === undefined ? '–' : `${known.base}${known.quote}`}
        <small>{say('perpetual')}</small>
      </h1>
      <div class={`market-last number ${wayTone(ticker?.way)}`} data-testid="last-price">
        {row === undefined ? '–' : withCommas(row.lastPrice)}
      </div>
      <Facts
        look="market-facts"
        rows={[
          [
            say('change24h'),
            <span key="change" class={toneOf(Number(change))}>
              {percent(change)}
            </span>,
          ],
          [say('mark'), row === undefined ? '–' : withCommas(row.markPrice)],
          [say('index'), indexText(known)],
          [say('high24h'), row === undefined ? '–' : withCommas(row.high)],
          [say('low24h'), row === undefined ? '–' : withCommas(row.low)],
          [say('turnover24h'), row === undefined ? '–' : short(row.value)],
          [say('openInterest'), short(facts.value?.openInterest || '0')],
          [say('funding'), <Funding key="funding" />],
        ]}
      />
    </div>
  );
}

/** With the decimals of a price. */
function indexText(known: Contract | undefined): string {
  const index = facts.value?.index || undefined;
  if (known === undefined || index === undefined) return '–';
  return withCommas(Number(index).toFixed(known.priceDecimals));
}

const wayTone = (way: 'up' | 'down' | 'same' | undefined): string =>
  way === 'up' || way === 'down' ? way : '';

function Funding() {
  const [, tick] = useState(0);
  useEffect(() => every(1_000, () => tick((count) => count + 1)), []);
  const known = facts.value;
  if (known === undefined || known.rate === '') return '–';
  return `${percent(known.rate, 4)} · ${timeLeft(known.nextAt - venueTimeNow())}`;
}
