/** Index, mark and funding as a tape tells them, until the venue has them. */
import type { SetIndexPrice } from '../domain/command.ts';
import type { ContractId } from '../domain/ids.ts';
import {
  FUNDING_SCALE,
  type FundingRate,
  fineTicks,
  fundingRate as toFundingRate,
} from '../domain/units.ts';
import { millisAt, type TapeIndex } from './tape-event.ts';
import type { TapeScale } from './tape-scale.ts';

type Beside = Pick<SetIndexPrice, 'mark' | 'fundingRate' | 'fundingAt'>;

export class RecordedPrices {
  readonly #scale: TapeScale;
  /** Zero where none was told. */
  #index = 0;
  #toldIndex = 0;
  /** What was told beside the index, and whether the venue lacks some of it. */
  #beside: Beside = {};
  #isBesideNew = false;

  constructor(scale: TapeScale) {
    this.#scale = scale;
  }

  /** An exchange that has no mark tells zero. */
  take({ price, mark = 0, fundingRate, fundingAt }: TapeIndex): void {
    if (price !== undefined) this.#index = this.#scale.index(price);
    const before = this.#beside;
    const beside: Beside = {
      ...before,
      ...(mark > 0 ? { mark: fineTicks(this.#scale.index(mark)) } : {}),
      ...(fundingRate === undefined ? {} : { fundingRate: rateOf(fundingRate) }),
      ...(fundingAt === undefined ? {} : { fundingAt: millisAt({ at: fundingAt }) }),
    };
    this.#beside = beside;
    this.#isBesideNew ||=
      beside.mark !== before.mark ||
      beside.fundingRate !== before.fundingRate ||
      beside.fundingAt !== before.fundingAt;
  }

  /** The venue has had it already; one that goes on at a recorded mark stays at it. */
  pass(event: TapeIndex): void {
    if ((event.mark ?? this.#beside.mark) !== undefined) this.take(event);
  }

  /** Undefined where nothing is new. The middle stands in for an index that was not told. */
  tell(contract: ContractId, middle: number): SetIndexPrice | undefined {
    const index = this.#index === 0 ? middle : this.#index;
    if (index <= 0 || (index === this.#toldIndex && !this.#isBesideNew)) return undefined;
    this.#toldIndex = index;
    this.#isBesideNew = false;
    return { kind: 'set-index-price', contract, price: fineTicks(index), ...this.#beside };
  }
}

const rateOf = (share: number): FundingRate =>
  toFundingRate(Math.round(share * Number(FUNDING_SCALE)));
