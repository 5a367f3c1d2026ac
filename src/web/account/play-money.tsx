/** In a sandbox: more play money, or a fresh start. */
import { signal } from '@preact/signals';
import { isCutOff } from '../client/call.ts';
import { session } from '../client/session.ts';
import { venueTimeNow } from '../market/funding.ts';
import { sayOutcome } from '../outcomes/outcome-words.ts';
import { Dialog } from '../parts/dialog.tsx';
import { withCommas } from '../parts/numbers.ts';
import { say } from '../shell/language.ts';
import { showNotice, tellOutcome } from '../shell/notices.ts';

const isAsking = signal(false);

export function PlayMoneyTools() {
  if (session.value?.isSandbox !== true) return null;
  return (
    <div class="play-money">
      <button
        type="button"
        class="quiet tiny"
        disabled={isCutOff.value}
        onClick={() => void change('refill')}
      >
        {sayOutcome('refill')}
      </button>
      <button
        type="button"
        class="quiet tiny"
        disabled={isCutOff.value}
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {sayOutcome('reset')}
      </button>
      {isAsking.value ? <Sure /> : null}
    </div>
  );
}

const close = (): void => {
  isAsking.value = false;
};

const Sure = () => (
  <Dialog title={sayOutcome('reset')} close={close}>
    <p>{sayOutcome('resetSure')}</p>
    <button
      type="button"
      class="main-button"
      onClick={() => {
        close();
        void change('reset');
      }}
    >
      {say('confirm')}
    </button>
  </Dialog>
);

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
    showNotice('bad', say('venueUnreachable'));
  }
}
