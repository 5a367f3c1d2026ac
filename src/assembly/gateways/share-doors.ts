/**
 * Lets other processes serve the public port. This one keeps the files, the market, the operator's
 * port and everything that must be in one place; it answers the gateways' questions about it.
 */

import type { ToldFact } from '../../facts/fact.ts';
import type { GatewayRow } from '../../gateway/admin/admin-route.ts';
import type { KeptAiLog } from '../../gateway/ai-logs.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { KeyStore } from '../../gateway/keys/key-store.ts';
import { serveBudgets } from '../../gateway/limits/asked-limits.ts';
import { CLOCK_NOTICE, TOPICS } from '../../gateway/remote/owner.ts';
import { serveCompetitionAnswers } from '../../gateway/remote/remote-competition.ts';
import { decodeLogBatch } from '../../journal/log-batch.ts';
import { clearInterval, setInterval } from '../../machine/timers.ts';
import { type PacedClock, type ToldClock, tellClock } from '../../venue/clock.ts';
import type { Logger } from '../../venue/logger.ts';
import { type FileVenue, SNAPSHOT_NUMBER } from '../../venue/open-venue.ts';
import { type BatchRefusal, ownerSocketOf } from '../../venue/replica/messages.ts';
import { type AnswerTopic, OwnerDoor } from '../../venue/replica/owner-door.ts';
import { OWNER_PACE, StateHashWatch } from '../../venue/replica/state-hash-watch.ts';
import type { DoorPlace } from '../door-place.ts';
import type { OpenCompetition } from '../open-competition.ts';
import type { GatewayFacts } from './facts.ts';
import { GatewayChildren } from './gateway-children.ts';

/** What a gateway may ask about, and is told of. */
export interface OwnerParts extends Pick<GatewayFacts, 'settings' | 'page' | 'adminUrl'> {
  readonly venue: Pick<FileVenue, 'journal' | 'submitBatch' | 'archived'>;
  readonly folder: string;
  /** As it would serve the public port, which it does not. */
  readonly gateway: Gateway;
  readonly keys: KeyStore;
  /** Undefined if there is none. */
  readonly competition: OpenCompetition | undefined;
  readonly tellClock: () => ToldClock;
  readonly logger: Logger;
}

export interface ShareParts extends Omit<OwnerParts, 'venue' | 'tellClock'> {
  readonly venue: FileVenue;
  readonly clock: PacedClock;
  /** The address and port to listen at. */
  readonly host: string;
  readonly port: number;
  readonly script: string;
  readonly stop: AbortSignal | undefined;
}

export interface SharedDoors {
  readonly place: DoorPlace;
  /** The processes that serve it. */
  readonly list: () => readonly GatewayRow[];
  readonly close: () => Promise<void>;
}

/** How often gateways are told how venue time stands; at a change of its pace, sooner. */
const CLOCK_MILLIS = 50;
const CLOCK_TOLD_EVERY = 4;

export async function shareDoors(parts: ShareParts): Promise<SharedDoors> {
  const { clock, settings } = parts;
  const tell = (): ToldClock => tellClock(clock, parts.venue.journal?.durableSeq ?? 0);
  const door = createOwnerDoor({ ...parts, tellClock: tell });
  const stopClock = tellTime(tell, (told) => door.announce(CLOCK_NOTICE, told));
  const stopHashes = writeStateHashes(parts.venue);
  const children = new GatewayChildren({ ...parts, count: settings.gateways });
  const close = async (): Promise<void> => {
    await children.stop();
    stopClock();
    stopHashes();
    await door.close();
  };
  try {
    await door.listen();
    return { place: await children.start(), list: () => children.list(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function createOwnerDoor(parts: OwnerParts): OwnerDoor {
  const { venue, keys, logger, settings, page, adminUrl } = parts;
  const { journal } = venue;
  const { served } = keys.home;
  if (journal === undefined || served === undefined)
    throw new Error('a venue without files has no gateways');
  const answers = new Map<string, AnswerTopic>();
  const facts = (): GatewayFacts<ToldFact> => ({
    settings,
    page,
    adminUrl,
    clock: parts.tellClock(),
    shared: served.list(),
  });
  const append = (bytes: Buffer, tell: (verdict: BatchRefusal) => void): void => {
    const decoded = decodeLogBatch(bytes, { venue: journal.id, engine: SNAPSHOT_NUMBER });
    if (decoded.kind === 'batch') venue.submitBatch(decoded.batch, tell);
    else logger('error', 'a gateway sent a batch that is none', { because: decoded.kind });
  };
  const { reckon, charge } = serveBudgets(parts.gateway.edge, keys.home);
  answers.set(TOPICS.charge, charge);
  const door: OwnerDoor = new OwnerDoor({
    path: ownerSocketOf(parts.folder),
    journal,
    engine: SNAPSHOT_NUMBER,
    logger,
    facts,
    append,
    answers,
    reckon,
  });
  const tables = [served.serve(door), ...answersOf(parts, door)];
  for (const table of tables)
    for (const [topic, answer] of Object.entries<AnswerTopic>(table)) answers.set(topic, answer);
  return door;
}

function answersOf(parts: OwnerParts, door: OwnerDoor): Readonly<Record<string, AnswerTopic>>[] {
  const { venue, gateway, competition } = parts;
  const { edge, shared } = gateway;
  return [
    competition === undefined ? {} : serveCompetitionAnswers(competition, edge),
    {
      [TOPICS.aiLog]: async (log: KeptAiLog): Promise<null> => {
        await shared.aiLogs.append(log);
        return null;
      },
      [TOPICS.stepTime]: async (byMillis: number): Promise<object> => {
        const outcome = await shared.stepTime(byMillis);
        door.announce(CLOCK_NOTICE, parts.tellClock());
        return outcome;
      },
      [TOPICS.passTime]: async (at: number): Promise<null> => {
        await edge.lateness.passTo(at);
        door.announce(CLOCK_NOTICE, parts.tellClock());
        return null;
      },
      [TOPICS.archived]: async (): Promise<null> => {
        await venue.archived();
        return null;
      },
    },
  ];
}

/** The gateways compare their states with these. Returns a function that stops it. */
export const writeStateHashes = ({
  listen,
  read,
  submit,
}: Pick<FileVenue, 'listen' | 'read' | 'submit'>): (() => void) => {
  const watch = new StateHashWatch(...OWNER_PACE);
  return listen((applied) => {
    // If it fails, the venue itself says why it stops.
    if (watch.isDue(applied)) submit(read.stateHash()).catch(() => undefined);
  });
};

/** Returns a function that stops it. */
function tellTime(look: () => ToldClock, tell: (told: ToldClock) => void): () => void {
  let turns = 0;
  let lastSpeed = -1;
  const timer = setInterval(() => {
    const told = look();
    const [, speed] = told;
    turns += 1;
    if (speed === lastSpeed && turns % CLOCK_TOLD_EVERY > 0) return;
    lastSpeed = speed;
    tell(told);
  }, CLOCK_MILLIS);
  timer.unref();
  return () => clearInterval(timer);
}
