/**
 * Callers of a simulated cluster. Each sends one command at a time to the replica it is at, waits
 * ten seconds for the answer, and then asks another replica with the same signed request, as long
 * as its window lasts. Then it asks whether the command took effect, and takes the answer for
 * final. They also query, and remember how far they have seen.
 */
import { FIRST_OPENED_ACCOUNT } from '../../src/domain/account.ts';
import type { Command } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, accountId, contractId } from '../../src/domain/ids.ts';
import { COMMAND_LIFE } from '../../src/domain/limits.ts';
import type { RequestIdentity } from '../../src/domain/request-identity.ts';
import { lots, millis, money, seq, ticks } from '../../src/domain/units.ts';
import type { Applied } from '../../src/venue/venue.ts';
import { bareOrder } from '../sim/bare-order.ts';
import { chance, pick, roll } from '../sim/dice.ts';
import type { ClusterJudge } from './cluster-judge.ts';
import type { SimulatedReplica } from './simulated-replica.ts';
import type { World } from './world.ts';

const PATIENCE = 10_000;
/** The windows of signed requests; others have the life of every command. */
const WINDOWS = [5_000, 30_000, 60_000] as const;

interface Asked {
  /** Under which its effect is known; null where an effect has no name. */
  readonly mark: string | null;
  /** What its entry must hold. */
  readonly text: string;
  readonly command: Command;
  /** Undefined for a command that is not signed: it is sent once, whatever becomes of it. */
  readonly words: RequestIdentity['words'] | undefined;
  /** In the time of the world: when it was signed, and how long that is good. */
  readonly signedAt: number;
  readonly window: number;
}

export interface CallerSettings {
  readonly world: World;
  readonly judge: ClusterJudge;
  readonly replicas: () => readonly SimulatedReplica[];
  /** An account of its own, of those that the venue begins with. */
  readonly place: number;
  readonly bug: string | undefined;
}

export class SimulatedCaller {
  readonly #settings: CallerSettings;
  #home: SimulatedReplica | undefined;
  #seen = 0;
  #asked: Asked | undefined;
  /** Which attempt at the command is under way. */
  #attempt = 0;
  #count = 0;
  isOver = false;
  acknowledged = 0;

  constructor(settings: CallerSettings) {
    this.#settings = settings;
    settings.world.every(roll(settings.world.dice, 60, 400), () => {
      this.#act();
      return true;
    });
  }

  /** Whether a command of it has no answer yet. */
  get isWaiting(): boolean {
    return this.#asked !== undefined;
  }

