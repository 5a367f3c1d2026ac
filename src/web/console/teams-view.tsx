/** The teams that applied, and the decision on each. */
import { signal } from '@preact/signals';
import { Segments } from '../parts/choice.tsx';
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { type Act, ActButton } from './act.tsx';
import { tell } from './console-words.ts';
import type { ConsoleWord } from './console-words-en.ts';
import { CredentialsList, type IssuedCredentials } from './credentials.tsx';
import { Pager, usePaging } from './pager.tsx';
import { useReading } from './reading.ts';
import { ReadingState } from './reading-state.tsx';
import type { SeasonState } from './season-state.ts';

interface Registration {
  readonly id: string;
  readonly team: string;
  readonly state: 'registered' | 'approved' | 'rejected' | 'withdrawn';
  readonly reason: string;
  readonly account: number | null;
  readonly createdAt: number;
  /** Fields that observers do not see. */
  readonly members?: readonly string[];
  readonly contact?: string;
  readonly addresses?: readonly string[];
  readonly strategy?: string;
  readonly claimedAt?: number | null;
}

const STATES = ['registered', 'approved', 'rejected', 'withdrawn'] as const;
const WORDS: Readonly<Record<(typeof STATES)[number], ConsoleWord>> = {
  registered: 'stateRegistered',
  approved: 'stateApproved',
  rejected: 'stateRejected',
  withdrawn: 'stateWithdrawn',
};

const shown = signal<(typeof STATES)[number]>('registered');

export function TeamsView() {
  const season = useReading<SeasonState>('/competition');
  const counts = season.value?.registrations ?? {};
  return (
    <>
      <Segments
        label={tell('state')}
        options={STATES.map((value) => ({
          value,
          label: `${tell(WORDS[value])} ${counts[value] ?? 0}`,
        }))}
        value={shown.value}
        choose={(value) => {
          shown.value = value;
        }}
        class="states"
      />
      <Teams key={shown.value} state={shown.value} />
    </>
  );
}

function Teams({ state }: { state: (typeof STATES)[number] }) {
  const paging = usePaging();
  const path = `/competition/registrations?state=${state}&after=${paging.after}&limit=25`;
  const reading = useReading<{ rows: readonly Registration[]; next: number | null }>(path);
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { rows, next } = reading.value;
  if (rows.length === 0)
    return (
      <Empty text={tell('noTeams')}>
        <p class="hint">{tell('noTeamsText')}</p>
      </Empty>
    );
  return (
    <>
      <ul class="teams">
        {rows.map((row) => (
          <li key={row.id}>
            <Team row={row} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} next={next} />
    </>
  );
}

function Team({ row }: { row: Registration }) {
  const facts: readonly (readonly [string, string | undefined])[] = [
    [tell('members'), row.members?.join(', ')],
    [tell('contact'), row.contact],
    [tell('addresses'), row.addresses?.join(', ')],
    [tell('strategy'), row.strategy],
    [tell('account'), row.account === null ? undefined : String(row.account)],
    [tell('reason'), row.reason === '' ? undefined : row.reason],
    [tell('applied'), dayAndTime(row.createdAt)],
  ];
  return (
    <article class="sheet" aria-label={row.team} data-team={row.team}>
      <header class="sheet-head">
        <h2>{row.team}</h2>
        <div class="acts">
          <Acts row={row} />
        </div>
      </header>
      <dl class="facts">
        {facts.map(([label, value]) =>
          value === undefined ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </article>
  );
}

function Acts({ row }: { row: Registration }) {
  const withdrawal = (
    <ActButton
      about={row.team}
      label={tell('withdraw')}
      act={() => withReason(row, 'withdraw')}
      kind="danger"
    />
  );
  if (row.state === 'registered')
    return (
      <>
        <ActButton about={row.team} label={tell('approve')} act={() => approval(row)} kind="main" />
        <ActButton
          about={row.team}
          label={tell('reject')}
          act={() => withReason(row, 'reject')}
          kind="danger"
        />
        {withdrawal}
      </>
    );
  if (row.state !== 'approved') return null;
  return (
    <>
      <ActButton about={row.team} label={tell('issue')} act={() => issuing(row)} />
      {withdrawal}
    </>
  );
}

const pathOf = ({ id }: Registration, verb: string): string =>
  `/competition/registrations/${encodeURIComponent(id)}/${verb}`;

const approval = (row: Registration): Act => ({
  title: tell('approveTitle', { team: row.team }),
  consequences: [tell('approveConsequence1'), tell('approveConsequence2')],
  path: pathOf(row, 'approve'),
  button: tell('approve'),
  show: ({ account }: { account: number }) => (
    <p>
      {tell('account')} {account}
    </p>
  ),
});

const TEXTS = {
  reject: { title: 'rejectTitle', consequence: 'rejectConsequence' },
  withdraw: { title: 'withdrawTitle', consequence: 'withdrawConsequence' },
} as const;

const withReason = (row: Registration, verb: 'reject' | 'withdraw'): Act => ({
  title: tell(TEXTS[verb].title, { team: row.team }),
  consequences: [tell(TEXTS[verb].consequence)],
  fields: [{ name: 'reason', label: tell('reason'), kind: 'long', isNeeded: true }],
  path: pathOf(row, verb),
  body: ({ reason = '' }) => ({ reason }),
  button: tell(verb),
  isDangerous: true,
});

const issuing = (row: Registration): Act => ({
  title: tell('issueTitle', { team: row.team }),
  consequences: [tell('issueConsequence1'), tell('issueConsequence2')],
  path: pathOf(row, 'issue'),
  button: tell('issue'),
  show: (issued: IssuedCredentials) => <CredentialsList of={issued} />,
});
