/** Every contract with its price and change; clicking one selects it. */
import type { Contract } from '../../domain/contract.ts';
import { contracts, problem, symbol } from '../market/contracts.ts';
import { tickerOf } from '../market/tickers.ts';
import { percent, toneOf, withCommas } from '../parts/numbers.ts';
import { Empty, Loading, Panel } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';

export function MarketList({ chosen }: { chosen?: () => void }) {
  return (
    <Panel title={say('markets')} class="markets">
      <div class="list-head" aria-hidden="true">
        <span>{say('contract')}</span>
        <span>{say('lastPrice')}</span>
        <span>{say('changeShort')}</span>
      </div>
      {contracts.value.length === 0 ? <Nothing /> : null}
      <ul class="market-rows">
        {contracts.value.map((contract) => (
          <li key={contract.symbol}>
            <MarketRow contract={contract} chosen={chosen} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const Nothing = () =>
  problem.value === undefined ? <Loading text={say('loading')} /> : <Empty text={problem.value} />;

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
      <span class={`number ${toneOf(Number(change))}`}>
        {ticker === undefined ? '–' : percent(change)}
      </span>
    </button>
  );
}
