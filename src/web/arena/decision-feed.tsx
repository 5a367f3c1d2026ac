/** Decisions of teams that log: each with its reason, its order, and what became of that. */
import { useEffect, useState } from 'preact/hooks';
import type { DecisionRecord, DecisionsRecord } from '../../wire/competition/decisions.ts';
import { ViewLink } from '../parts/controls.tsx';
import { Empty, Sheet } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { formatMoment } from './figures.ts';
import { teamPath } from './leaderboard.tsx';
import { board, createFreshReader, season, seasonQuery } from './season-feed.ts';

const read = createFreshReader();
const LIMIT = 100;

/** While somebody moves through time, most moments are not read. */
const SETTLED_MILLIS = 150;

/** Of one team, or of all, until a moment. Read again whenever the leaderboard has changed. */
export function useDecisions(team?: string, until?: number): readonly DecisionRecord[] {
  const [rows, set] = useState<readonly DecisionRecord[]>([]);
  const isShown = season.value?.showsReasons === true;
  const now = `${season.value?.season} ${season.value?.phase} ${board.value?.shownAt}`;
  const version = `${team} ${until} ${now}`;
  useEffect(() => {
    let isWanted = isShown;
    const named =
      (team === undefined ? '' : `&team=${encodeURIComponent(team)}`) +
      (until === undefined ? '' : `&until=${until}`);
    const look = (): void =>
      void read<DecisionsRecord>(
        `/competition/decisions?limit=${LIMIT}${named}&${seasonQuery()}`,
      ).then((found) => {
        if (isWanted && typeof found !== 'string') set(found.decisions);
      });
    const timer = isShown ? setTimeout(look, until === undefined ? 0 : SETTLED_MILLIS) : undefined;
    if (!isShown) set([]);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [version, isShown]);
  return rows;
}

/** Nothing where the rules keep reasons for the organiser. */
export function DecisionFeed({ of }: { of: readonly DecisionRecord[] }) {
  if (season.value?.showsReasons !== true) return null;
  return (
    <Sheet title={sayArena('decisions')}>
      {of.length === 0 ? (
        <Empty text={sayArena('noDecisions')} />
      ) : (
        <ol class="decisions" aria-label={sayArena('decisions')}>
          {of.map((decision) => (
            <Decision key={`${decision.team} ${decision.at} ${decision.reason}`} of={decision} />
          ))}
        </ol>
      )}
    </Sheet>
  );
}

const Decision = ({ of }: { of: DecisionRecord }) => (
  <li>
    <header>
      <ViewLink to={teamPath(of.team)}>{of.team}</ViewLink>
      <small>{[of.model, of.stage, formatMoment(of.at)].join(' · ')}</small>
    </header>
    <p>{of.reason}</p>
    {of.order === null ? null : <p class="muted">{decisionText(of.order)}</p>}
  </li>
);

const STATUS_WORDS = {
  working: 'orderWorking',
  filled: 'orderFilled',
  canceled: 'orderCanceled',
} as const;

/** The order in words, as it stood at the moment that the leaderboard shows. */
export function decisionText(order: NonNullable<DecisionRecord['order']>): string {
  const [effect, side] = order.action.split('-');
  const opens = side === 'long' ? 'openLong' : 'openShort';
  const closes = side === 'long' ? 'closeLong' : 'closeShort';
  return sayArena('decisionOrder', {
    action: sayArena(effect === 'open' ? opens : closes),
    size: order.size ?? '…',
    symbol: order.symbol.replace(/^cmt_/, '').toUpperCase(),
    price: order.price === null ? '' : ` @ ${order.price}`,
    outcome: sayArena(STATUS_WORDS[order.status], { filled: order.filled }),
    fills: order.fills.map(({ size, price }) => `${size} @ ${price}`).join(', '),
  });
}
