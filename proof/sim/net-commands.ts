/**
 * What net accounts do besides everybody's trading. They have dice of their own, so a market
 * without them is the same as before there were any.
 */

import type { PositionMode } from '../../src/domain/account.ts';
import type { Command, PlaceOrder, PlaceTrigger } from '../../src/domain/command.ts';
import { lots, money, toBigInt } from '../../src/domain/units.ts';
import { freeCollateral } from '../../src/engine/risk.ts';
import { chance, findPick, pick, roll } from './dice.ts';
import { indexTicks, offBy, opened, type Scene } from './scene.ts';
import { type DeskHolding, holdingsOf, order } from './trade-commands.ts';

/** The mode of a new account. */
export const someMode = ({ net }: Scene): { readonly positionMode?: PositionMode } =>
  chance(net.dice, net.percent) ? { positionMode: 'net' } : {};

/** Now and then something that only net accounts can do. */
export function findNetStep(scene: Scene): Command | undefined {
  const { net } = scene;
  if (net.percent === 0 || !chance(net.dice, 12)) return undefined;
  const holding = findPick(
    net.dice,
    holdingsOf(scene).filter(({ desk }) => desk.account.positionMode === 'net'),
  );
  if (chance(net.dice, 8)) return switchMode(scene);
  if (holding === undefined) return undefined;
  const makers = [counterOrder, counterOrder, turnOver, overlock, overlock, closeNow, squeeze];
  return pick(net.dice, makers)(scene, holding);
}

/** Mostly an account clears itself first. */
function switchMode({ net, queue, ...scene }: Scene): Command {
  const { id: account, positionMode } = pick(net.dice, opened({ net, queue, ...scene }));
  const other = positionMode === 'net' ? 'hedge' : 'net';
  const mode = chance(net.dice, 90) ? other : positionMode;
  const change: Command = { kind: 'set-position-mode', account, mode };
  if (!chance(net.dice, 60)) return change;
  const all = { kind: 'cancel-all-orders', account, contract: null } as const;
  queue.push({ ...all, scope: 'untriggered' });
  queue.push({ kind: 'close-positions', account, contract: null });
  queue.push(change);
  return { ...all, scope: 'working' };
}

/** An order against the position that rests, of a part of it up to twice of it. */
function counterOrder(scene: Scene, { desk, market, side, size }: DeskHolding): Command {
  const { dice } = scene.net;
  const away = (side === 'long' ? 1 : -1) * roll(dice, 1, chance(dice, 50) ? 30 : 400);
  return order(desk.account.id, market, {
    positionSide: side === 'long' ? 'short' : 'long',
    effect: 'open',
    size: lots(Math.min(roll(dice, 1, size * 2), desk.listing.contract.orderLotsMax)),
    price: offBy(indexTicks(market), away),
    timeInForce: pick(dice, ['normal', 'normal', 'post-only', 'fok']),
  });
}

/** At market through the position to the other side. */
function turnOver(scene: Scene, { desk, market, side, size }: DeskHolding): Command {
  const { dice } = scene.net;
  const wanted = Math.floor((size * roll(dice, 50, 220)) / 100);
  return order(desk.account.id, market, {
    positionSide: side === 'long' ? 'short' : 'long',
    effect: 'open',
    size: lots(Math.max(1, Math.min(wanted, desk.listing.contract.orderLotsMax))),
  });
}

/** Reduce-only orders that together want more than there is. */
function overlock(scene: Scene, { desk, market, side, size }: DeskHolding): Command {
  const { dice } = scene.net;
  const commands: PlaceOrder[] = [];
  for (let made = roll(dice, 1, 4); made > 0; made -= 1) {
    const away = (side === 'long' ? 1 : -1) * roll(dice, -5, 300);
    const wanted = chance(dice, 60) ? size : roll(dice, 1, size + 1);
    commands.push(
      order(desk.account.id, market, {
        positionSide: side,
        effect: 'close',
        size: lots(Math.min(wanted, desk.listing.contract.orderLotsMax)),
        price: offBy(indexTicks(market), away),
      }),
    );
  }
  return { kind: 'batch', commands };
}

/** Counts on the position, takes the free money out, and closes the position. */
function squeeze(scene: Scene, holding: DeskHolding): Command {
  const { account } = holding.desk;
  const part = (toBigInt(freeCollateral(account)) * BigInt(roll(scene.net.dice, 97, 100))) / 100n;
  scene.queue.push({ kind: 'withdraw', account: account.id, amount: money(part) });
  scene.queue.push(closeNow(scene, holding));
  return counterOrder(scene, holding);
}

function closeNow(scene: Scene, { desk, market, side, size }: DeskHolding): Command {
  const part = roll(scene.net.dice, 1, Math.min(size, desk.listing.contract.orderLotsMax));
  return order(desk.account.id, market, { positionSide: side, effect: 'close', size: lots(part) });
}

/** Senders say which mode they mean; some do not, and some are wrong. */
export function nameMode(scene: Scene, command: Command): Command {
  if (scene.net.percent === 0) return command;
  if (command.kind === 'batch')
    return { ...command, commands: command.commands.map((one) => nameOne(scene, one)) };
  return nameOne(scene, command);
}

function nameOne<Single extends Exclude<Command, { kind: 'batch' }>>(
  { net, state }: Scene,
  command: Single,
): Single {
  if (!isPlacement(command) || command.options !== undefined) return command;
  const mode = state.accounts[command.account]?.positionMode ?? 'hedge';
  const isSilent = chance(net.dice, mode === 'net' ? 8 : 80);
  if (isSilent) return command;
  const meant = chance(net.dice, 97) ? mode : pick(net.dice, ['hedge', 'net'] as const);
  return { ...command, options: { positionMode: meant } };
}

const isPlacement = (command: Command): command is PlaceOrder | PlaceTrigger =>
  command.kind === 'place-order' || command.kind === 'place-trigger';
