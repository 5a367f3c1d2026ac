/**
 * Events in the words of a scenario. A fact has a subject, a verb, words that follow the verb in a
 * fixed order, and details behind a key, all of which an expectation may leave out.
 */
import type { Contract } from '../../src/domain/contract.ts';
import type { Event, FillSettled } from '../../src/domain/event.ts';
import type { AccountId, ContractId, OrderId } from '../../src/domain/ids.ts';
import type { Trigger } from '../../src/domain/order.ts';
import type { Reject } from '../../src/domain/reject.ts';
import { type Lots, NO_MONEY, type Ticks } from '../../src/domain/units.ts';
import type { LiquidationStarted } from '../../src/domain/why.ts';
import {
  formatFineTicks,
  formatFundingRate,
  formatLots,
  formatMoney,
  formatShort,
  formatTicks,
} from '../../src/wire/quantity.ts';
import { rejectDetails } from './reject-details.ts';
import { nameOf, type Stage } from './stage.ts';

/**
 * A loud fact must be expected. A plain one may pass unmentioned on a line without an arrow, and a
 * quiet one anywhere.
 */
export type Weight = 'loud' | 'plain' | 'quiet';

export interface Fact {
  readonly weight: Weight;
  /** The account it happens to; null where it happens to the contract. */
  readonly who: string | null;
  readonly verb: string;
  readonly words: readonly string[];
  readonly details: Readonly<Record<string, string>>;
}

/**
 * What an event tells, or undefined for what scenarios do not speak of. A reject does not say which
 * contract its sizes and prices are of: that is the one the line speaks of.
 */
export function findFact(
  stage: Stage,
  event: Event,
  contract: Contract | undefined,
): Fact | undefined {
  switch (event.kind) {
    case 'command-rejected': {
      const who = event.account === null ? null : nameOf(stage, event.account);
      return rejectFact(who, contract, event.reject);
    }
    case 'fill-settled':
      return fillFact(stage, event);
    case 'deleveraged': {
      const contract = contractAt(stage, event.contract);
      return about(stage, event.account, 'loud', 'deleveraged', {
        words: deal(contract, event.size, event.price),
        details: {
          rank: String(event.rank),
          group: event.group,
          score: formatShort(event.scorePpm, 6),
        },
      });
    }
    case 'liquidation-started':
      return liquidationFact(stage, event);
    case 'liquidation-ended':
      return about(stage, event.account, 'quiet', event.outcome, {
        details: { wallet: formatMoney(event.wallet), equity: formatMoney(event.equity) },
      });
    case 'deficit-covered':
      return about(stage, event.account, 'loud', 'covered', { words: [formatMoney(event.amount)] });
    default:
      return orderFact(stage, event) ?? settingFact(stage, event);
  }
}

export const rejectFact = (
  who: string | null,
  contract: Contract | undefined,
  reject: Reject,
): Fact => ({
  weight: 'loud',
  who,
  verb: 'rejected',
  words: [reject.reason],
  details: rejectDetails(contract, reject),
});

function orderFact(stage: Stage, event: Event): Fact | undefined {
  switch (event.kind) {
    case 'order-accepted': {
      if (event.trigger === null) return undefined;
      const size = formatLots(contractAt(stage, event.contract), event.size);
      return about(stage, event.account, 'plain', 'waits', {
        words: [event.trigger.purpose, event.positionSide, size],
        details: { ...orderName(stage, event.order), ...triggerName(stage, event) },
      });
    }
    case 'order-repeated':
      return about(stage, event.account, 'loud', 'repeated', {
        details: orderName(stage, event.order),
      });
    case 'order-rested': {
      const order = stage.orders.get(event.order)!;
      const live = stage.state.orders.get(event.order);
      return about(stage, order.account, 'plain', 'rests', {
        words: deal(contractAt(stage, event.contract), event.remaining, event.price),
        details: {
          ...orderName(stage, event.order),
          frozen: formatMoney(live?.frozen ?? order.frozen),
        },
      });
    }
    case 'order-turned':
      return about(stage, event.account, 'quiet', 'turned', {
        words: [formatLots(contractAt(stage, event.contract), event.opening)],
        details: { ...orderName(stage, event.order), frozen: formatMoney(event.frozen) },
      });
    case 'order-amended':
      return about(stage, event.account, 'plain', 'amended', {
        words: deal(contractAt(stage, event.contract), event.size, event.workingPrice),
        details: { ...orderName(stage, event.order), frozen: formatMoney(event.frozen) },
      });
    case 'order-canceled':
      return about(stage, event.account, 'loud', 'canceled', {
        words: [event.reason],
        details: {
          ...orderName(stage, event.order),
          ...(event.reject === null ? {} : { because: event.reject.reason }),
        },
      });
    default:
      return triggerFact(stage, event);
  }
}

