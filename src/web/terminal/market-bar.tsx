/** The selected contract: its prices, its 24 hours and its funding, in one line. */
import { useEffect, useState } from 'preact/hooks';
import type { Contract } from '../../domain/contract.ts';
import { contract } from '../market/contracts.ts';
import { facts, venueTimeNow } from '../market/funding.ts';
import { tickerOf } from '../market/tickers.ts';
import { every } from '../parts/again.ts';
import { percent, short, timeLeft, toneOf, withCommas } from '../parts/numbers.ts';
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
      <dl class="market-facts">
        <Fact label={say('change24h')} value={percent(change)} tone={toneOf(Number(change))} />
        <Fact label={say('mark')} value={row === undefined ? '–' : withCommas(row.markPrice)} />
        <Fact label={say('index')} value={indexText(known)} />
        <Fact label={say('high24h')} value={row === undefined ? '–' : withCommas(row.high)} />
        <Fact label={say('low24h')} value={row === undefined ? '–' : withCommas(row.low)} />
        <Fact label={say('turnover24h')} value={row === undefined ? '–' : short(row.value)} />
        <Fact label={say('openInterest')} value={short(facts.value?.openInterest || '0')} />
        <FundingFact />
      </dl>
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

const Fact = ({ label, value, tone = '' }: { label: string; value: string; tone?: string }) => (
  <div class="fact">
    <dt>{label}</dt>
    <dd class={`number ${tone}`}>{value}</dd>
  </div>
);

function FundingFact() {
  const [, tick] = useState(0);
  useEffect(() => every(1_000, () => tick((count) => count + 1)), []);
  const known = facts.value;
  if (known === undefined || known.rate === '') return <Fact label={say('funding')} value="–" />;
  const left = timeLeft(known.nextAt - venueTimeNow());
  return <Fact label={say('funding')} value={`${percent(known.rate, 4)} · ${left}`} />;
}
