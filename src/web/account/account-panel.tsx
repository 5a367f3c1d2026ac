/** What the account is worth: total equity, and below it the parts that add up to it. */
import type { ComponentChildren } from 'preact';
import type { Money } from '../../domain/units.ts';
import { formatMoney } from '../../wire/quantity.ts';
import { isCutOff, session } from '../client/call.ts';
import { venueTimeNow } from '../market/funding.ts';
import { sayOutcome } from '../outcomes/outcome-words.ts';
import { Button, ViewLink } from '../parts/controls.tsx';
import { SureButton } from '../parts/dialog.tsx';
import { share, toneOf, withCommas } from '../parts/numbers.ts';
import { Loading, Panel } from '../parts/panel.tsx';
import { say, type WordName } from '../shell/language.ts';
import { showNotice, tellOutcome } from '../shell/notices.ts';
import { isLiquidating, wallet } from './account-state.ts';
import { type AccountFigures, marginRatio } from './figures.ts';
import { LatencyButton } from './latency-button.tsx';
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
  const ratio = marginRatio(now.crossEquity, now.requirement);
  return (
    <>
      <dl class="column account-sum">
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
        <Line word="latency" name="latency" value={<LatencyButton />} />
      </dl>
      {isLiquidating.value ? <p class="fault">{say('beingLiquidated')}</p> : null}
      <ViewLink class="account-more" to="/portfolio">
        {say('toPortfolio')} →
      </ViewLink>
    </>
  );
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

/** In a sandbox: more play money, or a fresh start. */
export function PlayMoneyTools() {
  if (session.value?.isSandbox !== true) return null;
  return (
    <div class="play-money">
      <Button
        look="quiet tiny"
        label={sayOutcome('refill')}
        disabled={isCutOff.value}
        act={() => change('refill')}
      />
      <SureButton
        label={sayOutcome('reset')}
        text={sayOutcome('resetSure')}
        disabled={isCutOff.value}
        act={() => change('reset')}
      />
    </div>
  );
}

async function change(act: 'refill' | 'reset'): Promise<void> {
  const headers = { 'access-key': session.peek()?.apiKey ?? '' };
  try {
    const response = await fetch(`/sandbox/accounts/${act}`, { method: 'POST', headers });
    const { wallet = '', reason = '' }: { wallet?: string; reason?: string } =
      await response.json();
    if (!response.ok) showNotice('bad', reason);
    else
      tellOutcome({
        tone: 'good',
        text: sayOutcome(act === 'refill' ? 'refilled' : 'resetDone', {
          wallet: withCommas(wallet.replace(/\.?0+$/, '')),
        }),
        at: venueTimeNow(),
      });
  } catch {
    showNotice('bad', sayOutcome('venueUnreachable'));
  }
}

const SHOWN_DECIMALS = 2;

/** Money with all its digits: cents in the foreground, the rest muted. */
export function Amount({ value, class: name = '' }: { value: Money; class?: string }) {
  const text = withCommas(formatMoney(value));
  const cut = text.indexOf('.') + 1 + SHOWN_DECIMALS;
  return (
    <span class={`amount ${name}`} data-exact={formatMoney(value)}>
      <span>{text.slice(0, cut)}</span>
      <span class="dust">{text.slice(cut)}</span>
    </span>
  );
}
