/** How late the account sees, acts and is told, and in a sandbox the means to change it. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { askOwn, ROUTINE, session } from '../client/call.ts';
import { Button } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from '../shell/language.ts';
import { showRefusal } from '../shell/notices.ts';

/** Undefined until the venue has told it. */
const latency = signal<string | undefined>(undefined);

async function read(): Promise<void> {
  const who = session.peek();
  const outcome = await askOwn(({ perpetua }) => perpetua.latency({}, ROUTINE));
  if (outcome.ok && session.peek() === who) latency.value = outcome.value.latency;
}

export function LatencyButton() {
  const [isOpen, open] = useState(false);
  const who = session.value;
  useEffect(() => {
    latency.value = undefined;
    if (who !== undefined) void read();
  }, [who]);
  const shown = latency.value ?? '–';
  if (who?.isSandbox !== true) return <span>{shown}</span>;
  return (
    <>
      <Button look="quiet tiny" label={shown} act={() => open(true)} />
      {isOpen ? <LatencyDialog close={() => open(false)} /> : null}
    </>
  );
}

function LatencyDialog({ close }: { close: () => void }) {
  const [text, set] = useState('');
  const change = async (): Promise<void> => {
    const asked = { latency: text.trim() === '' ? 'none' : text.trim() };
    const outcome = await askOwn(({ perpetua }) => perpetua.setLatency(asked));
    if (!outcome.ok) return showRefusal(outcome);
    latency.value = outcome.value.latency;
    close();
  };
  return (
    <Dialog title={say('latency')} close={close}>
      <p>{say('latencyText')}</p>
      <Field
        id="latency"
        kind="text"
        label={say('latency')}
        value={text}
        set={set}
        placeholder="feed=5ms,entry=20ms~0.6,answer=10ms"
      />
      <Button look="main-button" label={say('confirm')} act={change} />
    </Dialog>
  );
}
