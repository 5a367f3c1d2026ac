/** Explanations of liquidations, deleveragings and funding payments, with all their numbers. */
import type { FundingPaymentRecord } from '../../wire/v2/extensions/why.ts';
import { contractName } from '../market/contracts.ts';
import { dayAndTime, digits, toneOf } from '../parts/numbers.ts';
import { Empty, Loading } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';
import { fundingPayments, liquidations } from '../tables/history-lists.ts';
import { MoreRows, Retry } from '../tables/history-tables.tsx';
import { asStories, type Story } from './stories.ts';
import { DeleveragedText, EndingText, FundingText, StartedText } from './why-texts.tsx';

export function WhyTable() {
  const ended = liquidations.state.value;
  const paid = fundingPayments.state.value;
  if (!ended.isKnown || !paid.isKnown) return <Loading />;
  if (ended.problem !== undefined) return <Retry list={liquidations} text={ended.problem} />;
  if (ended.rows.length === 0 && paid.rows.length === 0) return <Empty text={say('noWhy')} />;
  return (
    <div class="column why-list">
      {asStories(ended.rows).map((story) => (
        <LiquidationEntry key={`${story.record.kind}${story.record.id}`} story={story} />
      ))}
      <MoreRows list={liquidations} />
      {paid.rows.map((record) => (
        <FundingEntry key={record.id} record={record} />
      ))}
      <MoreRows list={fundingPayments} />
    </div>
  );
}

function LiquidationEntry({ story: { record, ended, covered } }: { story: Story }) {
  const isStart = record.kind === 'started';
  return (
    <details class="why" open>
      <summary>
        <span class={`badge ${isStart ? 'down' : 'warn'}`}>
          {say(isStart ? 'liquidation' : 'deleveraging')}
        </span>
        <span>{isStart ? say(marginWord(record.scope)) : contractName(record.symbol)}</span>
        <time>{dayAndTime(record.time)}</time>
      </summary>
      {isStart ? <StartedText record={record} /> : <DeleveragedText record={record} />}
      {isStart ? <EndingText started={record} ended={ended} covered={covered} /> : null}
    </details>
  );
}

const marginWord = (scope: 'SHARED' | 'ISOLATED') => (scope === 'SHARED' ? 'cross' : 'isolated');

const FundingEntry = ({ record }: { record: FundingPaymentRecord }) => (
  <details class="why">
    <summary>
      <span class="badge">{say('funding')}</span>
      <span>{contractName(record.symbol)}</span>
      <span class={`number ${toneOf(Number(record.amount))}`}>{digits(record.amount)} USDT</span>
      <time>{dayAndTime(record.time)}</time>
    </summary>
    <FundingText record={record} />
  </details>
);
