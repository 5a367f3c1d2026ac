/** Orders by number: the same number is the same order, whichever process sends it. */
import type { PlaceOrder } from '../../src/domain/command.ts';
import { MIDDLE, orderOf, traderAt } from './market.ts';

export const TRADERS = 20;

/** Neighbours meet at one price, so books stay short and there are fills all the time. */
export const numberedOrder = (number: number): PlaceOrder =>
  orderOf(
    traderAt((number * 7) % TRADERS),
    number % 2 === 0 ? 'long' : 'short',
    MIDDLE + (Math.floor(number / 2) % 50),
    `number-${number}`,
  );
