/** The findings of surveillance with their evidence, and the sanctions given. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { FindingRecord, SurveillanceRecord } from '../../wire/competition/surveillance.ts';
import { isFound, SearchField } from '../parts/controls.tsx';
import { longField } from '../parts/form-fields.tsx';
import { dayAndTime, withCommas } from '../parts/numbers.ts';
import { Empty, Sheet } from '../parts/panel.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { numberColumn, Table, textualColumn } from '../parts/table.tsx';
import { language } from '../shell/language.ts';
import { type Act, ActButton, actOf } from './act.tsx';
import { tell } from './console-words.ts';
import { factIn } from './fact-words.ts';
import { ReadingState, useReading } from './reading.tsx';
import { hashOf, sanctioning, stepText } from './sanctioning.ts';

const EVERY = 10_000;

interface FoundRecord extends FindingRecord {
  readonly dismissed: Dismissed | null;
}

interface Dismissed {
  readonly note: string;
  readonly actor: string;
  readonly at: number;
  /** Those it was dismissed for, who may be more. */
  readonly accounts: readonly number[];
}

interface Found extends SurveillanceRecord {
  readonly findings: FoundRecord[];
}

const sought = signal('');

export function SurveillanceView() {
  const reading = useReading<Found>('/competition/surveillance', EVERY);
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { flagged } = reading.value;
  const findings = reading.value.findings.filter(({ teams }) => isFound(sought.value, teams));
  const causes = [...new Set(findings.map(({ test }) => test))].map((test) =>
    causeOf(
      test,
      findings.filter((finding) => finding.test === test),
    ),
  );
  causes.sort((one, other) => other.open.length - one.open.length);
  return (
    <>
      <section aria-label={tell('findings')} class="stack">
        <div class="row room-tools">
          <SearchField label={tell('findEntrant')} sought={sought} />
          <p class="muted">{tell('flaggedCount', { count: flagged })}</p>
        </div>
        {findings.length === 0 ? (
          <Empty text={tell('noFindings')}>
            <p class="hint">{tell('noFindingsText')}</p>
          </Empty>
        ) : null}
        {causes.map((cause) => (
          <CauseSheet key={cause.test} of={cause} />
        ))}
      </section>
      <Sanctions />
    </>
  );
}

interface Cause {
  readonly test: FindingRecord['test'];
  readonly open: readonly FoundRecord[];
  readonly below: readonly FoundRecord[];
  readonly dismissed: readonly FoundRecord[];
}

const causeOf = (test: Cause['test'], all: readonly FoundRecord[]): Cause => ({
  test,
  open: all.filter(({ flagged, dismissed }) => flagged && dismissed === null),
  below: all.filter(({ flagged, dismissed }) => !flagged && dismissed === null),
  dismissed: all.filter(({ dismissed }) => dismissed !== null),
});

/** All findings of one test: the flagged ones first, the others when asked for. */
function CauseSheet({ of: { test, open, below, dismissed } }: { of: Cause }) {
  const title = tell(`test:${test}`);
  const folds = [
    { name: 'below', rows: below, text: tell('belowCount', { count: below.length }) },
    {
      name: 'dismissed',
      rows: dismissed,
      text: tell('dismissedCount', { count: dismissed.length }),
    },
  ];
  return (
    <Sheet
      title={title}
      class="cause"
      acts={
        <span class={`badge ${open.length > 0 ? 'warn' : ''}`}>
          {tell('cause', { count: open.length })}
        </span>
      }
    >
      <Findings rows={open} />
      {folds.map(({ name, rows, text }) =>
        rows.length === 0 ? null : (
          <details key={name} class="fold">
            <summary>{text}</summary>
            <Findings rows={rows} />
          </details>
        ),
      )}
    </Sheet>
  );
}

const Findings = ({ rows }: { rows: readonly FoundRecord[] }) => (
  <div class="stack">
    {rows.map((finding) => (
      <Finding key={finding.accounts.join(' ')} of={finding} />
    ))}
  </div>
);

/** More teams than this are counted, and named when asked for. */
const NAMED_MAX = 3;

