/** One team: its rank, its curve, its drawdown, and every public figure. */
import { useEffect, useState } from 'preact/hooks';
import type { CurveRecord } from '../../wire/competition/curves.ts';
import type { DecisionRecord } from '../../wire/competition/decisions.ts';
import type { SeasonAnswer } from '../../wire/competition/season.ts';
import type { StandingRecord } from '../../wire/competition/standings.ts';
import { keepAsking } from '../parts/again.ts';
import { ViewLink } from '../parts/controls.tsx';
import { amount, percent, ratio, share, short, signedAmount, tone } from '../parts/numbers.ts';
import { Empty, type FactRow, Facts, Loading, Sheet } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { DecisionFeed, decisionText, useDecisions } from './decision-feed.tsx';
import { formatLength, formatMoment } from './figures.ts';
import { Badges, Medal } from './leaderboard.tsx';
import { LineChart } from './line-chart.tsx';
import { board, createFreshReader, season, seasonQuery } from './season-feed.ts';

const read = createFreshReader();

interface TeamData {
  readonly team: string;
  readonly standing: StandingRecord | undefined;
  readonly curve: CurveRecord | undefined;
}

/** Read again whenever the leaderboard has changed. */
function useTeam(team: string): TeamData | undefined {
  const [data, set] = useState<TeamData | undefined>(undefined);
  const version = `${season.value?.season} ${season.value?.phase} ${board.value?.shownAt}`;
  useEffect(() => {
    const path = `/competition/teams/${encodeURIComponent(team)}`;
    const ask = () =>
      Promise.all([
        read<StandingRecord>(`${path}?${seasonQuery()}`),
        read<CurveRecord>(`${path}/equity?${seasonQuery()}`),
      ]);
    return keepAsking(ask, ([standing, curve]) => {
      if (standing !== 'unreachable' && curve !== 'unreachable')
        set({
          team,
          standing: standing === 'missing' ? undefined : standing,
          curve: curve === 'missing' ? undefined : curve,
        });
      return undefined;
    });
  }, [team, version]);
  return data?.team === team ? data : undefined;
}

export function TeamView({ team, of }: { team: string; of: SeasonAnswer }) {
  const data = useTeam(team);
  const decisions = useDecisions(team);
  if (data === undefined) return <Loading />;
  const back = (
    <ViewLink class="back" to="/arena">
      ← {sayArena('backToBoard')}
    </ViewLink>
  );
  const out = board.value?.disqualified.find((row) => row.team === team);
  if (out !== undefined)
    return (
      <div class="column message">
        <h1>
          <s>{team}</s>
        </h1>
        <p>{sayArena('disqualifiedBecause', { reason: out.reason })}</p>
        {back}
      </div>
    );
  if (data.standing === undefined)
    return (
      <div class="column message">
        <h1>{sayArena('noTeam')}</h1>
        <p>{sayArena('noTeamText')}</p>
        {back}
      </div>
    );
  const { standing } = data;
  return (
    <div class="stack">
      {back}
      <header class="team-head">
        <Medal row={standing} />
        <div>
          <h1>{standing.team}</h1>
          <Badges row={standing} />
        </div>
        <div class="column team-lead">
          <span class={`team-lead-return ${tone(standing.roi)}`}>{percent(standing.roi)}</span>
          <span>{amount(standing.equity)} USDT</span>
        </div>
      </header>
      <Curves data={data} of={of} decisions={decisions} />
      <DecisionFeed of={decisions} />
      <Figures of={standing} />
    </div>
  );
}

interface CurvesProps {
  readonly data: TeamData;
  readonly of: SeasonAnswer;
  readonly decisions: readonly DecisionRecord[];
}

function Curves({ data, of, decisions }: CurvesProps) {
  const points = data.curve?.points ?? [];
  if (points.length < 2) return <Empty text={sayArena('noCurve')} />;
  const at = points.map(([when]) => when);
  const values = points.map(([, equity]) => Number(equity));
  const last = points.at(-1)?.[1] ?? '0';
  const label = sayArena('equityOf', {
    team: data.team,
    from: formatMoment(at[0] ?? 0),
    to: formatMoment(at.at(-1) ?? 0),
    equity: amount(last),
  });
  return (
    <div class="stack">
      <Sheet title={sayArena('curve')}>
        <LineChart
          label={label}
          at={at}
          lines={[{ name: data.team, series: 1, values }]}
          base={Number(of.wallet)}
          notes={decisions.map((each) => ({ at: each.at, text: noteText(each) }))}
        />
      </Sheet>
      <Sheet title={sayArena('drawdown')}>
        <LineChart
          class="low"
          kind="area"
          label={sayArena('drawdownOf', { team: data.team })}
          at={at}
          lines={[{ name: data.team, series: 9, values: fallsOf(values) }]}
          base={0}
          format={(value) => `${Number(value.toFixed(2))}%`}
        />
      </Sheet>
    </div>
  );
}

/** What the chart tells of a decision to whoever points at it. */
const noteText = ({ reason, order }: DecisionRecord): string =>
  order === null ? reason : `${reason}\n${decisionText(order)}`;

/** Percent below the highest value so far. For the chart only: the figure is the venue's. */
function fallsOf(values: readonly number[]): number[] {
  let peak = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? (value / peak - 1) * 100 : 0;
  });
}

function Figures({ of }: { of: StandingRecord }) {
  const span = (millis: number | null): string => (millis === null ? '–' : formatLength(millis));
  const groups: readonly { title: string; rows: readonly FactRow[] }[] = [
    {
      title: sayArena('performance'),
      rows: [
        [sayArena('equity'), amount(of.equity)],
        [sayArena('pnl'), signedAmount(of.pnl)],
        [sayArena('roi'), percent(of.roi)],
        [sayArena('winRate'), of.winRate === null ? '–' : share(of.winRate)],
        [sayArena('activity'), sayArena(of.meetsActivity ? 'reached' : 'notReached')],
      ],
    },
    {
      title: sayArena('risk'),
      rows: [
        [sayArena('drawdownFull'), share(of.maxDrawdown)],
        [sayArena('sharpe'), ratio(of.sharpe)],
        [sayArena('sortino'), ratio(of.sortino)],
        [sayArena('calmar'), ratio(of.calmar)],
        [sayArena('leverageMax'), `${ratio(of.maxLeverage)}×`],
        [sayArena('liquidations'), String(of.liquidations)],
        [sayArena('riskRank'), of.riskRank === null ? '–' : `#${of.riskRank}`],
      ],
    },
    {
      title: sayArena('trading'),
      rows: [
        [sayArena('turnover'), short(of.turnover)],
        [sayArena('turnoverRatio'), `${ratio(of.turnoverRatio)}×`],
        [sayArena('fills'), String(of.fills)],
        [sayArena('roundTrips'), String(of.roundTrips)],
        [sayArena('holding'), span(of.holdingMillis)],
        [sayArena('exposed'), span(of.exposedMillis)],
        [sayArena('activeDays'), String(of.activeDays)],
        [sayArena('fees'), amount(of.fees)],
        [sayArena('funding'), signedAmount(of.funding)],
      ],
    },
  ];
  return (
    <div class="figure-groups">
      {groups.map(({ title, rows }) => (
        <Sheet key={title} title={title}>
          <Facts look="rule-list" rows={rows} />
        </Sheet>
      ))}
    </div>
  );
}
