/** Sockets on their way through the faults of their account: handshakes, cuts and silence. */

import type { AccountId } from '../../domain/ids.ts';
import { setTimeout } from '../../machine/timers.ts';
import type { WireError } from '../../wire/errors.ts';
import type { Edge } from '../edge.ts';
import { FAULT_HEADER, isAbout, type RunningFault, waitOf } from '../faults/faults.ts';
import { FAULT_KINDS, type FaultHook } from '../faults/kinds.ts';
import type { Connection, Subscriptions } from './connection.ts';
import { showsBook } from './public-channels.ts';

export interface FaultySockets {
  readonly edge: Pick<Edge, 'faults' | 'findContract'>;
  readonly connections: ReadonlySet<Connection>;
  readonly publicChannels: Pick<Subscriptions, 'add'>;
}

/** An answer instead of a socket. */
export interface RefusedHandshake {
  readonly error: WireError;
  readonly retryAfterSeconds: number;
  readonly header: string;
}

/** A handshake may wait or be refused, like a call. */
export async function meetHandshake(
  { faults }: Pick<Edge, 'faults'>,
  account: AccountId | undefined,
): Promise<RefusedHandshake | undefined> {
  const slow = faults?.find('before', account);
  if (slow?.hit() === true) await faults?.wait(waitOf(slow));
  const refusing = faults?.find('instead', account);
  if (refusing?.hit() !== true) return undefined;
  const { kind, settings } = refusing;
  const error = FAULT_KINDS[kind].error?.(settings);
  if (error === undefined) return undefined;
  const { retryAfterSeconds = 0 } = settings;
  return { error, retryAfterSeconds, header: `${FAULT_HEADER}: ${kind}` };
}

const MET_BY_SOCKETS: readonly FaultHook[] = [
  'before',
  'frame-late',
  'frame-twice',
  'stale',
  'socket-cut',
];

/** The header that names the faults a new socket meets, if there are any. */
export function findSocketHeader(
  { faults }: Pick<Edge, 'faults'>,
  account: AccountId | undefined,
): string | undefined {
  if (faults?.isOn !== true) return undefined;
  const met = MET_BY_SOCKETS.flatMap((hook) => faults.find(hook, account)?.kind ?? []);
  return met.length === 0 ? undefined : `${FAULT_HEADER}: ${met.join(', ')}`;
}

/** Cuts a socket a while after it was opened, if its account is to lose its sockets. */
export function cutIfFaulty({ faults }: Pick<Edge, 'faults'>, connection: Connection): void {
  const cutting = faults?.find('socket-cut', connection.faultAccount);
  if (cutting === undefined) return;
  setTimeout(() => {
    if (connection.isOpen && cutting.hit()) connection.drop();
  }, waitOf(cutting)).unref();
}

/** A listen key or a call in a frame tells whose socket it is: it meets that account's faults. */
export function nameAccount(
  edge: Pick<Edge, 'faults'>,
  connection: Connection,
  account: AccountId,
): void {
  if (connection.faultAccount !== undefined) return;
  connection.named = account;
  cutIfFaulty(edge, connection);
}

/** Does to open sockets what a fault does when it begins and ends. */
export function followFaults(sockets: FaultySockets): void {
  const affected = (fault: RunningFault): Connection[] =>
    [...sockets.connections].filter(({ faultAccount }) => isAbout(fault, faultAccount));
  sockets.edge.faults?.follow({
    begun: (fault) => {
      const { hook } = FAULT_KINDS[fault.kind];
      if (hook !== 'socket-cut' && hook !== 'socket-silent') return;
      for (const connection of affected(fault)) {
        if (!fault.hit()) return;
        if (hook === 'socket-cut') connection.drop();
        else connection.fallSilent();
      }
    },
    ended: (fault) => {
      const { hook } = FAULT_KINDS[fault.kind];
      // Frames are missing by now, so a socket that was silent is of no more use.
      if (hook === 'socket-silent')
        for (const connection of affected(fault)) if (connection.isSilent) connection.drop();
      if (hook === 'stale')
        for (const connection of affected(fault)) greetAgain(sockets, connection);
    },
  });
}

/** The changes that were not sent are replaced by a snapshot. */
function greetAgain({ edge, publicChannels }: FaultySockets, connection: Connection): void {
  if (connection.peer.key !== undefined || !connection.isOpen) return;
  for (const name of connection.channels.values()) {
    const channel = connection.dialect.findChannel(name, edge.findContract);
    if (channel !== undefined && showsBook(channel)) publicChannels.add(connection, name);
  }
}
