/** The organiser's console: signing in, its sections, and the last action. */
import { useEffect, useState } from 'preact/hooks';
import { IconButton, SendForm, ViewLink } from '../parts/controls.tsx';
import { Field } from '../parts/field.tsx';
import { PageFrame, type Way } from '../shell/page-frame.tsx';
import { path } from '../shell/route.ts';
import { ActDialog } from './act.tsx';
import { callAdmin, leaveConsole, operator } from './admin-client.ts';
import { lastEntry } from './audit-entries.ts';
import { AuditLine, AuditView } from './audit-view.tsx';
import { tell } from './console-words.ts';
import { KeysView } from './keys-view.tsx';
import { MarketView } from './market-view.tsx';
import {
  consoleLink,
  noteOverview,
  type Overview,
  overview,
  watchOverview,
} from './overview-feed.ts';
import { OverviewView } from './overview-view.tsx';
import { QualificationView } from './qualification-view.tsx';
import { ReasonsView } from './reasons-view.tsx';
import { SeasonView } from './season-view.tsx';
import { StandingsView } from './standings-view.tsx';
import { SurveillanceView } from './surveillance-view.tsx';
import { TeamsView } from './teams-view.tsx';

const PARTS = [
  { path: '/console', word: 'overview', View: OverviewView },
  { path: '/console/season', word: 'season', View: SeasonView },
  { path: '/console/teams', word: 'teams', View: TeamsView },
  { path: '/console/qualification', word: 'qualification', View: QualificationView },
  { path: '/console/standings', word: 'standings', View: StandingsView },
  { path: '/console/surveillance', word: 'surveillance', View: SurveillanceView },
  { path: '/console/reasons', word: 'reasons', View: ReasonsView },
  { path: '/console/keys', word: 'keys', View: KeysView },
  { path: '/console/market', word: 'market', View: MarketView },
  { path: '/console/audit', word: 'audit', View: AuditView },
] as const;

export function ConsolePage() {
  const isIn = operator.value !== undefined;
  return (
    <PageFrame
      home="/console"
      ways={waysOf()}
      link={isIn ? consoleLink.value : 'linkLive'}
      tools={isIn ? <Who /> : null}
    >
      {isIn ? <Rooms /> : <SignIn />}
    </PageFrame>
  );
}

/** The other views are on the public port. */
function waysOf(): readonly Way[] {
  const base = overview.value?.baseUrl ?? null;
  const here = { href: '/console', label: tell('console'), isHere: true };
  if (base === null || operator.value === undefined) return [here];
  return [
    { href: `${base}/`, label: tell('terminal'), isElsewhere: true },
    { href: `${base}/arena`, label: tell('arena'), isElsewhere: true },
    here,
  ];
}

function Who() {
  const who = operator.value;
  if (who === undefined) return null;
  const role = tell(who.role === 'organiser' ? 'roleOrganiser' : 'roleObserver');
  return (
    <div class="who">
      <span class="who-name">{who.name === '' ? role : `${who.name} · ${role}`}</span>
      <IconButton icon="out" label={tell('signOutConsole')} act={leaveConsole} />
    </div>
  );
}

function Rooms() {
  useEffect(watchOverview, []);
  const part = PARTS.find((known) => known.path === path.value) ?? PARTS[0];
  return (
    <div class="console">
      <nav class="column rooms" aria-label={tell('parts')}>
        {PARTS.map((known) => (
          <ViewLink key={known.path} to={known.path} isHere={known === part}>
            {tell(known.word)}
          </ViewLink>
        ))}
      </nav>
      <div class="stack room">
        {operator.value?.role === 'observer' ? (
          <p class="banner">{tell('observerBanner')}</p>
        ) : null}
        <h1>{tell(part.word)}</h1>
        <part.View />
        {lastEntry.value === undefined ? null : (
          <footer class="last-act">
            <span class="muted">{tell('lastAct')}:</span> <AuditLine entry={lastEntry.value} />
          </footer>
        )}
      </div>
      <ActDialog />
    </div>
  );
}

/** Characters that the audit log does not accept and a header cannot carry. */
const NOT_SENT = /[^\w .@-]/g;

/** The sign-in form: the token is tried once and kept in the memory of the tab. */
export function SignIn() {
  const [token, setToken] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setBusy(true);
    const access = { token: token.trim(), name: name.replace(NOT_SENT, '').trim() };
    const answer = await callAdmin<Overview>('/overview', access);
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.status === 403 ? tell('wrongToken') : tell('venueUnreachable'));
      return;
    }
    noteOverview(answer.value);
    operator.value = { ...access, role: answer.value.role };
  };
  return (
    <section class="column console-entry">
      <h1>{tell('console')}</h1>
      <p class="muted">{tell('signInText')}</p>
      <SendForm send={enter} label={tell('signIn')} isReady={token.trim() !== '' && !isBusy}>
        <Field
          id="admin-token"
          kind="password"
          label={tell('token')}
          value={token}
          set={setToken}
          problem={problem}
        />
        <Field id="actor" kind="text" label={tell('yourName')} value={name} set={setName} />
      </SendForm>
    </section>
  );
}
