/** Every request of this page: what was signed, sent and answered, and the same as code. */
import { computed, signal } from '@preact/signals';
import { ROUTINE } from '../client/call.ts';
import { type CallNote, callLog } from '../client/call-log.ts';
import { Segments } from '../parts/choice.tsx';
import { Icon } from '../parts/icon.tsx';
import { clockTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';
import { showNotice } from '../shell/notices.ts';
import { storedChoice } from '../shell/stored-choice.ts';
import { asProgram, PROGRAMS, type ProgramLanguage } from './as-program.ts';
import { sceneOf } from './call-scenes.ts';
import { inDialect, shortPath } from './in-dialect.ts';
import { SPOKEN } from './spoken-dialects.ts';

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
    <aside class="panel inspector" aria-label={say('inspector')}>
      <header class="panel-head">
        <h2>{say('inspector')}</h2>
        <label class="line check">
          <input
            type="checkbox"
            checked={polling.value === 'shown'}
            onChange={(event) => {
              polling.value = event.currentTarget.checked ? 'shown' : 'hidden';
            }}
          />
          <span>{say('showRoutine')}</span>
        </label>
        <button
          type="button"
          class="plain"
          aria-label={say('close')}
          onClick={() => {
            inspectorIsShown.value = false;
          }}
        >
          <Icon name="cross" />
        </button>
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
    onClick={() => {
      chosenId.value = note.id;
    }}
  >
    <StatusCell note={note} />
    <span class="method">{note.method}</span>
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
    <div class="call-detail">
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
          value={program.value}
          choose={(value) => {
            program.value = value;
          }}
        />
        <Segments
          label={say('dialect')}
          options={SPOKEN.map(({ label }) => ({ value: label, label }))}
          value={dialect?.label ?? ''}
          choose={(value) => {
            dialectName.value = value;
          }}
        />
        <button
          type="button"
          class="quiet"
          disabled={code === undefined}
          onClick={() => void copy(code ?? '')}
        >
          <Icon name="copy" />
          {say('copy')}
        </button>
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

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice('good', say('copied'));
  } catch {
    showNotice('bad', say('notCopied'));
  }
}
