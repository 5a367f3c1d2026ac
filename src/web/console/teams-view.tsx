/** The teams that applied, and the decision on each. */
import { signal } from '@preact/signals';
import { Segments } from '../parts/choice.tsx';
import { CredentialsList, type IssuedCredentials } from '../parts/credentials-list.tsx';
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { type SortableColumn, SortChoice, type SortingSignal } from '../parts/sorting.tsx';
import { type Act, ActButton } from './act.tsx';
import { type ConsoleWord, credentialWords, tell } from './console-words.ts';
import { ListTools, useList } from './list-tools.tsx';
import { approvingMany, importing } from './many-acts.tsx';
import { Pager } from './pager.tsx';
import { Places } from './places.tsx';
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
const sought = signal('');
const sorting: SortingSignal = signal();
const chosen = signal<ReadonlySet<string>>(new Set());

const PATH = '/competition/registrations';

/** The names are the orders that the venue knows. */
const orders = (): readonly SortableColumn[] => [
  { name: 'applied', label: tell('applied'), isText: true },
  { name: 'team', label: tell('team'), isText: true },
  { name: 'account', label: tell('account'), isText: true },
];

export function TeamsView() {
  const season = useReading<SeasonState>('/competition');
  const counts = season.value?.registrations ?? {};
  return (
    <>
      {season.value === undefined ? null : <Places of={season.value} />}
      <Segments
        label={tell('state')}
        options={STATES.map((value) => ({
          value,
          label: `${tell(WORDS[value])} ${counts[value] ?? 0}`,
        }))}
        value={shown.value}
        choose={(value) => {
          shown.value = value;
          chosen.value = new Set();
        }}
        class="states"
      />
      <Tools waiting={counts['registered'] ?? 0} />
      <Teams key={shown.value} state={shown.value} />
    </>
  );
}

function Tools({ waiting }: { waiting: number }) {
  const isWaiting = shown.value === 'registered';
  const count = chosen.value.size;
  return (
    <ListTools name="teams" path={`${PATH}?sort=team`} label={tell('findTeam')} sought={sought}>
      <SortChoice sorting={sorting} columns={orders()} />
      {isWaiting && count > 0 ? (
        <ActButton
          label={tell('approveChosen', { count })}
          act={() => approvingMany(count, chosen.value)}
          kind="main"
        />
      ) : null}
      {isWaiting && waiting > 1 ? (
        <ActButton
          label={tell('approveAll', { count: waiting })}
          act={() => approvingMany(waiting)}
          kind={count > 0 ? 'quiet' : 'main'}
        />
      ) : null}
      <ActButton label={tell('importTeams')} act={() => importing()} />
    </ListTools>
  );
}

const SHOWN = 25;

function Teams({ state }: { state: (typeof STATES)[number] }) {
  const more = { state };
  const { reading, paging } = useList<Registration>(PATH, { sought, sorting, limit: SHOWN, more });
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
      {state === 'registered' ? (
        <label class="line check">
          <input
            type="checkbox"
            checked={rows.every(({ id }) => chosen.value.has(id))}
            onChange={(event) =>
              choose(
                rows.map(({ id }) => id),
                event.currentTarget.checked,
              )
            }
          />
          {tell('chooseShown')}
        </label>
      ) : null}
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

function choose(ids: readonly string[], isWanted: boolean): void {
  const next = new Set(chosen.value);
  for (const id of ids) {
    if (isWanted) next.add(id);
    else next.delete(id);
  }
  chosen.value = next;
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
        <h2>
          {row.state === 'registered' ? (
            <input
              type="checkbox"
              aria-label={tell('choose', { team: row.team })}
              checked={chosen.value.has(row.id)}
              onChange={(event) => choose([row.id], event.currentTarget.checked)}
            />
          ) : null}{' '}
          {row.team}
        </h2>
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
  `${PATH}/${encodeURIComponent(id)}/${verb}`;

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
  show: (issued: IssuedCredentials) => <CredentialsList of={issued} words={credentialWords()} />,
});
