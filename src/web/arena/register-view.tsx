/** A team registers itself, and is shown its claim once. */
import { useState } from 'preact/hooks';
import type { RegisteredRecord } from '../../wire/competition/registration.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { type FormField, FormFields, type FormValues } from '../parts/form-fields.tsx';
import { follow } from '../shell/route.ts';
import { askAsTeam, type Claim, claimText, ownClaim } from './claim.ts';
import type { SeasonShown } from './season-feed.ts';
import { sayTeam } from './team-words.ts';

export const REGISTER_PATH = '/arena/register';
export const MY_TEAM_PATH = '/arena/my-team';

const fields = (): readonly FormField[] => [
  { name: 'team', label: sayTeam('team'), isNeeded: true },
  {
    name: 'contact',
    label: sayTeam('contact'),
    hint: sayTeam('contactHint'),
    isNeeded: true,
  },
  {
    name: 'members',
    label: sayTeam('members'),
    kind: 'long',
    hint: sayTeam('membersHint'),
    isNeeded: true,
  },
  {
    name: 'addresses',
    label: sayTeam('addresses'),
    kind: 'long',
    hint: sayTeam('addressesHint'),
    isNeeded: true,
  },
  {
    name: 'strategy',
    label: sayTeam('strategy'),
    kind: 'long',
    hint: sayTeam('strategyHint'),
    isNeeded: true,
  },
];

const linesOf = (text = ''): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface Registered {
  readonly team: string;
  readonly own: Claim;
}

export function RegisterView({ of }: { of: SeasonShown }) {
  const [done, setDone] = useState<Registered | undefined>(undefined);
  if (done !== undefined) return <ShownOnce of={done} />;
  if (!of.registrationOpen)
    return (
      <section class="message small">
        <h2>{sayTeam('registerClosed')}</h2>
        <p>{sayTeam('registerClosedText')}</p>
      </section>
    );
  return <Form of={of} keep={setDone} />;
}

function Form({ of, keep }: { of: SeasonShown; keep: (done: Registered) => void }) {
  const [typed, setTyped] = useState<FormValues>({});
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    const { team = '', contact = '', strategy = '' } = typed;
    const [members, addresses] = [linesOf(typed['members']), linesOf(typed['addresses'])];
    const body = { team: team.trim(), members, contact, addresses, strategy };
    const answer = await askAsTeam<RegisteredRecord>('', { body });
    setBusy(false);
    if (!answer.ok) return setFault(answer.message || sayTeam('noAnswer'));
    const own = { id: answer.value.registrationId, token: answer.value.claimToken };
    ownClaim.value = own;
    keep({ team: body.team, own });
  };
  const { registered = 0, approved = 0 } = of.registrations;
  const taken = registered + approved;
  return (
    <section class="sheet team-form" aria-label={sayTeam('registerTitle')}>
      <h2>{sayTeam('registerTitle')}</h2>
      <p>{sayTeam('registerText')}</p>
      <p class="places">
        <progress aria-label={sayTeam('placesLabel')} value={taken} max={of.places} />{' '}
        {sayTeam('placesLeft', { taken, places: of.places })}
      </p>
      <form onSubmit={(event) => void send(event)}>
        <FormFields fields={fields()} typed={typed} set={setTyped} prefix="team" />
        {fault === undefined ? null : (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" class="main-button" disabled={isBusy}>
          {sayTeam(isBusy ? 'sending' : 'send')}
        </button>
      </form>
    </section>
  );
}

function ShownOnce({ of: { team, own } }: { of: Registered }) {
  const text = claimText(own);
  const rows = [
    [sayTeam('claim'), text],
    [sayTeam('claimLink'), `${location.origin}${MY_TEAM_PATH}#${text}`],
  ] as const;
  return (
    <section class="sheet team-form" aria-label={sayTeam('claimTitle')}>
      <h2>{sayTeam('registered', { team })}</h2>
      <p class="warn">{sayTeam('claimOnce')}</p>
      {rows.map(([label, value]) => (
        <div key={label} class="credential">
          <span class="muted">{label}</span>
          <code>{value}</code>
          <CopyButton text={value} label={label} />
        </div>
      ))}
      <a class="main-button" href={MY_TEAM_PATH} onClick={(event) => follow(event, MY_TEAM_PATH)}>
        {sayTeam('toMyTeam')}
      </a>
    </section>
  );
}
