/** A team registers itself, and is shown its claim once. */
import { useState } from 'preact/hooks';
import type { RegisteredRecord } from '../../wire/competition/registration.ts';
import type { SeasonAnswer } from '../../wire/competition/season.ts';
import { FaultText, SendForm, ViewLink } from '../parts/controls.tsx';
import { CopyRows } from '../parts/credentials-list.tsx';
import { type FormField, FormFields, type FormValues } from '../parts/form-fields.tsx';
import { Sheet } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { askAsTeam, type Claim, claimText, ownClaim } from './claim.ts';

export const REGISTER_PATH = '/arena/register';
export const MY_TEAM_PATH = '/arena/my-team';

const fields = (): readonly FormField[] => [
  { name: 'team', label: sayArena('teamName'), isNeeded: true },
  { name: 'contact', ...asked('contact'), kind: 'text' },
  ...(['members', 'addresses', 'strategy'] as const).map((name) => ({ name, ...asked(name) })),
];

type Asked = 'contact' | 'members' | 'addresses' | 'strategy';

const asked = (name: Asked) =>
  ({
    label: sayArena(name),
    kind: 'long',
    hint: sayArena(`${name}Hint`),
    isNeeded: true,
  }) as const;

const linesOf = (text = ''): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface Registered {
  readonly team: string;
  readonly own: Claim;
}

export function RegisterView({ of }: { of: SeasonAnswer }) {
  const [done, setDone] = useState<Registered | undefined>(undefined);
  if (done !== undefined) return <ShownOnce of={done} />;
  if (!of.registrationOpen)
    return (
      <section class="column message small">
        <h2>{sayArena('registerClosed')}</h2>
        <p>{sayArena('registerClosedText')}</p>
      </section>
    );
  return <RegisterForm of={of} keep={setDone} />;
}

function RegisterForm({ of, keep }: { of: SeasonAnswer; keep: (done: Registered) => void }) {
  const [typed, setTyped] = useState<FormValues>({});
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const send = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    const { team = '', contact = '', strategy = '' } = typed;
    const [members, addresses] = [linesOf(typed['members']), linesOf(typed['addresses'])];
    const body = { team: team.trim(), members, contact, addresses, strategy };
    const answer = await askAsTeam<RegisteredRecord>('', { body });
    setBusy(false);
    if (!answer.ok) return setFault(answer.message || sayArena('noAnswer'));
    const own = { id: answer.value.registrationId, token: answer.value.claimToken };
    ownClaim.value = own;
    keep({ team: body.team, own });
  };
  const { registered = 0, approved = 0 } = of.registrations;
  const taken = registered + approved;
  return (
    <Sheet title={sayArena('registerTitle')} class="team-form">
      <p>{sayArena('registerText')}</p>
      <p class="row">
        <progress aria-label={sayArena('placesLabel')} value={taken} max={of.places} />{' '}
        {sayArena('placesLeft', { taken, places: of.places })}
      </p>
      <SendForm send={send} label={sayArena(isBusy ? 'sending' : 'register')} isReady={!isBusy}>
        <FormFields fields={fields()} typed={typed} set={setTyped} prefix="team" />
        <FaultText text={fault} />
      </SendForm>
    </Sheet>
  );
}

function ShownOnce({ of: { team, own } }: { of: Registered }) {
  const text = claimText(own);
  const rows = [
    [sayArena('claim'), text],
    [sayArena('claimLink'), `${location.origin}${MY_TEAM_PATH}#${text}`],
  ] as const;
  return (
    <section class="column sheet team-form" aria-label={sayArena('claimTitle')}>
      <h2>{sayArena('registered', { team })}</h2>
      <p class="warn">{sayArena('claimOnce')}</p>
      <CopyRows rows={rows} />
      <ViewLink class="main-button" to={MY_TEAM_PATH}>
        {sayArena('toMyTeam')}
      </ViewLink>
    </section>
  );
}
