/** What the account is worth: total equity, and below it the parts that add up to it. */
import type { ComponentChildren } from 'preact';
import { session } from '../client/session.ts';
import { Amount } from '../parts/amount.tsx';
import { ViewLink } from '../parts/controls.tsx';
import { share, toneOf } from '../parts/numbers.ts';
import { Loading, Panel } from '../parts/panel.tsx';
import { say, type WordName } from '../shell/language.ts';
import { isLiquidating, wallet } from './account-state.ts';
import type { AccountFigures } from './figures.ts';
import { PlayMoneyTools } from './play-money.tsx';
import { figures } from './reading.ts';

export function AccountPanel() {
  if (session.value === undefined) return null;
  const now = figures.value;
  return (
    <Panel title={say('accountSummary')} class="account" tools={<PlayMoneyTools />}>
      {now === undefined ? <Loading /> : <Sum now={now} />}
    </Panel>
  );
}

function Sum({ now }: { now: AccountFigures }) {
  const ratio = ratioOf(now);
  return (
    <>
      <dl class="account-sum">
        <Line word="equity" class="whole" value={<Amount value={now.equity} />} name="equity" />
        <Line word="available" sign="=" value={<Amount value={now.available} />} name="available" />
        <Line word="frozen" sign="+" value={<Amount value={now.frozen} />} name="frozen" />
        <Line
          word="positionMargins"
          sign="+"
          value={<Amount value={now.margins} />}
          name="margins"
        />
        <Line
          word="unrealised"
          class="apart"
          value={<Amount value={now.unrealised} class={toneOf(now.unrealised)} />}
          name="unrealised"
        />
        {wallet.value === undefined ? null : (
          <Line word="walletBalance" value={<Amount value={wallet.value} />} name="wallet" />
        )}
        <Line
          word="marginRatio"
          name="ratio"
          value={<span class={ratio > 0.8 ? 'down' : ''}>{share(ratio)}</span>}
        />
      </dl>
      {isLiquidating.value ? <p class="fault">{say('beingLiquidated')}</p> : null}
      <ViewLink class="account-more" to="/portfolio">
        {say('toPortfolio')} →
      </ViewLink>
    </>
  );
}

/** Liquidation begins at one; without positions the ratio is zero. */
function ratioOf({ requirement, crossEquity }: AccountFigures): number {
  if (requirement === 0n) return 0;
  return crossEquity > 0n ? Number(requirement) / Number(crossEquity) : 1;
}

interface LineProps {
  readonly word: WordName;
  readonly name: string;
  readonly sign?: string;
  readonly class?: string;
  readonly value: ComponentChildren;
}

const Line = ({ word, name, sign = '', class: style = '', value }: LineProps) => (
  <div class={style} data-figure={name}>
    <dt>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      {say(word)}
    </dt>
    <dd class="number">{value}</dd>
  </div>
);
