/** What this dialect does in its own way: answers with the best prices, changes, agents. */
import type { AmendOrder, AmendTrigger } from '../../domain/command.ts';
import type { ContractId } from '../../domain/ids.ts';
import { isFinal } from '../../domain/order.ts';
import { sideOf } from '../../domain/side.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { AgentAsked } from '../../wire/hyperliquid/account-actions.ts';
import { refusal } from '../../wire/hyperliquid/errors.ts';
import {
  type ModifyAsked,
  type OrderOutcome,
  sizeAfter,
  topText,
  type WishTold,
} from '../../wire/hyperliquid/order-actions.ts';
import { rejectError } from '../../wire/reject-error.ts';
import { carryOutEach } from '../acts/carry-out.ts';
import { findOwnTarget, unknownOrderError } from '../acts/find-order.ts';
import { cancelEachOwn, placeEachOwn } from '../acts/follow-orders.ts';
import { readOwnDesks, readWholeOf } from '../acts/read-account.ts';
import { readOverviews } from '../acts/read-market.ts';
import type { PrivateCall } from '../call.ts';
import type { ApiKey } from '../keys/key-record.ts';

export const readStandingNow = (
  call: PrivateCall,
  { contract }: Parameters<typeof readOwnDesks>[1],
) => ({ ...readOwnDesks(call, { contract }), at: call.venue.read.now() });

export const readWebData = (call: PrivateCall, asked: Parameters<typeof readOverviews>[1]) => ({
  standing: readWholeOf(call.venue, call.account),
  markets: readOverviews(call, asked),
  at: call.venue.read.now(),
});

/** Refuses what an account in hedge mode asks: this dialect has no words for it. */
export const admitOneWay = ({ venue, account }: PrivateCall): WireError | undefined =>
  venue.read.account.positionMode(account) === 'net'
    ? undefined
    : refusal('The account is in hedge mode; this interface needs one-way (net) position mode.');

const topOf = ({ venue }: PrivateCall, contract: ContractId): string => {
  const { bestBid, bestAsk } = venue.read.market.ticker(contract);
  return topText(venue.read.listing.contract(contract), bestBid, bestAsk);
};

export async function placeWishes(
  call: PrivateCall,
  { items }: { readonly items: readonly WishTold[] },
): Promise<OrderOutcome[] | WireError> {
  const told = await placeEachOwn(
    call,
    items.map(({ command }) => (isWireError(command) ? command : { command })),
  );
  return (
    findWhole(told) ??
    told.map((found, at) => {
      const command = items[at]?.command;
      const isPlaced = command !== undefined && !isWireError(command);
      return { found, top: isPlaced ? topOf(call, command.contract) : '' };
    })
  );
}

/** Refusals that are about the action, not about one of its orders. */
const WHOLE = /^(?:nonce-invalid|command-late|batch-too-large|account-|season-|position-mode-)/;

export const findWhole = (told: readonly (object | undefined)[]): WireError | undefined =>
  told.find(
    (each): each is WireError =>
      isWireError(each) && each.reason !== undefined && WHOLE.test(each.reason),
  );

export async function cancelWishes(call: PrivateCall, asked: Parameters<typeof cancelEachOwn>[1]) {
  const told = await cancelEachOwn(call, asked);
  return findWhole(told) ?? told;
}

interface Change {
  readonly asked: ModifyAsked;
  readonly command: AmendOrder | AmendTrigger;
}

/** Orders that rest are amended in place; those that wait get another trigger. */
export async function modifyEach(
  call: PrivateCall,
  items: readonly (ModifyAsked | WireError)[],
): Promise<OrderOutcome[] | WireError> {
  const changes = await Promise.all(items.map((item) => changeOf(call, item)));
  const fit = changes.filter((each): each is Change => !isWireError(each));
  const outcomes = await carryOutEach(
    call,
    fit.map(({ command }) => command),
  );
  const results = changes.map((each) => (isWireError(each) ? each : outcomes[fit.indexOf(each)]));
  const whole = findWhole(results);
  if (whole !== undefined) return whole;
  return Promise.all(
    changes.map(async (each, at) => {
      const result = results[at];
      if (isWireError(each)) return { found: each, top: '' };
      const { target } = each.command;
      const found = isWireError(result)
        ? result
        : ((await findOwnTarget(call, target)) ?? unknownOrderError());
      return { found, top: topOf(call, each.asked.wish.contract.id) };
    }),
  );
}

