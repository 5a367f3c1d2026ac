/** The teams that applied, and the decision on each. */
import { signal } from '@preact/signals';
import { Check, Segments } from '../parts/controls.tsx';
import { CredentialsList, type IssuedCredentials } from '../parts/credentials-list.tsx';
import { longField } from '../parts/form-fields.tsx';
import { dayAndTime } from '../parts/numbers.ts';
import { type FactRow, Facts } from '../parts/panel.tsx';
import { type SortableColumn, SortChoice, type SortingSignal } from '../parts/sorting.tsx';
import { type Act, ActButton, actOf } from './act.tsx';
import { credentialWords, tell } from './console-words.ts';
import { Listed, ListTools, useList } from './list-tools.tsx';
import { approvingMany, importing } from './many-acts.tsx';
import { Places, type SeasonState } from './places.tsx';
import { useReading } from './reading.tsx';

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
}

const STATES = ['registered', 'approved', 'rejected', 'withdrawn'] as const;

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
          label: `${tell(`state:${value}`)} ${counts[value] ?? 0}`,
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
  const list = useList<Registration>(PATH, { sought, sorting, limit: SHOWN, more });
  return (
    <Listed of={list} empty={tell('noTeams')} hint={tell('noTeamsText')}>
      {(rows) => (
        <>
          {state === 'registered' ? <ChooseShown ids={rows.map(({ id }) => id)} /> : null}
          <ul class="teams">
            {rows.map((row) => (
              <li key={row.id}>
                <Team row={row} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Listed>
  );
}

const ChooseShown = ({ ids }: { ids: readonly string[] }) => (
  <Check
    label={tell('chooseShown')}
    isOn={ids.every((id) => chosen.value.has(id))}
    set={(isOn) => choose(ids, isOn)}
  />
);

function choose(ids: readonly string[], isWanted: boolean): void {
  const next = new Set(chosen.value);
  for (const id of ids) {
    if (isWanted) next.add(id);
    else next.delete(id);
  }
  chosen.value = next;
}

function Team({ row }: { row: Registration }) {
  const facts: readonly FactRow[] = [
    [tell('members'), row.members?.join(', ')],
    [tell('contact'), row.contact],
    [tell('addresses'), row.addresses?.join(', ')],
    [tell('strategy'), row.strategy],
    [tell('account'), row.account === null ? undefined : String(row.account)],
    [tell('reason'), row.reason === '' ? undefined : row.reason],
    [tell('applied'), dayAndTime(row.createdAt)],
  ];
  return (
    <article class="column sheet" aria-label={row.team} data-team={row.team}>
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
      <Facts look="facts" rows={facts} />
    </article>
  );
}

/** What can be decided about a team in each state. */
const DECISIONS = {
  registered: ['approve', 'reject', 'withdraw'],
  approved: ['issue', 'withdraw'],
  rejected: [],
  withdrawn: [],
} as const;
const LOOKS = { approve: 'main', issue: 'quiet', reject: 'danger', withdraw: 'danger' } as const;

const Acts = ({ row }: { row: Registration }) => (
  <>
    {DECISIONS[row.state].map((verb) => (
      <ActButton
        key={verb}
        about={row.team}
        label={tell(verb)}
        act={() => deciding(row, verb)}
        kind={LOOKS[verb]}
      />
    ))}
  </>
);

function deciding(row: Registration, verb: keyof typeof LOOKS): Act {
  if (verb === 'approve') return approval(row);
  return verb === 'issue' ? issuing(row) : withReason(row, verb);
}

const pathOf = ({ id }: Registration, verb: string): string =>
  `${PATH}/${encodeURIComponent(id)}/${verb}`;

const approval = (row: Registration): Act =>
  actOf('approve', ['approveConsequence1', 'approveConsequence2'], pathOf(row, 'approve'), {
    title: tell('approveTitle', { team: row.team }),
    show: ({ account }: { account: number }) => (
      <p>
        {tell('account')} {account}
      </p>
    ),
  });

const withReason = (row: Registration, verb: 'reject' | 'withdraw'): Act =>
  actOf(verb, [`${verb}Consequence`], pathOf(row, verb), {
    title: tell(`${verb}Title`, { team: row.team }),
    fields: [longField('reason', tell('reason'))],
    body: ({ reason = '' }) => ({ reason }),
    isDangerous: true,
  });

const issuing = (row: Registration): Act =>
  actOf('issue', ['issueConsequence1', 'issueConsequence2'], pathOf(row, 'issue'), {
    title: tell('issueTitle', { team: row.team }),
    show: (issued: IssuedCredentials) => <CredentialsList of={issued} words={credentialWords()} />,
  });
