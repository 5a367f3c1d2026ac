/** Shown in place of data that is still loading or could not be loaded. */
import { Empty, Loading } from '../parts/panel.tsx';
import { follow } from '../shell/route.ts';
import { tell } from './console-words.ts';
import type { AdminReading } from './reading.ts';

export function ReadingState({ of }: { of: AdminReading<unknown> }) {
  if (of.isMissing)
    return (
      <Empty text={tell('noSeason')}>
        <a href="/console/season" onClick={(event) => follow(event, '/console/season')}>
          {tell('createSeason')}
        </a>
      </Empty>
    );
  if (of.problem === undefined) return <Loading />;
  return <Empty text={tell('loadFailed', { problem: of.problem || tell('venueUnreachable') })} />;
}