function Finding({ of }: { of: FoundRecord }) {
  const [hash, setHash] = useState('');
  const text = JSON.stringify(of);
  useEffect(() => {
    void hashOf(JSON.parse(text)).then(setHash);
  }, [text]);
  const title = tell(`test:${of.test}`);
  const facts = of.facts.map((fact) => factIn(fact, language.value));
  const reason = `${title}: ${facts.join('; ')}`.slice(0, 200);
  const isNamed = of.teams.length <= NAMED_MAX;
  const who = isNamed ? of.teams.join(', ') : tell('teamsNamed', { count: of.teams.length });
  return (
    <article class={`finding ${of.flagged ? 'flagged' : ''}`} aria-label={`${title}: ${who}`}>
      <header class="sheet-head">
        <div>
          <h3>{who}</h3>
          <p class="muted">
            {tell('score', { score: trimmed(of.score), limit: trimmed(of.limit) })}
          </p>
        </div>
        <div class="acts">
          {(isNamed ? of.teams : []).map((team) =>
            team === '' ? null : (
              <ActButton
                key={team}
                label={tell('sanctionNamed', { team })}
                act={() => sanctioning(team, hash, reason)}
                kind={of.flagged ? 'danger' : 'quiet'}
              />
            ),
          )}
          {of.dismissed === null ? (
            <ActButton label={tell('dismiss')} about={who} act={() => dismissing(of, title)} />
          ) : (
            <ActButton
              label={tell('restore')}
              about={who}
              act={() => restoring(of.test, of.dismissed?.accounts ?? [], title)}
            />
          )}
        </div>
      </header>
      {of.dismissed === null ? null : (
        <p>
          {tell('dismissedBy', {
            ...of.dismissed,
            accounts: '',
            time: dayAndTime(of.dismissed.at),
          })}
        </p>
      )}
      <ul class="consequences">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {isNamed ? null : (
        <details class="fold">
          <summary>{who}</summary>
          <p>{of.teams.join(', ')}</p>
        </details>
      )}
      <Evidence of={of} />
    </article>
  );
}

const Evidence = ({ of }: { of: FoundRecord }) =>
  of.fills.length === 0 ? null : (
    <details class="fold">
      <summary>
        {tell('fillsTogether')} <span class="count">{of.fills.length}</span>
      </summary>
      <Table<FindingRecord['fills'][number]>
        label={tell('fillsTogether')}
        columns={[
          textualColumn('at', tell('time'), ({ at }) => dayAndTime(at)),
          textualColumn('symbol', tell('contract'), ({ symbol }) => symbol),
          numberColumn('price', tell('price'), ({ price }) => withCommas(price)),
          numberColumn('fair', tell('fair'), ({ fair }) => withCommas(fair)),
          numberColumn('size', tell('size'), ({ size }) => size),
          numberColumn('moved', tell('transferred'), ({ transferred }) => trimmed(transferred)),
        ]}
        rows={of.fills}
        keyOf={({ trade }) => String(trade)}
      />
    </details>
  );

const dismissing = ({ test, accounts }: FoundRecord, title: string): Act =>
  actOf('dismiss', ['dismissConsequence'], '/competition/surveillance/dismiss', {
    title: tell('dismissTitle', { test: title }),
    fields: [longField('note', tell('note'), tell('noteHint'))],
    body: ({ note = '' }) => ({ test, accounts: accounts.map(String), note }),
  });

const restoring = (test: string, accounts: readonly number[], title: string): Act =>
  actOf('restore', ['restoreConsequence'], '/competition/surveillance/restore', {
    title,
    body: () => ({ test, accounts: accounts.map(String) }),
  });

const trimmed = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;

interface SanctionRow {
  readonly seq: number;
  readonly at: number;
  readonly account: number;
  readonly team: string;
  readonly step: string;
  readonly reason: string;
  readonly actor: string;
}

const sorting: SortingSignal = signal();

function Sanctions() {
  const reading = useReading<{ rows: readonly SanctionRow[] }>('/competition/sanctions?limit=200');
  const rows = (reading.value?.rows ?? [])
    .filter(({ team }) => isFound(sought.value, [team]))
    .toReversed();
  return (
    <Sheet title={tell('sanctionsSoFar')} class="tabled">
      {rows.length === 0 ? (
        <p class="hint">{tell('noSanctions')}</p>
      ) : (
        <Table<SanctionRow>
          label={tell('sanctionsSoFar')}
          columns={[
            textualColumn(
              'team',
              tell('team'),
              ({ team }) => team,
              ({ team, account, step }) => (
                <>
                  <strong>{team}</strong> <small>{account}</small>&ensp;{stepText(step)}
                </>
              ),
            ),
            textualColumn(
              'at',
              tell('time'),
              ({ at }) => at,
              ({ at }) => dayAndTime(at),
            ),
            textualColumn('by', tell('by'), byActor, byActor),
            textualColumn('reason', tell('reason'), ({ reason }) => reason),
          ]}
          rows={rows}
          keyOf={({ seq }) => String(seq)}
          sorting={sorting}
        />
      )}
    </Sheet>
  );
}

const byActor = ({ actor }: SanctionRow): string => actor;
