/**
 * Faults as the operator began them at another process. A gateway meets its callers with them, and
 * tells of each that was met; the other process counts and ends them.
 */

import { assert } from '../../domain/assert.ts';
import { sleep as waitMillis } from '../../machine/timers.ts';
import { type FaultFollower, type Faults, isAbout, type RunningFault } from '../faults/faults.ts';
import { FAULT_KINDS } from '../faults/kinds.ts';
import { type Owner, TOPICS } from './owner.ts';

export type ToldFault = readonly [
  number: number,
  kind: RunningFault['kind'],
  account: RunningFault['account'],
  settings: RunningFault['settings'],
];

export interface RemoteFaults extends Faults {
  readonly hear: (told: ToldFault) => void;
  readonly hearOver: (number: number) => void;
  /** All that are on: others are over. */
  readonly hearAll: (told: readonly ToldFault[]) => void;
}

export function createRemoteFaults(owner: Pick<Owner, 'tell'>): RemoteFaults {
  const running = new Map<number, RunningFault>();
  const followers: FaultFollower[] = [];
  const closing = new AbortController();
  const hear = ([number, kind, account, settings]: ToldFault): void => {
    const hit = (): boolean => {
      if (!running.has(number)) return false;
      fault.hits += 1;
      owner.tell(TOPICS.faultHit, number);
      return true;
    };
    const fault = { kind, account, settings, hits: 0, hit, kept: new Map() };
    running.set(number, fault);
    for (const { begun } of followers) void begun(fault);
  };
  const hearOver = (number: number): void => {
    const fault = running.get(number);
    running.delete(number);
    if (fault !== undefined) for (const { ended } of followers) ended(fault);
  };
  const elsewhere = (): never => {
    assert(false, 'faults begin and end where the operator is');
  };
  return {
    get isOn() {
      return running.size > 0;
    },
    begin: elsewhere,
    list: elsewhere,
    end: elsewhere,
    find: (hook, account) =>
      [...running.values()].find(
        (fault) => FAULT_KINDS[fault.kind].hook === hook && isAbout(fault, account),
      ),
    wait: (millis) => waitMillis(millis, { signal: closing.signal }).catch(() => undefined),
    follow: (follower) => void followers.push(follower),
    close: async () => closing.abort(),
    hear,
    hearOver,
    hearAll: (all) => {
      const known = new Set(all.map(([number]) => number));
      for (const number of [...running.keys()]) if (!known.has(number)) hearOver(number);
      for (const told of all) if (!running.has(told[0])) hear(told);
    },
  };
}

/** For the process where they begin. */
export interface ServedFaults {
  readonly answers: Readonly<Record<string, (number: number) => unknown>>;
  readonly list: () => readonly ToldFault[];
}

export function serveFaults(
  faults: Faults,
  tell: {
    readonly begun: (told: ToldFault) => Promise<void>;
    readonly over: (number: number) => void;
  },
): ServedFaults {
  const numbers = new Map<RunningFault, number>();
  let last = 0;
  const toldOf = (fault: RunningFault, number: number): ToldFault => [
    number,
    fault.kind,
    fault.account,
    fault.settings,
  ];
  faults.follow({
    begun: (fault) => {
      last += 1;
      numbers.set(fault, last);
      return tell.begun(toldOf(fault, last));
    },
    ended: (fault) => {
      const number = numbers.get(fault);
      numbers.delete(fault);
      if (number !== undefined) tell.over(number);
    },
  });
  const hit = (number: number): void => {
    for (const [fault, known] of numbers) if (known === number) fault.hit();
  };
  return {
    answers: { [TOPICS.faultHit]: hit },
    list: () => [...numbers].map(([fault, number]) => toldOf(fault, number)),
  };
}
