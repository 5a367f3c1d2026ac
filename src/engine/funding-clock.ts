/** Samples the premium, and settles funding between longs and shorts when its time comes. */

import { INSURANCE_FUND } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import type { SetIndexPrice } from '../domain/command.ts';
import type { ToldFunding } from '../domain/event.ts';
import {
  fundingIntervalBefore,
  fundingPayment,
  fundingRateFrom,
  nextFundingAt,
  premiumOf,
  weightedPremium,
} from '../domain/funding.ts';
import { DAY } from '../domain/limits.ts';
import { negate, plus } from '../domain/money.ts';
import type { Position } from '../domain/position.ts';
import { type FundingRate, fundingRate, type Money, money, NO_MONEY } from '../domain/units.ts';
import { moveIsolated } from './change-position.ts';
import { findImpactPrices } from './impact-price.ts';
import { postCash } from './post.ts';
import { notionalAtMark } from './risk.ts';
import { type Desk, emit, getAccount, type Listing, touch, type VenueState } from './state.ts';

/** Starts the clock of a contract, or moves it to the next interval. */
export function startInterval(listing: Listing, after: VenueState['now']): void {
  const { funding, contract } = listing;
  funding.nextAt = nextFundingAt(contract, after);
  funding.interval = fundingIntervalBefore(contract, funding.nextAt);
  funding.samples = 0;
  funding.weighted = 0n;
}

/**
 * What is new of the next settlement. A recorded one counts within a day: one that has passed is
 * of the interval before.
 */
export function tellFunding(
  state: VenueState,
  listing: Listing,
  { fundingAt }: Pick<SetIndexPrice, 'fundingAt'>,
): ToldFunding | undefined {
  const { funding, told } = listing;
  const estimate = told?.fundingRate ?? funding.estimate;
  const isNext = fundingAt !== undefined && fundingAt > state.now && fundingAt <= state.now + DAY;
  const nextAt = isNext ? fundingAt : funding.nextAt;
  if (estimate === funding.estimate && nextAt === funding.nextAt) return undefined;
  funding.estimate = estimate;
  funding.nextAt = nextAt;
  return { estimate, nextAt };
}

/** Takes one premium sample, unless a side of the book is empty. */
export function samplePremium(state: VenueState, listing: Listing): void {
  const impact = findImpactPrices(listing);
  if (impact === undefined) return;
  const { funding } = listing;
  const premium = premiumOf(listing.index, impact);
  funding.samples += 1;
  funding.weighted += BigInt(funding.samples) * BigInt(premium);
  const mean = weightedPremium(funding.weighted, funding.samples);
  funding.estimate = listing.told?.fundingRate ?? fundingRateFrom(mean, funding.interval);
  emit(state, {
    kind: 'funding-estimated',
    contract: listing.contract.id,
    impactBid: impact.bid,
    impactAsk: impact.ask,
    premium,
    samples: funding.samples,
    estimate: funding.estimate,
  });
}

/** Every position pays or receives; an interval that was never sampled has a rate of zero. */
export function settleFunding(state: VenueState, listing: Listing): void {
  const { funding, contract } = listing;
  const meanPremium = weightedPremium(funding.weighted, funding.samples);
  const sampled =
    funding.samples === 0 ? fundingRate(0) : fundingRateFrom(meanPremium, funding.interval);
  const rate = listing.told?.fundingRate ?? sampled;
  const holders = [...listing.holders].sort(
    (first, second) => first.account.id - second.account.id,
  );
  let residue = NO_MONEY;
  let positions = 0;
  for (const desk of holders) {
    for (const position of [desk.long.position, desk.short.position]) {
      if (position === null) continue;
      residue = plus(residue, payFunding(state, desk, position, rate));
      positions += 1;
    }
  }
  assert(
    residue >= NO_MONEY && residue <= money(positions),
    'a funding residue is impossible',
    residue,
  );
  postCash(state, getAccount(state, INSURANCE_FUND), 'funding-residue', residue);
  emit(state, {
    kind: 'funding-settled',
    contract: contract.id,
    settledAt: funding.nextAt,
    rate,
    mark: listing.mark,
    meanPremium,
    samples: funding.samples,
    positions,
    residue,
  });
  funding.lastRate = rate;
  startInterval(listing, funding.nextAt);
}

function payFunding(state: VenueState, desk: Desk, position: Position, rate: FundingRate): Money {
  const { account, listing } = desk;
  const notional = notionalAtMark(desk, position.size);
  const payment = fundingPayment(position.side, notional, rate);
  postCash(state, account, 'funding', negate(payment));
  if (desk.marginMode === 'isolated') moveIsolated(desk, position, negate(payment));
  position.fundingFee = plus(position.fundingFee, payment);
  position.cumFunding = plus(position.cumFunding, payment);
  position.updatedSeq = state.seq;
  position.updatedAt = state.now;
  touch(state, account);
  emit(state, {
    kind: 'funding-paid',
    account: account.id,
    contract: listing.contract.id,
    positionSide: position.side,
    position: position.id,
    size: position.size,
    mark: listing.mark,
    notional,
    rate,
    payment,
    wallet: account.wallet,
    collateral: account.collateral,
  });
  return payment;
}
