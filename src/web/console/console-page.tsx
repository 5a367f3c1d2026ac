/** The organiser's console: signing in, its sections, and the last action. */
import { useEffect } from 'preact/hooks';
import { IconButton, ViewLink } from '../parts/controls.tsx';
import { PageFrame, type Way } from '../shell/page-frame.tsx';
import { path } from '../shell/route.ts';
import { ActDialog } from './act.tsx';
import { leaveConsole, operator } from './admin-client.ts';
import { lastEntry } from './audit-entries.ts';
import { AuditLine, AuditView } from './audit-view.tsx';
import { tell } from './console-words.ts';
import { KeysView } from './keys-view.tsx';
import { MarketView } from './market-view.tsx';
import { consoleLink, overview, watchOverview } from './overview-feed.ts';
import { OverviewView } from './overview-view.tsx';
import { QualificationView } from './qualification-view.tsx';
import { ReasonsView } from './reasons-view.tsx';
import { SeasonView } from './season-view.tsx';
import { SignIn } from './sign-in.tsx';
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
      <nav class="rooms" aria-label={tell('parts')}>
        {PARTS.map((known) => (
          <ViewLink key={known.path} to={known.path} isHere={known === part}>
            {tell(known.word)}
          </ViewLink>
        ))}
      </nav>
      <div class="room">
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
