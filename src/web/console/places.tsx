/** The season as the admin port reports it: how far registration is, and who is not ready. */
import type { RulesRecord } from '../../wire/competition/season.ts';
import { ViewLink } from '../parts/controls.tsx';
import { tell } from './console-words.ts';

interface NamedTeams {
  readonly count: number;
  /** The first of them. */
  readonly teams: readonly string[];
}

export interface SeasonState extends RulesRecord {
  readonly now: number;
  readonly registrationOpen: boolean;
  readonly registrations: Readonly<Record<string, number>>;
  readonly limits: { readonly teams: number; readonly perAddress: number };
  readonly readiness: { readonly unqualified: NamedTeams; readonly idle: NamedTeams };
}

export function Places({ of }: { of: SeasonState }) {
  const { registered: waiting = 0, approved = 0 } = of.registrations;
  const taken = waiting + approved;
  const places = of.limits.teams;
  return (
    <p class="row">
      <progress aria-label={tell('placesLabel')} value={taken} max={places} />{' '}
      {tell('places', { taken, places, waiting, approved })}
    </p>
  );
}

const NAMED = 8;

function namesOf({ count, teams }: SeasonState['readiness']['idle']): string {
  const named = teams.slice(0, NAMED).join(', ');
  return count <= NAMED ? named : tell('andMore', { teams: named, count: count - NAMED });
}

/** In sentences, for the season and for the dialogs that cannot be undone. */
export function readinessOf({ readiness, entrants }: SeasonState): readonly string[] {
  const { unqualified, idle } = readiness;
  if (entrants === 0) return [];
  if (unqualified.count === 0) return [tell('everyoneReady')];
  const { count } = unqualified;
  const word = count === 1 ? 'unqualifiedOne' : 'unqualifiedText';
  const texts = [tell(word, { count, teams: namesOf(unqualified) })];
  const idleWord = idle.count === 1 ? 'idleOne' : 'idleText';
  if (idle.count > 0) texts.push(tell(idleWord, { count: idle.count, teams: namesOf(idle) }));
  return texts;
}

export function Readiness({ of }: { of: SeasonState }) {
  const texts = readinessOf(of);
  if (texts.length === 0) return null;
  const isWarning = of.readiness.unqualified.count > 0;
  return (
    <div class={isWarning ? 'column readiness warn' : 'column readiness good'} role="status">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {isWarning ? (
        <ViewLink to="/console/qualification">{tell('showUnqualified')}</ViewLink>
      ) : null}
    </div>
  );
}