  #act(): void {
    const { world, judge } = this.#settings;
    const home = this.#findHome();
    if (home === undefined) return;
    // A replica that is behind what the caller has seen would let it wait.
    if (home.present.state.seq >= this.#seen)
      this.#seen = judge.answered(home, this.#seen, world.now);
    if (this.#asked !== undefined || this.isOver) return;
    this.#asked = this.#draw();
    this.#send(home, this.#asked);
  }

  /** Stays where it is while that replica's doors are open. */
  #findHome(): SimulatedReplica | undefined {
    const { world, replicas } = this.#settings;
    if (this.#home?.isOpen === true && chance(world.dice, 95)) return this.#home;
    const open = replicas().filter(({ isOpen }) => isOpen);
    this.#home = open.length === 0 ? undefined : pick(world.dice, open);
    return this.#home;
  }

  #send(home: SimulatedReplica, asked: Asked): void {
    const { world, judge, bug } = this.#settings;
    this.#attempt += 1;
    const attempt = this.#attempt;
    const { command, words } = asked;
    const left = Math.min(COMMAND_LIFE, asked.signedAt + asked.window - world.now);
    judge.asked(asked, world.now + left);
    const receivedAt = home.wallNow;
    const until = millis(Math.floor(receivedAt + left));
    const done = ({ seq, events }: Pick<Applied, 'seq' | 'events'>): void => {
      if (attempt !== this.#attempt || this.#asked !== asked) return;
      judge.acknowledge(home, asked, seq, isLate(events));
      this.#seen = Math.max(this.#seen, seq);
      this.#asked = undefined;
      this.acknowledged += 1;
    };
    if (bug === 'answers-early') home.onStored = () => done(comesNext(home));
    const signed = words === undefined ? {} : { request: { words, receivedAt } };
    home.submit({ command, ...signed, until }, done);
    world.after(PATIENCE, () => this.#askAgain(attempt, asked));
  }

  /** Whether the command counts is not known: the same signed request tells, and later anyone. */
  #askAgain(attempt: number, asked: Asked): void {
    if (attempt !== this.#attempt || this.#asked !== asked) return;
    const { world, judge } = this.#settings;
    const home = this.#findHome();
    const isGood = asked.words !== undefined && world.now < asked.signedAt + asked.window;
    if (home !== undefined && isGood) this.#send(home, asked);
    else if (home !== undefined && judge.isFinal(asked, world.now)) {
      judge.tell(home, asked);
      this.#asked = undefined;
    } else world.after(500, () => this.#askAgain(attempt, asked));
  }

  #draw(): Asked {
    const { world, place } = this.#settings;
    const { dice } = world;
    this.#count += 1;
    const number = place * 1_000_000 + this.#count;
    const words = chance(dice, 50) ? ([number, place, this.#count, 7] as const) : undefined;
    const window = words === undefined ? COMMAND_LIFE : pick(dice, WINDOWS);
    const sent = { words, signedAt: world.now, window };
    const account = accountOf(place);
    const choice = roll(dice, 1, 100);
    if (choice <= 35) {
      const command: Command = { kind: 'deposit', account, amount: money(BigInt(number)) };
      return { mark: `deposit ${number}`, text: `"${number}"`, command, ...sent };
    }
    if (choice <= 60) {
      const text = `note ${number}`;
      const command: Command = { kind: 'record-note', actor: 'caller', topic: 'sim', text };
      return { mark: text, text, command, ...sent };
    }
    return { mark: null, text: `${account}`, command: this.#drawOrder(account), ...sent };
  }

  #drawOrder(account: AccountId): Command {
    const { dice } = this.#settings.world;
    if (chance(dice, 15)) {
      const contract = contractId(0);
      return { kind: 'cancel-all-orders', account, contract, scope: 'working' };
    }
    return bareOrder({
      account,
      contract: contractId(0),
      positionSide: pick(dice, ['long', 'short']),
      effect: 'open',
      size: lots(roll(dice, 1, 9)),
      price: ticks(INDEX_TICKS + roll(dice, -20, 20)),
    });
  }
}

/** Whether it did nothing because its time was over. */
const isLate = (events: readonly Event[]): boolean =>
  events.some((event) => {
    const refused = event.kind === 'request-answered' ? event.outcome : event;
    return 'reject' in refused && refused.reject?.reason === 'command-late';
  });

/** What a planted bug answers with. */
const comesNext = ({ present }: SimulatedReplica): Pick<Applied, 'seq' | 'events'> => ({
  seq: seq(present.state.seq + 1),
  events: [],
});

/** The accounts that the venue begins with are numbered in the order of its callers. */
export const accountOf = (place: number): AccountId => accountId(FIRST_OPENED_ACCOUNT + place);

/** Where prices begin. */
export const INDEX_TICKS = 900_000;

/** Around the index, mostly without meeting anybody: what a cluster under load is given. */
export const loadOrder = (number: number): Command =>
  bareOrder({
    account: accountOf(number % 4),
    contract: contractId(0),
    positionSide: number % 2 === 0 ? 'long' : 'short',
    effect: 'open',
    size: lots(1 + (number % 7)),
    price: ticks(INDEX_TICKS + (number % 41) - 20),
    timeInForce: number % 5 === 0 ? 'normal' : 'ioc',
  });
