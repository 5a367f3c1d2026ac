/** In a sandbox: more play money, or a fresh start. */
import { isCutOff } from '../client/call.ts';
import { session } from '../client/session.ts';
import { venueTimeNow } from '../market/funding.ts';
import { sayOutcome } from '../outcomes/outcome-words.ts';
import { Button } from '../parts/controls.tsx';
import { SureButton } from '../parts/dialog.tsx';
import { withCommas } from '../parts/numbers.ts';
import { showNotice, tellOutcome } from '../shell/notices.ts';

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
