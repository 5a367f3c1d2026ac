/** The order ticket: what to trade, at which price and size, and the effect. */
import { computed } from '@preact/signals';
import type { Contract } from '../../domain/contract.ts';
import type { PositionSide } from '../../domain/side.ts';
import { type Lots, lots, NO_MONEY, NO_TICKS } from '../../domain/units.ts';
import { bestAsk, bestBid } from '../../views/depth.ts';
import { livingOrders } from '../account/account-state.ts';
import { deskOf, positionMode } from '../account/desk-settings.ts';
import type { AccountInputs } from '../account/figures.ts';
import { isWaitingOrder } from '../account/own-orders.ts';
import { lotsOf } from '../account/own-position.ts';
import { reading } from '../account/reading.ts';
import { session } from '../client/call.ts';
import { contract } from '../market/contracts.ts';
import { book } from '../market/order-book.ts';
import { markOf, tickerOf } from '../market/tickers.ts';
import { Check, Segments, Tabs } from '../parts/controls.tsx';
import { Loading, Panel } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';
import { ConnectButton } from '../shell/sign-in-dialog.tsx';
import { changeDraft, draft, EFFECTS, KINDS } from './draft.ts';
import { MarginRow } from './margin-row.tsx';
import type { TicketScene } from './preview.ts';
import { Sides, sendSide } from './sides.tsx';
import { ExitFields, PriceFields, SizeField } from './ticket-fields.tsx';

export const TicketPanel = () => (
  <Panel title={say('trade')} class="ticket">
    {scene.value === undefined ? <Loading /> : <Ticket now={scene.value} />}
  </Panel>
);

function Ticket({ now }: { now: TicketScene }) {
  return (
    <form
      class="column ticket-form"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        const isTyping = event.target instanceof HTMLInputElement;
        if (event.key !== 'Enter' || !isTyping || event.repeat || event.isComposing) return;
        event.preventDefault();
        if (session.peek() !== undefined) void sendSide(now, event.shiftKey ? 'short' : 'long');
      }}
      key={contract.value?.symbol}
    >
      <MarginRow />
      {now.positionMode === 'hedge' ? <EffectChoice /> : null}
      <Tabs
        id="kind"
        label={say('orderKind')}
        options={KINDS.map((value) => ({ value, label: say(KIND_WORDS[value]) }))}
        value={draft.value.kind}
        choose={(kind) => changeDraft({ kind })}
      />
      <div
        class="column ticket-fields"
        id="kind-panel"
        role="tabpanel"
        aria-labelledby={`kind-tab-${draft.value.kind}`}
      >
        <PriceFields now={now} />
        <SizeField now={now} />
        {now.positionMode === 'net' ? <ReduceOnly /> : null}
        <ExitFields now={now} />
      </div>
      {session.value === undefined ? <SignInFirst /> : <Sides now={now} />}
    </form>
  );
}

const EffectChoice = () => (
  <Segments
    label={say('effect')}
    class="wide"
    options={EFFECTS.map((value) => ({
      value,
      label: say(value === 'open' ? 'effectOpen' : 'effectClose'),
    }))}
    value={draft.value.effect}
    choose={(effect) => changeDraft({ effect, size: '' })}
  />
);

const ReduceOnly = () => (
  <Check
    label={say('reduceOnly')}
    isOn={draft.value.effect === 'close'}
    set={(isOn) => changeDraft({ effect: isOn ? 'close' : 'open' })}
  />
);

const KIND_WORDS = { limit: 'kindLimit', market: 'kindMarket', plan: 'kindPlan' } as const;

const SignInFirst = () => (
  <div class="column sign-in-first">
    <p>{say('signInToTrade')}</p>
    <ConnectButton look="main-button" />
  </div>
);

/** Without an account: what an order would cost an empty account. */
const NOBODY: AccountInputs = {
  wallet: NO_MONEY,
  frozen: NO_MONEY,
  held: [],
  markOf,
  takerFeeOf: (symbol) => deskOf(symbol).takerFee,
};

/** Everything that the ticket's arithmetic needs, at this moment. */
export const scene = computed((): TicketScene | undefined => {
  const known = contract.value;
  const ticker = known === undefined ? undefined : tickerOf(known.symbol).value;
  if (known === undefined || ticker === undefined) return undefined;
  const depth = book.value?.contract === known ? book.value.depth : undefined;
  return {
    contract: known,
    prices: {
      mark: ticker.mark,
      last: ticker.last,
      bestBid: depth === undefined ? NO_TICKS : bestBid(depth),
      bestAsk: depth === undefined ? NO_TICKS : bestAsk(depth),
    },
    desk: deskOf(known.symbol),
    account: reading.value ?? NOBODY,
    positionMode: positionMode.value,
    ordered: (side) => orderedLots(known, side),
  };
});

/** What the working orders of a side that open still want. */
function orderedLots(known: Contract, side: PositionSide): Lots {
  let wanted = 0;
  for (const order of livingOrders.value) {
    const { contractId, positionSide, reduceOnly, size, cumFillSize } = order;
    if (contractId !== known.symbol || positionSide !== side.toUpperCase()) continue;
    if (reduceOnly || isWaitingOrder(order)) continue;
    wanted += lotsOf(known, size) - lotsOf(known, cumFillSize);
  }
  return lots(wanted);
}
