/** Trades as they happen, newest first. */
import { tape } from '../market/trade-tape.ts';
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
  if (prints === undefined) return <Loading text={say('loading')} />;
  if (prints.length === 0) return <Empty text={say('noTrades')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable.
    <ol class="prints" tabIndex={0} aria-label={say('recentTrades')}>
      {prints.map((print) => (
        <li key={print.key}>
          <span class={print.taker === 'buy' ? 'up' : 'down'}>{withCommas(print.price)}</span>
          <span>{print.size}</span>
          <time>{clockTime(print.at)}</time>
        </li>
      ))}
    </ol>
  );
}
