/**
 * Settles every setting: what was given, or its default. All faults are reported at once, each with
 * its place and what is allowed.
 */
import { type Setting, shown } from './setting.ts';
import { ALL_SETTINGS, LOG_IN_FILES, NO_FILE, NOTHING_NAMED, type Settings } from './settings.ts';

/** A setting's chosen value, formatted for people. */
export interface Choice {
  readonly name: string;
  readonly value: string;
  /** The place that set it; undefined if nothing did. */
  readonly whence: string | undefined;
}

/** A value, and the words for the place it stands in. */
export interface Given {
  readonly value: unknown;
  readonly whence: string;
}

interface Choosing {
  readonly given: ReadonlyMap<string, Given>;
  readonly choices: Choice[];
  readonly faults: string[];
}

/** In place of wrong values stand the defaults. */
export function chooseSettings(given: ReadonlyMap<string, Given>) {
  const choosing: Choosing = { given, choices: [], faults: [] };
  const settings = chooseAll(choosing);
  const { choices, faults } = choosing;
  // In place of a wrong value stands the usual one, of which others would be told wrong things.
  if (faults.length > 0) return { settings, choices, faults };
  const together = [
    ...timeFaults(settings),
    ...tlsFaults(settings),
    ...clusterFaults(settings),
    ...tapeFaults(settings),
  ];
  return { settings, choices, faults: together };
}

const faultsOf = (rows: readonly (readonly [isFault: boolean, fault: string])[]): string[] =>
  rows.flatMap(([isFault, fault]) => (isFault ? [fault] : []));

const tlsFaults = ({ tlsCert, tlsKey }: Settings): string[] =>
  faultsOf([
    [tlsCert === NO_FILE && tlsKey !== NO_FILE, 'tlsCert is missing; tlsKey needs it'],
    [tlsCert !== NO_FILE && tlsKey === NO_FILE, 'tlsKey is missing; tlsCert needs it'],
  ]);

/** A tape is the whole market of a sandbox, and time is its own. */
function tapeFaults(settings: Settings): string[] {
  const { feed, tape, market, sandbox, startAt, log, disguise } = settings;
  if (feed !== 'tape')
    return faultsOf([
      [tape.length > 0, 'tape is given; it needs feed tape'],
      [disguise, 'disguise is on; it needs feed tape'],
    ]);
  return faultsOf([
    [tape.length === 0, 'tape is missing; feed tape needs the path of one'],
    [market === 'off', 'market is off; feed tape is a market'],
    [!sandbox, 'feed is tape; where the sandbox is off it must be another'],
    [startAt !== 'now', 'startAt is given; a tape begins at the time it was recorded'],
    [log !== LOG_IN_FILES, 'feed is tape; a replica must have another'],
  ]);
}

/** A replica has its order and its time from the log, and what is not in it from the database. */
function clusterFaults(settings: Settings): string[] {
  const { log, records, venue, gateways, speed, time, startAt } = settings;
  const [hasRecords, hasVenue] = [records !== NOTHING_NAMED, venue !== NOTHING_NAMED];
  if (log === LOG_IN_FILES)
    return faultsOf([
      [hasRecords, 'records is given'],
      [hasVenue, 'venue is given'],
      [!settings.doors, 'doors is off'],
      [settings.logMonitor.length > 0, 'logMonitor is given'],
      [settings.unsafe, 'unsafe is on'],
    ]).map((what) => `${what}, which is for replicas: they need log nats://…`);
  const needed = `is missing; a replica needs it (log is not "${LOG_IN_FILES}")`;
  const given = 'the time of a replica is that of the log';
  const doors = 'a replica serves its own doors: start more replicas instead';
  return faultsOf([
    [!hasRecords, `records ${needed}`],
    [!hasVenue, `venue ${needed}`],
    [gateways !== 0, `gateways is ${gateways}; ${doors}`],
    [speed !== 1, `speed is ${speed}; ${given}`],
    [time !== 'running', `time is ${time}; ${given}`],
    [startAt !== 'now', `startAt is ${ALL_SETTINGS.startAt.format(startAt)}; ${given}`],
  ]);
}

/** Outside a sandbox venue time is wall time. */
function timeFaults({ sandbox, market, speed, time, startAt }: Settings): string[] {
  const where = 'where the sandbox is off it must be';
  const start = ALL_SETTINGS.startAt.format(startAt);
  return faultsOf([
    [!sandbox && speed !== 1, `speed is ${speed}; ${where} 1`],
    [!sandbox && time !== 'running', `time is ${time}; ${where} running`],
    [!sandbox && startAt !== 'now', `startAt is ${start}; ${where} now`],
    [market === 'off' && startAt !== 'now', `startAt is ${start}; without a market it must be now`],
    [time !== 'running' && speed !== 1, `speed is ${speed}; time that is only stepped has none`],
  ]);
}

/** Each value is what its row of the table parses. */
const chooseAll = (choosing: Choosing): Settings =>
  Object.fromEntries(
    Object.entries(ALL_SETTINGS).map(([name, setting]): unknown[] => [
      name,
      choose(name, setting, choosing),
    ]),
  );

function choose(
  name: string,
  setting: Setting<unknown>,
  { given, choices, faults }: Choosing,
): unknown {
  const found = given.get(name);
  const value = found === undefined ? setting.fallback : setting.parse(found.value);
  if (value === undefined) {
    const is = setting.isSecret ? 'cannot be read' : `is ${shown(found?.value)}`;
    faults.push(`${found?.whence} ${is}; it must be ${setting.allowed}`);
    return setting.fallback;
  }
  choices.push({ name, value: setting.format(value), whence: found?.whence });
  return value;
}
