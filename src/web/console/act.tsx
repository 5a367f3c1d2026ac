/**
 * An action of an organiser: a button, a dialog that names the consequences, and the outcome with
 * its entry in the audit log. Observers see the button but cannot use it.
 */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AuditEntry } from '../../wire/competition/audit-sentences.ts';
import type { TokenOutcome } from '../client/token-call.ts';
import { Button, put } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { type FormField, FormFields, type FormValues } from '../parts/form-fields.tsx';
import { changeAdmin, mayChange } from './admin-client.ts';
import { findEntry } from './audit-entries.ts';
import { AuditLine } from './audit-view.tsx';
import { type ConsoleWord, tell } from './console-words.ts';
import { lookAgain } from './overview-feed.ts';
import { readAgain } from './reading.tsx';

export interface Act {
  readonly title: string;
  /** What it does, and what cannot be undone. */
  readonly consequences: readonly string[];
  readonly fields?: readonly FormField[];
  readonly path: string | ((typed: FormValues) => string);
  readonly body?: (typed: FormValues) => object;
  /** In place of one call: several, with their progress. Its value is what to show. */
  readonly run?: (
    typed: FormValues,
    note: NoteProgress,
  ) => Promise<TokenOutcome<ComponentChildren>>;
  readonly button: string;
  readonly isDangerous?: boolean;
  /** What to remember when it was done. */
  readonly keep?: (came: never) => void;
  /**
   * What to show when it was done; the caller knows the form of the answer. By default one word.
   */
  readonly show?: (came: never) => ComponentChildren;
}

/** One whose title is also its button. */
export const actOf = (
  word: ConsoleWord,
  consequences: readonly ConsoleWord[],
  path: string,
  more: Partial<Act> = {},
): Act => ({
  title: tell(word),
  consequences: consequences.map((each) => tell(each)),
  path,
  button: tell(word),
  ...more,
});

/** A short text that must be given. */
export const needed = (
  name: string,
  word: ConsoleWord,
  value = '',
  hint?: ConsoleWord,
): FormField => ({
  name,
  label: tell(word),
  value,
  isNeeded: true,
  hint: hint && tell(hint),
});

export type NoteProgress = (done: number, count: number) => void;

const asked = signal<Act | undefined>(undefined);

interface ActButtonProps {
  readonly act: () => Act;
  readonly label: string;
  /** The subject, where several buttons look alike. */
  readonly about?: string;
  readonly kind?: 'main' | 'quiet' | 'danger';
  /** Why the action is not possible now. */
  readonly obstacle?: string | undefined;
}

const CLASSES = { main: 'main-button slim', quiet: 'quiet', danger: 'quiet danger' } as const;

export function ActButton({ act, label, about, kind = 'quiet', obstacle }: ActButtonProps) {
  const reason = mayChange() ? obstacle : tell('observerMayNot');
  return (
    <button
      type="button"
      class={CLASSES[kind]}
      disabled={reason !== undefined}
      title={reason}
      aria-label={about === undefined ? undefined : `${label} ${about}`}
      onClick={() => put(asked, act())()}
    >
      {label}
    </button>
  );
}

export const ActDialog = () =>
  asked.value === undefined ? null : <OpenAct key={asked.value.title} act={asked.value} />;

interface Done {
  /** Its value is what to show. */
  readonly answer: TokenOutcome<ComponentChildren>;
  readonly entry: AuditEntry | undefined;
}

const initial = (act: Act): FormValues =>
  Object.fromEntries((act.fields ?? []).map(({ name, value = '' }) => [name, value]));

function OpenAct({ act }: { act: Act }) {
  const [typed, setTyped] = useState<FormValues>(() => initial(act));
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<Done | undefined>(undefined);
  const [progress, setProgress] = useState<Progress | undefined>(undefined);
  const close = put(asked, undefined);
  const go = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const path = typeof act.path === 'string' ? act.path : act.path(typed);
    const answer = await (act.run === undefined
      ? callOnce(act, path, typed)
      : act.run(typed, (ready, count) => setProgress({ ready, count })));
    setProgress(undefined);
    const [entry] = await Promise.all([findEntry(path), lookAgain()]);
    setBusy(false);
    setDone({ answer, entry });
    readAgain();
  };
  const isDone = done?.answer.ok === true;
  const isReady = (act.fields ?? []).every(
    ({ name, isNeeded }) => isNeeded !== true || typed[name]?.trim() !== '',
  );
  return (
    <Dialog title={act.title} close={close} class="act-dialog">
      {isDone ? (
        <Outcome done={done} close={close} />
      ) : (
        <form onSubmit={(event) => void go(event)}>
          <ul class="consequences">
            {act.consequences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <FormFields fields={act.fields ?? []} typed={typed} set={setTyped} />
          {done === undefined || done.answer.ok ? null : (
            <div class="refused" role="alert">
              <p class="fault">{done.answer.message || tell('venueUnreachable')}</p>
              <AuditLine entry={done.entry} />
            </div>
          )}
          <ProgressBar of={progress} />
          <div class="dialog-acts">
            <Button label={tell('leave')} act={close} />
            <button
              type="submit"
              class={`main-button slim ${act.isDangerous === true ? 'danger' : ''}`}
              disabled={isBusy || !isReady}
            >
              {isBusy ? tell('underWay') : act.button}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface Progress {
  readonly ready: number;
  readonly count: number;
}

function ProgressBar({ of }: { of: Progress | undefined }) {
  if (of === undefined) return null;
  const text = tell('progress', { done: of.ready, count: of.count });
  return (
    <p class="row" role="status">
      <progress aria-label={tell('underWay')} value={of.ready} max={of.count} /> {text}
    </p>
  );
}

async function callOnce(
  act: Act,
  path: string,
  typed: FormValues,
): Promise<TokenOutcome<ComponentChildren>> {
  const answer = await changeAdmin<never>(path, act.body?.(typed) ?? {});
  if (!answer.ok) return answer;
  act.keep?.(answer.value);
  return { ok: true, value: act.show?.(answer.value) };
}

function Outcome({ done, close }: { done: Done; close: () => void }) {
  if (!done.answer.ok) return null;
  return (
    <div class="stack act-done">
      <p class="good" role="status">
        {tell('doneWord')}
      </p>
      {done.answer.value}
      <AuditLine entry={done.entry} />
      <div class="dialog-acts">
        <Button look="main-button slim" label={tell('close')} act={close} />
      </div>
    </div>
  );
}
