/** Trades as they happen, newest first. */
import { type Print, tape } from '../market/trade-tape.ts';
import { useFittingRows } from '../parts/fitting-rows.ts';
import { clockTime, withCommas } from '../parts/numbers.ts';
import { Empty, Loading, Panel } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';

export const TapePanel = () => (
  <Panel title={say('recentTrades')} class="tape">
    <div class="list-head" aria-hidden="true">
      <span>{say('price')}</span>
      <span>{say('size')}</span>
      <span>{say('time')}</span>
    </div>
    <Prints />
  </Panel>
);

function Prints() {
  const prints = tape.value;
  if (prints === undefined) return <Loading />;
  if (prints.length === 0) return <Empty text={say('noTrades')} />;
  return <Rows prints={prints} />;
}

/** A row stays where it is and shows another trade: rows that run down are hard to read. */
function Rows({ prints }: { prints: readonly Print[] }) {
  const [box, count] = useFittingRows<HTMLOListElement>();
  return (
    <ol class="prints" ref={box} aria-label={say('recentTrades')}>
      {prints.slice(0, count).map((print, place) => (
        <li key={place}>
          <span class={print.taker === 'buy' ? 'up' : 'down'}>{withCommas(print.price)}</span>
          <span>{print.size}</span>
          <time>{clockTime(print.at)}</time>
        </li>
      ))}
    </ol>
  );
}
