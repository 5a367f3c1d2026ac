/** The order ticket: what to trade, at which price and size, and the effect. */
import { session } from '../client/session.ts';
import { contract } from '../market/contracts.ts';
import { Segments, Tabs } from '../parts/choice.tsx';
import { Check } from '../parts/controls.tsx';
import { Loading, Panel } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';
import { ConnectButton } from '../shell/sign-in-dialog.tsx';
import { changeDraft, draft, EFFECTS, KINDS } from './draft.ts';
import { MarginRow } from './margin-row.tsx';
import type { TicketScene } from './preview.ts';
import { scene } from './scene.ts';
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
      class="ticket-form"
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
        class="ticket-fields"
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
  <div class="sign-in-first">
    <p>{say('signInToTrade')}</p>
    <ConnectButton look="main-button" />
  </div>
);
