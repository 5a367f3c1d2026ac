/** Changes of an account that place no order: settings, listen keys, venue time, decision logs. */
import type { SetLeverage, SetMarginMode, SetPositionMode } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { MarginMode } from '../../domain/margin.ts';
import type { PositionSide } from '../../domain/side.ts';
import type { Millis, Money } from '../../domain/units.ts';
import { parseLatency } from '../../venue/latency-text.ts';
import type { TimeStepped } from '../../venue/time-control.ts';
import type { AiLog } from '../../wire/ai-log.ts';
import { invalid } from '../../wire/caller.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { answerControl } from '../answer-control.ts';
import type { PrivateCall } from '../call.ts';
import { carryOut, carryOutEach, type Single } from './carry-out.ts';
import { findOwnOrder, unknownOrderError } from './find-order.ts';

export async function change(call: PrivateCall, command: Single): Promise<WireError | undefined> {
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? outcome : undefined;
}

export const changeLeverage = async (call: PrivateCall, command: SetLeverage) =>
  (await change(call, command)) ?? call.venue.read.account.settings(call.account, command.contract);

/**
 * Changes the margin mode of a contract, and keeps its leverage: the engine has a leverage for each
 * mode, but some dialects know only one. While the mode is in use, both commands are refused.
 */
export async function changeMarginMode(
  call: PrivateCall,
  command: SetMarginMode,
): Promise<WireError | undefined> {
  const { account, contract, marginMode } = command;
  const before = call.venue.read.account.settings(account, contract);
  const [outcome] = await carryOutEach(call, keepingLeverage(account, before, marginMode));
  return isWireError(outcome) ? outcome : undefined;
}

type DeskSettings = ReturnType<PrivateCall['venue']['read']['account']['settings']>;

function keepingLeverage(
  account: AccountId,
  { contract: { id: contract }, ...before }: DeskSettings,
  marginMode: MarginMode,
): Single[] {
  const leverage = before.marginMode === 'cross' ? before.crossLeverage : before.longLeverage;
  const sides = { longLeverage: leverage, shortLeverage: leverage };
  return [
    { kind: 'set-margin-mode', account, contract, marginMode },
    { kind: 'set-leverage', account, contract, marginMode, ...sides },
  ];
}

/** Changes the position mode, which may be so already where the caller says. */
export async function changePositionMode(
  call: PrivateCall,
  { command, mayBeSo }: { readonly command: SetPositionMode; readonly mayBeSo: boolean },
): Promise<WireError | undefined> {
  const refused = await change(call, command);
  return mayBeSo && refused?.reason === 'position-mode-same' ? undefined : refused;
}

/** Makes several changes as one; the first that is refused is told. */
export const changeEach = async (
  call: PrivateCall,
  commands: readonly Single[],
): Promise<WireError | undefined> => (await carryOutEach(call, commands)).find(isWireError);

/**
 * Changes the margin mode of every contract, and keeps their leverage. While any contract is in
 * use, none is changed.
 */
export async function changeEveryMarginMode(
  call: PrivateCall,
  { marginMode }: { readonly marginMode: MarginMode },
): Promise<WireError | undefined> {
  const { account, venue } = call;
  const settings = venue.read.listing
    .contracts()
    .map(({ id }) => venue.read.account.settings(account, id))
    .filter((each) => each.marginMode !== marginMode);
  const used = settings.find(({ contract: { id } }) => {
    const { long, short, orders } = venue.read.account.standing(account, id);
    return long > 0 || short > 0 || orders.length > 0;
  });
  const chosen = used === undefined ? settings : [used];
  return changeEach(
    call,
    chosen.flatMap((before) => keepingLeverage(account, before, marginMode)),
  );
}

interface MarginChange {
  readonly contract: Contract;
  /** Null for the one position that is held. */
  readonly positionSide: PositionSide | null;
  readonly amount: Money;
}

/** Adds isolated margin, or removes it if the amount is negative. */
export function adjustMargin(call: PrivateCall, asked: MarginChange) {
  const { account, venue } = call;
  const { contract, amount } = asked;
  const held = venue.read.account
    .positions(account)
    .filter((each) => each.contract === contract)
    .map(({ position }) => position.side);
  if (asked.positionSide === null && held.length > 1)
    return wireError('40019', { field: 'positionSide' });
  // Without a position the engine refuses either side alike.
  const positionSide = asked.positionSide ?? held[0] ?? 'long';
  return change(call, {
    kind: 'adjust-isolated-margin',
    account,
    contract: contract.id,
    positionSide,
    amount,
  });
}

export const startListening = ({ shared, key }: PrivateCall): string | Promise<string> =>
  shared.listenKeys.start(key);

export const prolongListening = async ({ shared, key }: PrivateCall): Promise<string | WireError> =>
  (await shared.listenKeys.prolong(key)) ?? wireError('40020', { field: 'listenKey' });

export async function endListening({ shared, account }: PrivateCall): Promise<object> {
  await shared.listenKeys.end(account);
  return {};
}

export const chooseGuard = (
  { shared, account }: PrivateCall,
  { window }: { readonly window: Millis },
): Promise<void> => shared.guards.choose(account, window);

export const stepTime = (
  { shared }: PrivateCall,
  byMillis: number,
): Promise<TimeStepped | WireError> => answerControl(shared.stepTime(byMillis));

export const readLatency = ({ venue, account }: PrivateCall) => ({
  latency: venue.read.account.latency(account),
});

export async function changeLatency(call: PrivateCall, text: string) {
  if (!call.shared.mayBeLate) return wireError('40753', { detail: both(NOT_A_SANDBOX) });
  const latency = parseLatency(text, undefined);
  if (typeof latency === 'string') return invalid('latency', latency);
  const command = { kind: 'set-latency', account: call.account, latency } as const;
  return (await change(call, command)) ?? readLatency(call);
}

const NOT_A_SANDBOX = 'only the operator changes it here: this venue is no sandbox';

/** Refuses an account that is not on the list. Runs before the log is read. */
export const admitUpload = ({ shared, account }: PrivateCall): WireError | undefined =>
  shared.mayUpload(account) ? undefined : wireError('40753', { detail: NOT_LISTED });

export async function uploadAiLog(call: PrivateCall, log: AiLog): Promise<WireError | undefined> {
  const { account, now, venue, shared } = call;
  // Some programs send zero for no order.
  const order = log.order === 0 ? null : log.order;
  if (order !== null && (await findOwnOrder(call, order)) === undefined) return unknownOrderError();
  await shared.aiLogs.append({ ...log, order, account, at: now, venueAt: venue.clock.venueNow() });
  return undefined;
}

const NOT_LISTED = {
  en: 'the account is not on the list for this',
  zh: '账户不在白名单中',
};
