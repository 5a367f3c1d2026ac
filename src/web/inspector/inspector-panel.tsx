/** Every request of this page: what was signed, sent and answered, and the same as code. */
import { computed, effect, signal } from '@preact/signals';
import type { CallScene, PageDialect } from '../../wire/page-words.ts';
import { formatLots } from '../../wire/quantity.ts';
import { held, livingOrders } from '../account/account-state.ts';
import { positionMode } from '../account/desk-settings.ts';
import { ROUTINE } from '../client/call.ts';
import { type CallNote, callLog } from '../client/call-log.ts';
import { contracts } from '../market/contracts.ts';
import { tickerOf } from '../market/tickers.ts';
import { Button, Check, CloseButton, kept, put, Segments } from '../parts/controls.tsx';
import { copy } from '../parts/credentials-list.tsx';
import { clockTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';
import { storedChoice } from '../shell/stored-choice.ts';
import { asProgram, PROGRAMS, type ProgramLanguage } from './as-program.ts';
import { inDialect, shortPath } from './in-dialect.ts';

export const inspectorIsShown = signal(false);

const polling = storedChoice<'hidden' | 'shown'>('polling', ['hidden', 'shown'], 'hidden');
const chosenId = signal<number | undefined>(undefined);
const program = signal<ProgramLanguage>('curl');
const dialectName = signal('');

const shown = computed(() =>
  callLog.value.filter(({ note }) => polling.value === 'shown' || note !== ROUTINE.note),
);
const chosen = computed(
  () => shown.value.find(({ id }) => id === chosenId.value) ?? shown.value[0],
);

export function Inspector() {
  if (!inspectorIsShown.value) return null;
  return (
    <aside class="column panel inspector" aria-label={say('inspector')}>
      <header class="ends panel-head">
        <h2>{say('inspector')}</h2>
        <Check
          label={say('showRoutine')}
          isOn={polling.value === 'shown'}
          set={(isOn) => put(polling, isOn ? 'shown' : 'hidden')()}
        />
        <CloseButton close={put(inspectorIsShown, false)} />
      </header>
      <div class="inspector-body">
        <ul class="call-list">
          {shown.value.map((note) => (
            <li key={note.id}>
              <CallRow note={note} />
            </li>
          ))}
        </ul>
        {chosen.value === undefined ? (
          <Empty text={say('noCalls')} />
        ) : (
          <CallDetail note={chosen.value} />
        )}
      </div>
    </aside>
  );
}

/** Under way, answered, or never answered. */
function StatusCell({ note: { isPending, status } }: { note: CallNote }) {
  if (isPending)
    return (
      <span class="status pending">
        <span class="spinner" aria-hidden="true" />
        <span class="unseen">{say('pending')}</span>
      </span>
    );
  if (status === 0) return <span class="status down">{say('unanswered')}</span>;
  return <span class={`status ${status === 200 ? 'up' : 'down'}`}>{status}</span>;
}

const answerTitle = ({ isPending, status, tookMillis }: CallNote): string => {
  if (isPending) return `${say('answer')} · ${say('pending')}`;
  return `${say('answer')} · ${status || say('unanswered')} · ${tookMillis.toFixed(1)} ms`;
};

const CallRow = ({ note }: { note: CallNote }) => (
  <button
    type="button"
    class="call-row"
    aria-current={chosen.value === note}
    onClick={put(chosenId, note.id)}
  >
    <StatusCell note={note} />
    <span class="muted">{note.method}</span>
    <span class="call-path">{shortPath(note.path)}</span>
    <time>{clockTime(note.at)}</time>
  </button>
);

function CallDetail({ note }: { note: CallNote }) {
  const dialect = SPOKEN.find(({ label }) => label === dialectName.value) ?? SPOKEN[0];
  const spoken = dialect === undefined ? [] : inDialect(dialect, note, sceneOf(note.id));
  const code =
    dialect === undefined || spoken.length === 0
      ? undefined
      : asProgram(program.value, spoken, location.origin, dialect);
  return (
    <div class="column call-detail">
      <Part
        title={say('request')}
        text={`${note.method} ${note.path}${note.query === '' ? '' : `?${note.query}`}`}
      />
      {note.signed === undefined ? null : <Part title={say('signedText')} text={note.signed} />}
      <Part title={say('headers')} text={headerText(note)} />
      {note.body === '' ? null : <Part title={say('body')} text={pretty(note.body)} />}
      <Part title={answerTitle(note)} text={pretty(note.answer)} />
      <div class="as-program">
        <Segments
          label={say('asProgram')}
          options={PROGRAMS.map((value) => ({ value, label: PROGRAM_NAMES[value] }))}
          {...kept(program)}
        />
        <Segments
          label={say('dialect')}
          options={SPOKEN.map(({ label }) => ({ value: label, label }))}
          value={dialect?.label ?? ''}
          choose={kept(dialectName).choose}
        />
        <Button
          icon="copy"
          label={say('copy')}
          disabled={code === undefined}
          act={() => copy(code ?? '')}
        />
      </div>
      <Part title={PROGRAM_NAMES[program.value]} text={code ?? say('noWords')} />
      <p class="hint">{say('programText')}</p>
    </div>
  );
}

const PROGRAM_NAMES = { curl: 'curl', python: 'Python', typescript: 'TypeScript' } as const;

const Part = ({ title, text }: { title: string; text: string }) => (
  <section class="call-part">
    <h3>{title}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable. */}
    <pre tabIndex={0}>{text}</pre>
  </section>
);

const headerText = ({ headers }: CallNote): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const ANSWER_SHOWN_MAX = 20_000;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, ANSWER_SHOWN_MAX);
  } catch {
    return text.slice(0, ANSWER_SHOWN_MAX);
  }
}

const scenes = new Map<number, CallScene>();

const sceneNow = (): CallScene => {
  const positions = held.peek();
  const lasts = new Map(
    contracts.peek().map(({ symbol }) => [symbol, tickerOf(symbol).peek()?.row.lastPrice]),
  );
  return {
    isNet: positionMode.peek() === 'net',
    orders: livingOrders.peek(),
    held: positions.map(({ contract, position: { side, size } }) => ({
      symbol: contract.symbol,
      side,
      size: formatLots(contract, size),
    })),
    lastOf: (symbol) => Number(lasts.get(symbol) ?? 0),
  };
};

/** An order may be over by the time its call is looked at. */
effect(() => {
  const posted = callLog.value.filter(({ method }) => method === 'POST');
  const known = new Set(posted.map(({ id }) => id));
  for (const id of known) if (!scenes.has(id)) scenes.set(id, sceneNow());
  for (const id of scenes.keys()) if (!known.has(id)) scenes.delete(id);
});

/** What the page knew when it sent something, kept as long as the call is in the log. */
export const sceneOf = (id: number): CallScene => scenes.get(id) ?? sceneNow();

const FOUND = import.meta.glob<{ readonly PAGE_WORDS: PageDialect }>('../../wire/*/page-words.ts', {
  eager: true,
});

/** The dialects in which the page can say its calls: each brings its words in its own folder. */
export const SPOKEN: readonly PageDialect[] = Object.values(FOUND)
  .map(({ PAGE_WORDS }) => PAGE_WORDS)
  .sort((one, other) => one.place - other.place);
