/** The arena: the season for the public, on a phone or on a projector. */
import { useEffect } from 'preact/hooks';
import { Empty, Loading } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';
import { PageFrame } from '../shell/page-frame.tsx';
import { follow, path } from '../shell/route.ts';
import { publicWays } from '../shell/ways.ts';
import { tell } from './arena-words.ts';
import { amount, lengthOf, moment } from './figures.ts';
import { Leaderboard } from './leaderboard.tsx';
import { RaceChart } from './race-chart.tsx';
import { RulesView } from './rules-view.tsx';
import { arenaLink, board, type Season, season, watchSeason } from './season-feed.ts';
import { SeasonHead } from './season-head.tsx';
import { TeamView } from './team-view.tsx';
import { runVenueTime } from './venue-time.ts';

export function ArenaPage() {
  useEffect(watchSeason, []);
  useEffect(runVenueTime, []);
  const name = season.value?.name;
  useEffect(() => {
    document.title = name === undefined ? 'Perpetua' : `${name} · Perpetua`;
    return () => {
      document.title = 'Perpetua';
    };
  }, [name]);
  return (
    <PageFrame home="/" ways={publicWays()} waysAlways link={arenaLink.value}>
      <div class="arena">
        <Arena />
      </div>
    </PageFrame>
  );
}

function Arena() {
  const now = season.value;
  if (now === undefined)
    return arenaLink.value === 'linkLost' ? (
      <Empty text={say('venueUnreachable')} />
    ) : (
      <Loading text={say('loading')} />
    );
  if (now === null) return <NoSeason />;
  return (
    <>
      <SeasonHead of={now} />
      <Ways />
      <Part of={now} />
    </>
  );
}

const NoSeason = () => (
  <section class="message">
    <img src="/mark.svg" alt="" width="56" height="56" />
    <h1>{tell('noSeason')}</h1>
    <p>{tell('noSeasonText')}</p>
    <a href="/" onClick={(event) => follow(event, '/')}>
      {tell('toTerminal')}
    </a>
  </section>
);

const RULES_PATH = '/arena/rules';

function Ways() {
  const ways = [
    { href: '/arena', label: tell('leaderboard'), isHere: path.value !== RULES_PATH },
    { href: RULES_PATH, label: tell('rules'), isHere: path.value === RULES_PATH },
  ];
  const shownAt = board.value?.shownAt ?? null;
  return (
    <div class="arena-ways">
      <nav class="arena-parts" aria-label={tell('parts')}>
        {ways.map(({ href, label, isHere }) => (
          <a
            key={href}
            href={href}
            aria-current={isHere ? 'page' : undefined}
            onClick={(event) => follow(event, href)}
          >
            {label}
          </a>
        ))}
      </nav>
      <span class="muted">
        {shownAt === null ? '' : tell('shownAt', { time: moment(shownAt) })}
      </span>
    </div>
  );
}

function Part({ of }: { of: Season }) {
  if (path.value === RULES_PATH) return <RulesView of={of} />;
  const named = /^\/arena\/team\/(.+)$/.exec(path.value)?.[1];
  if (named !== undefined) return <TeamView team={readName(named)} of={of} />;
  if ((board.value?.standings ?? []).length === 0) return <NotYet of={of} />;
  return (
    <div class="stage">
      <Leaderboard />
      <RaceChart />
    </div>
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
function NotYet({ of }: { of: Season }) {
  const isOver = of.phase === 'ended' || of.phase === 'closed';
  const isRunning = of.phase === 'active';
  const title = isOver ? 'noTeams' : isRunning ? 'firstSoon' : 'beforeStart';
  return (
    <>
      <section class="message small">
        <h2>{tell(title)}</h2>
        {isOver ? null : (
          <p>
            {isRunning
              ? tell('firstSoonText', { delay: lengthOf(of.leaderboardDelayMillis) })
              : tell('beforeStartText', { wallet: amount(of.wallet) })}
          </p>
        )}
      </section>
      <RulesView of={of} />
    </>
  );
}
