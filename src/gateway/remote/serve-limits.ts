/** Keeps the budgets of all gateways: each question is charged as a call here would be. */
import { accountId } from '../../domain/ids.ts';
import { DIALECTS } from '../dialects.ts';
import type { Edge } from '../edge.ts';
import type { AccountCost, Limiter } from '../limits/limiter.ts';
import {
  type AccountAnswer,
  type AccountCharge,
  type AddressAnswer,
  type AddressCharge,
  TOPICS,
} from './owner.ts';

/** `tellAll` lets every gateway know of an address that is shut out, and for how many seconds. */
export function serveLimits(
  { limiter, limiterOf, venue }: Pick<Edge, 'limiter' | 'limiterOf' | 'venue'>,
  tellAll: (group: string, seconds: number) => void,
) {
  const limiters = DIALECTS.map(limiterOf);
  const budgetsOf = (place: number): Limiter => limiters[place] ?? limiter;
  const now = venue.clock.monotonicNow;
  return {
    [TOPICS.address]: ([place, group, weight]: AddressCharge): AddressAnswer => {
      const at = now();
      const budgets = budgetsOf(place);
      const wait = budgets.takeAddress(group, weight, at);
      const isShutOut = wait > 0 && limiter.noteTold(group, at);
      if (isShutOut) tellAll(group, wait);
      return [wait, isShutOut ? 1 : 0, ...budgets.counts(group, undefined, at)];
    },
    [TOPICS.account]: (charge: AccountCharge): AccountAnswer => {
      const at = now();
      const [place, account, , , , , group] = charge;
      const budgets = budgetsOf(place);
      const wait = budgets.takeAccount(accountId(account), costOf(charge), at);
      return [wait, ...budgets.counts(group, accountId(account), at)];
    },
    [TOPICS.addressMore]: ([place, group, weight]: AddressCharge): void => {
      const budgets = budgetsOf(place);
      if (weight > 0) budgets.takeMoreOfAddress(group, weight, now());
      else budgets.giveBackAddress(group, -weight, now());
    },
    [TOPICS.accountBack]: (charge: AccountCharge): void =>
      budgetsOf(charge[0]).giveBackAccount(accountId(charge[1]), costOf(charge), now()),
    [TOPICS.authFailure]: (group: string): void => limiter.noteAuthFailure(group, now()),
    [TOPICS.refusal]: ([group, count]: readonly [string, number]): void =>
      limiter.noteRefusal(group, now(), count),
  };
}

const costOf = ([, , weight, orders, orderCalls, cancels]: AccountCharge): AccountCost => ({
  weight,
  orders,
  orderCalls,
  cancels,
});
