/** Data from the admin port, read again while it is shown. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { keepAsking } from '../parts/again.ts';
import { ViewLink } from '../parts/controls.tsx';
import { Empty, Loading } from '../parts/panel.tsx';
import { leaveConsole, readAdmin } from './admin-client.ts';
import { tell } from './console-words.ts';
import { overview } from './overview-feed.ts';

export interface AdminReading<Value> {
  /** Undefined until it was read once. */
  readonly value: Value | undefined;
  /** The last attempt: why it failed, and whether there is simply nothing. */
  readonly problem: string | undefined;
  readonly isMissing: boolean;
}

const EVERY = 4_000;
/** Increased after a change, so that everything shown is read again at once. */
const changes = signal(0);

export const readAgain = (): void => {
  changes.value += 1;
};

export function useReading<Value>(path: string, everyMillis = EVERY): AdminReading<Value> {
  const [known, set] = useState<AdminReading<Value> & { readonly path: string }>({ ...NONE, path });
  const round = changes.value;
  const isVain = overview.value?.season === null && isAboutSeason(path);
  useEffect(() => {
    if (isVain) return undefined;
    const ask = () => readAdmin<Value>(path);
    return keepAsking(ask, (answer) => {
      if (answer.ok) set({ ...NONE, value: answer.value, path });
      else if (answer.status === 403) leaveConsole();
      else
        set((before) => ({
          value:
            answer.status === 404 || listOf(before.path) !== listOf(path)
              ? undefined
              : before.value,
          problem: answer.message,
          isMissing: answer.status === 404,
          path,
        }));
      return everyMillis;
    });
  }, [path, round, everyMillis, isVain]);
  if (isVain) return { ...NONE, isMissing: true };
  return listOf(known.path) === listOf(path) ? known : NONE;
}

/** While another page of a list is read, the one before it stays. */
const listOf = (path: string): string => path.replace(/\?.*$/, '');

/** The audit log exists before any season. */
const isAboutSeason = (path: string): boolean =>
  path.startsWith('/competition') && !path.startsWith('/competition/audit');

const NONE = { value: undefined, problem: undefined, isMissing: false } as const;

/** Shown in place of data that is still loading or could not be loaded. */
export function ReadingState({ of }: { of: AdminReading<unknown> }) {
  if (of.isMissing)
    return (
      <Empty text={tell('noSeason')}>
        <ViewLink to="/console/season">{tell('createSeason')}</ViewLink>
      </Empty>
    );
  if (of.problem === undefined) return <Loading />;
  return <Empty text={tell('loadFailed', { problem: of.problem || tell('venueUnreachable') })} />;
}
