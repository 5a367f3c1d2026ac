/** The lines of the race: in the order of the leaderboard, and up to what it shows. */
import { computed } from '@preact/signals';
import { board, curves, RACING_MAX, racing } from './season-feed.ts';

interface RaceLine {
  readonly team: string;
  /** Which colour it has in the chart, the legend and the table, from 1. */
  readonly series: number;
  readonly equity: readonly string[];
}

interface Race {
  readonly at: readonly number[];
  readonly lines: readonly RaceLine[];
}

/** Samples are a minute apart; the end of a season may lie between two, and settles positions. */
export const race = computed((): Race => {
  const { at = [], curves: all = [] } = curves.value ?? {};
  const { standings = [], shownAt = null } = board.value ?? {};
  const places = new Map(standings.map(({ team }, place) => [team, place]));
  const placeOfTeam = (team: string): number => places.get(team) ?? standings.length;
  const chosen = racing.value;
  const leaders = all
    .filter(({ team }) => chosen.length === 0 || chosen.includes(team))
    .toSorted((one, other) => placeOfTeam(one.team) - placeOfTeam(other.team))
    .slice(0, RACING_MAX);
  const last = at.at(-1);
  const end = last !== undefined && shownAt !== null && shownAt > last ? [shownAt] : [];
  return {
    at: [...at, ...end],
    lines: leaders.map(({ team, equity }, place) => {
      const shown = standings[placeOfTeam(team)]?.equity ?? equity.at(-1) ?? '0';
      const before = end.length > 0 ? equity : equity.slice(0, -1);
      return { team, series: place + 1, equity: [...before, shown] };
    }),
  };
});

export const raceColour = (team: string): number | undefined =>
  race.value.lines.find((line) => line.team === team)?.series;
