/** Leverage, margin mode and fees of the account, by contract, and what is frozen by orders. */
import { effect, signal } from '@preact/signals';
import type { PositionMode } from '../../domain/account.ts';
import { LEVERAGE_DEFAULT } from '../../domain/limits.ts';
import { type Money, NO_MONEY, type Ppm, ppm } from '../../domain/units.ts';
import { findPpm } from '../../wire/quantity.ts';
import { askOwn, isCutOff, ROUTINE, session } from '../client/call.ts';
import { contracts } from '../market/contracts.ts';
import { every } from '../parts/again.ts';
import { events } from './account-state.ts';
import type { DeskTerms } from './figures.ts';
import { moneyOf } from './own-position.ts';

export const desks = signal<ReadonlyMap<string, DeskTerms>>(new Map());
/** Whether the account may hold both sides of a contract at once. */
export const positionMode = signal<PositionMode>('hedge');
export const frozen = signal<Money>(NO_MONEY);

const POLL_EVERY = 2_000;
const SOON = 120;

const DEFAULTS: DeskTerms = {
  marginMode: 'cross',
  crossLeverage: LEVERAGE_DEFAULT,
  longLeverage: LEVERAGE_DEFAULT,
  shortLeverage: LEVERAGE_DEFAULT,
  makerFee: ppm(0),
  takerFee: ppm(0),
};

/** As the venue has it, or the default of a new account. */
export function deskOf(symbol: string): DeskTerms {
  const known = desks.value.get(symbol);
  if (known !== undefined) return known;
  const contract = contracts.value.find((each) => each.symbol === symbol);
  if (contract === undefined) return DEFAULTS;
  return { ...DEFAULTS, makerFee: contract.makerFee, takerFee: contract.takerFee };
}

export async function readDesks(): Promise<void> {
  const who = session.peek();
  const outcome = await askOwn(({ account }) => account.getAccounts());
  if (!outcome.ok || session.peek() !== who) return;
  const { defaultFeeSetting, feeSetting, modeSetting, leverageSetting } = outcome.value.account;
  const modes = new Map(modeSetting.map((row) => [row.symbol, row.marginMode]));
  positionMode.value = modeSetting[0]?.positionMode === 'ONE_WAY' ? 'net' : 'hedge';
  const fees = new Map(feeSetting.map((row) => [row.symbol, row]));
  desks.value = new Map(
    leverageSetting.map((row) => {
      const fee = fees.get(row.symbol) ?? defaultFeeSetting;
      return [
        row.symbol,
        {
          marginMode: modes.get(row.symbol) === 'ISOLATED' ? 'isolated' : 'cross',
          crossLeverage: Number(row.cross_leverage),
          longLeverage: Number(row.isolated_long_leverage),
          shortLeverage: Number(row.isolated_short_leverage),
          makerFee: rateOf(fee.maker_fee_rate),
          takerFee: rateOf(fee.taker_fee_rate),
        },
      ];
    }),
  );
}

const rateOf = (text: string): Ppm =>
  text.startsWith('-') ? ppm(-(findPpm(text.slice(1)) ?? 0)) : (findPpm(text) ?? ppm(0));

/** No channel reports frozen money: it is read after each event, and now and then. */
async function readFrozen(): Promise<void> {
  const who = session.peek();
  const outcome = await askOwn(({ account }) => account.assets({}, ROUTINE));
  const asset = outcome.ok ? outcome.value[0] : undefined;
  if (asset !== undefined && session.peek() === who) frozen.value = moneyOf(asset.frozen);
}

export function watchDesks(): void {
  effect(() => {
    desks.value = new Map();
    positionMode.value = 'hedge';
    frozen.value = NO_MONEY;
    if (session.value === undefined) return undefined;
    return every(POLL_EVERY, readFrozen);
  });
  // Also when a lost connection is back.
  effect(() => {
    if (session.value === undefined || isCutOff.value) return;
    void readDesks();
    void readFrozen();
  });
  let soon: ReturnType<typeof setTimeout> | undefined;
  events.subscribe(() => {
    if (session.peek() === undefined) return;
    clearTimeout(soon);
    soon = setTimeout(() => void readFrozen(), SOON);
  });
}