async function changeOf(
  call: PrivateCall,
  asked: ModifyAsked | WireError,
): Promise<Change | WireError> {
  if (isWireError(asked)) return asked;
  const { account } = call;
  const { wish } = asked;
  const found = await findOwnTarget(call, asked.target);
  if (found === undefined || isFinal(found.order.status)) return unknownOrderError();
  const { order } = found;
  const target = { by: 'id', order: order.id } as const;
  const side = sideOf(order.positionSide, order.effect);
  if (order.contract !== wish.contract.id || side !== wish.side)
    return refusal(`An order keeps its coin and its side. asset=${wish.asset}`);
  if ((wish.trigger === null) !== (order.status !== 'untriggered'))
    return refusal(`An order keeps its kind. asset=${wish.asset}`);
  if (wish.trigger !== null) {
    const price = wish.trigger.isMarket ? null : wish.price;
    const trigger = { triggerPrice: wish.trigger.price, triggerSource: 'mark' } as const;
    return { asked, command: { kind: 'amend-trigger', account, target, ...trigger, price } };
  }
  const size = sizeAfter(asked, found);
  const change = {
    size: size === order.size ? null : size,
    price: wish.price === order.price ? null : wish.price,
  };
  return { asked, command: { kind: 'amend-order', account, target, ...change } };
}

export const findOwn = (call: PrivateCall, { target }: Pick<ModifyAsked, 'target'>) =>
  findOwnTarget(call, target);

const AGENTS_NAMED_MAX = 3;

/** Also of those that were replaced: they are kept, so that none comes back. */
const AGENTS_EVER_MAX = 100;

const everApproved = ({ shared, account }: PrivateCall): readonly ApiKey[] =>
  shared.keys.list().filter((key) => key.agent !== null && key.account === account);

const agentsOf = (call: PrivateCall): readonly ApiKey[] =>
  everApproved(call).filter(
    ({ status, expiresAt }) => status === 'active' && (expiresAt === null || expiresAt > call.now),
  );

export const readAgents = (call: PrivateCall) =>
  agentsOf(call)
    .filter(({ agent }) => agent !== '')
    .map(({ key, agent, expiresAt }) => ({
      address: key,
      name: agent ?? '',
      validUntil: expiresAt,
    }));

/** The address that approved an agent is one of its account that is no agent itself. */
export const readRole = ({ shared, key }: PrivateCall) => {
  const master = shared.keys.list().find(({ account, agent, key: name }) => {
    return account === key.account && agent === null && name.startsWith('0x');
  });
  return { master: key.agent === null ? null : (master?.key ?? null) };
};

const REPLACED = 'Extra agent already used.';

/** The nonce is spent first: a copy of the request must not bring a replaced agent back. */
export async function approveAgent(
  call: PrivateCall,
  { address, name, until }: AgentAsked,
): Promise<WireError | undefined> {
  const { shared, account, key } = call;
  const outcome = await call.submitOnce({ kind: 'batch', commands: [] });
  if (outcome.kind === 'refused')
    return rejectError(outcome.reject, { command: null, contract: null });
  if (shared.keys.find(address) !== undefined) return refusal(REPLACED);
  const agents = agentsOf(call);
  const before = agents.filter(({ agent }) => agent === name);
  const others = agents.filter(({ agent }) => agent !== '' && agent !== name);
  if (name !== '' && others.length >= AGENTS_NAMED_MAX)
    return refusal(`At most ${AGENTS_NAMED_MAX} named agents`);
  if (everApproved(call).length >= AGENTS_EVER_MAX)
    return refusal(`An account approves ${AGENTS_EVER_MAX} agents in all`);
  await shared.keys.create({
    key: address,
    agent: name,
    account,
    name: `agent ${name}`.trim(),
    permissions: [...key.permissions],
    dialects: [...(key.dialects ?? [])],
    expiresAt: until,
  });
  for (const each of before) await shared.keys.setStatus(each.key, 'disabled');
  return undefined;
}
