/**
 * Some entries come from a signed request, and some of those are repeated: at once, later, after
 * the market has moved. Their wall clock is not the venue's, and not always right.
 */
import type { Entry } from '../../src/domain/command.ts';
import type { Nonce } from '../../src/domain/request-identity.ts';
import { millis } from '../../src/domain/units.ts';
import { chance, createDice, type Dice, findPick, roll } from './dice.ts';

type SignedCommand = Required<Pick<Entry, 'command' | 'request'>>;

/** With its own dice: the market stays the same as before signed requests existed. */
export interface Signing {
  readonly dice: Dice;
  /** How many of a hundred entries are signed, and how many repeat a signed one. */
  readonly signedPercent: number;
  readonly repeatPercent: number;
  readonly sent: SignedCommand[];
  /** Decides which requests have a nonce. */
  readonly nonceDice: Dice;
  wallClock: number;
}

const SALT = 0x51e9;
/** How many of the last ones may be repeated. */
const RECENT = 60;

export function createSigning(seed: number, wallClock: number): Signing {
  const dice = createDice(seed, SALT);
  const signedPercent = roll(dice, 0, 2) * 30;
  const repeatPercent = signedPercent === 0 ? 0 : roll(dice, 0, 2) * 6;
  const nonceDice = createDice(seed, SALT + 1);
  return { dice, signedPercent, repeatPercent, sent: [], nonceDice, wallClock };
}

/** A request that was sent before, with a later wall clock, now and then with different content. */
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

export type Signed = Pick<Entry, 'request' | 'until' | 'takenAt'>;

/** Some orders get their place when it is too late for them. */
export function signSometimes(signing: Signing, command: Entry['command']): Signed {
  const { dice, signedPercent, sent } = signing;
  if (signedPercent === 0 || !chance(dice, signedPercent)) return {};
  const word = (): number => roll(dice, 0, 2 ** 32 - 1) | 0;
  // The first word of the identity must not decide alone: some requests share it.
  const first = chance(dice, 20) ? roll(dice, 0, 3) : word();
  const words = [first, word(), word(), word()] as const;
  const receivedAt = millis(passTime(signing));
  const nonce = findNonce(signing.nonceDice, receivedAt);
  const request = { words, receivedAt, ...(nonce === undefined ? {} : { nonce }) };
  if (nonce === undefined) sent.push({ command, request });
  const until = millis(request.receivedAt + WINDOW);
  const isLate = command.kind === 'place-order' && chance(dice, 3);
  const after = isLate ? roll(dice, 1, 90_000) : -roll(dice, 0, WINDOW);
  return { request, until, takenAt: millis(until + after) };
}

/** Two signers, whose numbers are close enough to be taken, and now and then out of range. */
function findNonce(dice: Dice, receivedAt: number): Nonce | undefined {
  if (!chance(dice, 10)) return undefined;
  const signer = chance(dice, 50) ? '00000000000000a1' : '00000000000000b2';
  const far = chance(dice, 5) ? roll(dice, -4, 4) * 86_400_000 : 0;
  return { signer, value: receivedAt - (receivedAt % 60_000) + far + roll(dice, 0, 9) };
}

const WINDOW = 5_000;

function passTime(signing: Signing): number {
  const { dice } = signing;
  if (chance(dice, 1)) signing.wallClock += roll(dice, -7_200_000, 7_200_000);
  else if (chance(dice, 10)) signing.wallClock += roll(dice, 0, 30_000);
  else signing.wallClock += roll(dice, 0, 1_000);
  return signing.wallClock;
}