function triggerFact(stage: Stage, event: Event): Fact | undefined {
  switch (event.kind) {
    case 'trigger-amended': {
      const { purpose } = event.trigger;
      // The stop of a trailing order that is about to fire.
      const isStop = stage.orders.get(event.order)?.options?.trailing !== undefined;
      return about(stage, event.account, isStop ? 'quiet' : 'plain', 'adjusted', {
        words: [purpose, formatLots(contractAt(stage, event.contract), event.size)],
        details: { ...orderName(stage, event.order), ...triggerName(stage, event) },
      });
    }
    case 'trigger-activated': {
      const contract = contractAt(stage, event.contract);
      return about(stage, event.account, 'plain', 'follows', {
        words: [formatTicks(contract, event.stop)],
        details: {
          ...orderName(stage, event.order),
          [event.source]: formatFineTicks(contract, event.sourcePrice),
        },
      });
    }
    case 'trigger-fired': {
      const contract = contractAt(stage, event.contract);
      return about(stage, event.account, 'loud', 'fired', {
        words: [
          stage.orders.get(event.order)?.trigger?.purpose ?? '',
          formatLots(contract, event.size),
        ],
        details: {
          ...orderName(stage, event.order),
          [event.source]: formatTicks(contract, event.sourcePrice),
          stop: formatTicks(contract, event.triggerPrice),
        },
      });
    }
    default:
      return undefined;
  }
}

function settingFact(stage: Stage, event: Event): Fact | undefined {
  switch (event.kind) {
    case 'prices-marked': {
      const contract = contractAt(stage, event.contract);
      return {
        weight: 'quiet',
        who: null,
        verb: 'mark',
        words: [formatTicks(contract, event.mark)],
        details: { index: formatFineTicks(contract, event.index) },
      };
    }
    case 'funding-paid':
      return about(
        stage,
        event.account,
        event.payment === NO_MONEY ? 'quiet' : 'loud',
        'pays-funding',
        {
          words: [formatMoney(event.payment)],
          details: { rate: formatFundingRate(event.rate), wallet: formatMoney(event.wallet) },
        },
      );
    case 'funding-settled':
      return {
        weight: 'quiet',
        who: null,
        verb: 'funding',
        words: [formatFundingRate(event.rate)],
        details: { residue: formatMoney(event.residue), samples: String(event.samples) },
      };
    case 'isolated-margin-moved': {
      const isTopUp = event.cause === 'top-up';
      const verb = isTopUp ? 'topped-up' : 'margin-moved';
      return about(stage, event.account, isTopUp ? 'loud' : 'quiet', verb, {
        words: [formatMoney(event.amount)],
        details: { margin: formatMoney(event.isolatedMargin) },
      });
    }
    case 'account-reset':
      return about(stage, event.account, 'quiet', 'reset', {
        details: {
          orders: String(event.ordersCanceled),
          positions: String(event.positionsCleared),
          received: formatMoney(event.transferred),
        },
      });
    default:
      return undefined;
  }
}

const VENUE_VERBS = {
  book: 'filled',
  netting: 'netted',
  takeover: 'taken-over',
  deleveraging: 'filled',
  reset: 'cleared',
} as const;

/** Told of the side that took; `with` names the other. */
function fillFact(stage: Stage, event: FillSettled): Fact {
  const { taker, maker, venue } = event;
  return about(
    stage,
    taker.account,
    venue === 'book' ? 'plain' : venue === 'deleveraging' ? 'quiet' : 'loud',
    VENUE_VERBS[venue],
    {
      words: deal(contractAt(stage, event.contract), event.size, event.price),
      details: {
        with: nameOf(stage, maker.account),
        fee: formatMoney(taker.fee),
        pnl: formatMoney(taker.realisedPnl),
        'liquidation-fee': formatMoney(taker.liquidationFee),
        'maker-fee': formatMoney(maker.fee),
        'maker-pnl': formatMoney(maker.realisedPnl),
      },
    },
  );
}

const liquidationFact = (stage: Stage, event: LiquidationStarted): Fact =>
  about(stage, event.account, 'loud', 'liquidated', {
    words: [event.scope],
    details: {
      equity: formatMoney(event.equity),
      requirement: formatMoney(event.requirement),
      backing: formatMoney(event.backing),
    },
  });

function about(
  stage: Stage,
  account: AccountId,
  weight: Weight,
  verb: string,
  more: { readonly words?: readonly string[]; readonly details?: Readonly<Record<string, string>> },
): Fact {
  return { weight, who: nameOf(stage, account), verb, words: [], details: {}, ...more };
}

const deal = (contract: Contract, size: Lots, price: Ticks): string[] => [
  formatLots(contract, size),
  '@',
  formatTicks(contract, price),
];

/** The client order id where the trader gave one, and the venue's number. */
function orderName(stage: Stage, order: OrderId): Record<string, string> {
  const clientOrderId = stage.orders.get(order)?.clientOrderId ?? null;
  return { ...(clientOrderId === null ? {} : { id: `"${clientOrderId}"` }), order: String(order) };
}

const triggerName = (
  stage: Stage,
  event: { readonly contract: ContractId; readonly trigger: Readonly<Trigger> | null },
): Record<string, string> =>
  event.trigger === null
    ? {}
    : {
        [event.trigger.source]: formatTicks(contractAt(stage, event.contract), event.trigger.price),
      };

const contractAt = (stage: Stage, contract: number): Contract =>
  stage.state.listings[contract]!.contract;

/** As an expectation would say it, with everything that could be said. */
export function formatFact(fact: Fact): string {
  const details = Object.entries(fact.details).flat();
  return [...(fact.who === null ? [] : [fact.who]), fact.verb, ...fact.words, ...details].join(' ');
}
