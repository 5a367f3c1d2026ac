/**
 * Some entries come from a signed request, and some of those come again: at once, later, after the
 * market was elsewhere. The wall clock behind them is not that of the venue, and not always right.
 */
import type { Entry } from '../../domain/command.ts';
import type { RequestIdentity } from '../../domain/request-identity.ts';
import { millis } from '../../domain/units.ts';
import { chance, createDice, type Dice, findPick, roll } from './dice.ts';

export type SignedCommand = Required<Pick<Entry, 'command' | 'request'>>;

/** With dice of its own: what the market does is as it was before there were requests. */
export interface Signing {
  readonly dice: Dice;
  /** Of a hundred entries so many are signed, and so many are a signed one again. */
  readonly signedPercent: number;
  readonly repeatPercent: number;
  readonly sent: SignedCommand[];
  wallClock: number;
}

const SALT = 0x51e9;
/** How many of the last ones may come again. */
const RECENT = 60;

export function createSigning(seed: number, wallClock: number): Signing {
  const dice = createDice(seed, SALT);
  const signedPercent = roll(dice, 0, 2) * 30;
  const repeatPercent = signedPercent === 0 ? 0 : roll(dice, 0, 2) * 6;
  return { dice, signedPercent, repeatPercent, sent: [], wallClock };
}

/** One that was sent before, with a later wall clock, now and then with another content. */
export function findRepeat(signing: Signing): SignedCommand | undefined {
  const { dice, repeatPercent, sent } = signing;
  if (repeatPercent === 0 || !chance(dice, repeatPercent)) return undefined;
  const first = findPick(dice, sent.slice(-RECENT));
  if (first === undefined) return undefined;
  const other = chance(dice, 10) ? findPick(dice, sent) : undefined;
  const { words } = first.request;
  return {
    command: (other ?? first).command,
    request: { words, receivedAt: millis(passTime(signing)) },
  };
}

export function sign(signing: Signing, command: Entry['command']): RequestIdentity | undefined {
  const { dice, signedPercent, sent } = signing;
  if (signedPercent === 0 || !chance(dice, signedPercent)) return undefined;
  const word = (): number => roll(dice, 0, 2 ** 32 - 1) | 0;
  // The first word alone must not decide: some requests share it.
  const first = chance(dice, 20) ? roll(dice, 0, 3) : word();
  const words = [first, word(), word(), word()] as const;
  const request = { words, receivedAt: millis(passTime(signing)) };
  sent.push({ command, request });
  return request;
}

function passTime(signing: Signing): number {
  const { dice } = signing;
  if (chance(dice, 1)) signing.wallClock += roll(dice, -7_200_000, 7_200_000);
  else if (chance(dice, 10)) signing.wallClock += roll(dice, 0, 30_000);
  else signing.wallClock += roll(dice, 0, 1_000);
  return signing.wallClock;
}
