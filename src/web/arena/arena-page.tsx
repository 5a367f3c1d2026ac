/** The arena: the season for the public, on a phone or on a projector. */
import { useEffect } from 'preact/hooks';
import type { SeasonAnswer } from '../../wire/competition/season.ts';
import { ViewLink } from '../parts/controls.tsx';
import { amount, share, short } from '../parts/numbers.ts';
import { Empty, Facts, Loading, Sheet } from '../parts/panel.tsx';
import { PageFrame, publicWays } from '../shell/page-frame.tsx';
import { keepTitle, path } from '../shell/route.ts';
import { sayArena } from './arena-words.ts';
import { DecisionFeed, useDecisions } from './decision-feed.tsx';
import { formatLength, formatMoment } from './figures.ts';
import { LeaderboardTable } from './leaderboard.tsx';
import { OwnTeamView } from './own-team-view.tsx';
import { PROJECTOR_PATH, Projector } from './projector.tsx';
import { RaceChart, replayedAt } from './race-chart.tsx';
import { MY_TEAM_PATH, REGISTER_PATH, RegisterView } from './register-view.tsx';
import { arenaLink, board, season, watchSeason } from './season-feed.ts';
import { SeasonHead } from './season-head.tsx';
import { TeamView } from './team-view.tsx';
import { runVenueTime } from './venue-time.ts';

export function ArenaPage() {
  useEffect(watchSeason, []);
  useEffect(runVenueTime, []);
  useEffect(() => keepTitle(() => season.value?.name), []);
  if (path.value === PROJECTOR_PATH) return <Projector />;
  return (
    <PageFrame home="/" ways={publicWays()} link={arenaLink.value}>
      <div class="stack arena">
        <Arena />
      </div>
    </PageFrame>
  );
}

function Arena() {
  const now = season.value;
  if (now === undefined)
    return arenaLink.value === 'linkLost' ? (
      <Empty text={sayArena('venueUnreachable')} />
    ) : (
      <Loading />
    );
  if (now === null) return <NoSeason />;
  return (
    <>
      <SeasonHead of={now} />
      <Ways of={now} />
      <Part of={now} />
    </>
  );
}

const NoSeason = () => (
  <section class="column message">
    <img src="/mark.svg" alt="" width="56" height="56" />
    <h1>{sayArena('noSeason')}</h1>
    <p>{sayArena('noSeasonText')}</p>
    <ViewLink to="/">{sayArena('toTerminal')}</ViewLink>
  </section>
);

const RULES_PATH = '/arena/rules';

function Ways({ of }: { of: SeasonAnswer }) {
  const isOpen = of.registrationOpen;
  const others = [
    { href: RULES_PATH, label: sayArena('rules') },
    ...(isOpen ? [{ href: REGISTER_PATH, label: sayArena('register') }] : []),
    { href: MY_TEAM_PATH, label: sayArena('myTeam') },
    { href: PROJECTOR_PATH, label: sayArena('projector') },
  ].map((way) => ({ ...way, isHere: path.value === way.href }));
  const isBoard = others.every(({ isHere }) => !isHere);
  const ways = [{ href: '/arena', label: sayArena('leaderboard'), isHere: isBoard }, ...others];
  const shownAt = board.value?.shownAt ?? null;
  return (
    <div class="ends arena-ways">
      <nav class="arena-parts" aria-label={sayArena('parts')}>
        {ways.map(({ href, label, isHere }) => (
          <ViewLink key={href} to={href} isHere={isHere}>
            {label}
          </ViewLink>
        ))}
      </nav>
      <span class="muted">
        {shownAt === null ? '' : sayArena('shownAt', { time: formatMoment(shownAt) })}
      </span>
    </div>
  );
}

function Part({ of }: { of: SeasonAnswer }) {
  if (path.value === RULES_PATH) return <RulesView of={of} />;
  if (path.value === REGISTER_PATH) return <RegisterView of={of} />;
  if (path.value === MY_TEAM_PATH) return <OwnTeamView of={of} />;
  const named = /^\/arena\/team\/(.+)$/.exec(path.value)?.[1];
  if (named !== undefined) return <TeamView team={readName(named)} of={of} />;
  if ((board.value?.standings ?? []).length === 0) return <NotYet of={of} />;
  return <BoardView />;
}

function BoardView() {
  const decisions = useDecisions(undefined, replayedAt.value);
  return (
    <>
      <div class="stage">
        <LeaderboardTable />
        <RaceChart />
      </div>
      <DecisionFeed of={decisions} />
    </>
  );
}

/** A malformed address names no team. */
function readName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Before the first standings there are still rules to read. */
function NotYet({ of }: { of: SeasonAnswer }) {
  const isOver = of.phase === 'ended' || of.phase === 'closed';
  const isRunning = of.phase === 'active';
  const title = isOver ? 'noTeams' : isRunning ? 'firstSoon' : 'beforeStart';
  return (
    <>
      <section class="column message small">
        <h2>{sayArena(title)}</h2>
        {isOver ? null : (
          <p>
            {isRunning
              ? sayArena('firstSoonText', { delay: formatLength(of.leaderboardDelayMillis) })
              : sayArena('beforeStartText', { wallet: amount(of.wallet) })}
          </p>
        )}
      </section>
      <RulesView of={of} />
    </>
  );
}

const FEE_DECIMALS = 3;

/** The rules of the season, in words. */
export function RulesView({ of }: { of: SeasonAnswer }) {
  const fee = (rate: string): string => share(rate, FEE_DECIMALS);
  const board = [
    of.leaderboardDelayMillis > 0
      ? sayArena('delayText', { delay: formatLength(of.leaderboardDelayMillis) })
      : sayArena('now'),
    ...(of.leaderboardFreezeMillis > 0
      ? [sayArena('freezeText', { freeze: formatLength(of.leaderboardFreezeMillis) })]
      : []),
  ];
  const rows: readonly (readonly [string, string])[] = [
    [sayArena('starts'), formatMoment(of.startedAt ?? of.startAt)],
    [sayArena('ends'), formatMoment(of.endedAt ?? of.endAt)],
    [sayArena('lasts'), formatLength(of.endAt - of.startAt)],
    [sayArena('startingBalance'), `${amount(of.wallet)} USDT`],
    [sayArena('leverageMax'), `${of.leverageMax}×`],
    [sayArena('ruleFees'), `${fee(of.makerFee)} / ${fee(of.takerFee)}`],
    [sayArena('rulePosition'), `${short(of.positionValueMax)} USDT`],
    [sayArena('ruleMatching'), sayArena(of.matching === 'open' ? 'matchingOpen' : 'matchingHouse')],
    [
      sayArena('ruleActivity'),
      sayArena('activityText', { trips: of.roundTripsMin, days: of.activeDaysMin }),
    ],
    [sayArena('ruleIdle'), sayArena(of.ranksIdle ? 'idleRanked' : 'idleLast')],
    [sayArena('leaderboard'), board.join(', ')],
    ...(of.market === null ? [] : [[sayArena('ruleMarket'), seedText(of.market)] as const]),
    [sayArena('aiLogs'), sayArena(of.requiresAiLog ? 'logNeeded' : 'logFree')],
    [sayArena('ruleReasons'), sayArena(of.showsReasons ? 'reasonsShown' : 'reasonsKept')],
  ];
  return (
    <div class="rules">
      <Sheet title={sayArena('rules')}>
        <Facts look="rule-list" rows={rows} />
        <h3>{sayArena('ruleSymbols')}</h3>
        <ul class="symbols">
          {of.symbols.map((symbol) => (
            <li key={symbol} class="badge">
              {symbol.replace(/^cmt_/, '').toUpperCase()}
            </li>
          ))}
        </ul>
      </Sheet>
      <Sheet title={sayArena('howRanked')}>
        <p>{sayArena('rankedText')}</p>
        <h2>{sayArena('whatIsShown')}</h2>
        <p>{sayArena('shownText')}</p>
      </Sheet>
    </div>
  );
}

/** The whole commitment: whoever wants to compare it later must be able to copy it. */
const seedText = ({ seed, commitment }: NonNullable<SeasonAnswer['market']>): string =>
  sayArena(seed === 'secret' ? 'seedSecret' : 'seedPublic', { commitment });
