/** Refusals carry the limit they met: it must be the true one. */
import type { EventOf } from '../../../src/domain/event.ts';
import { broken, same } from './broken.ts';
import { most } from './exact.ts';
import { contentOf, isRemembered } from './fold-orders.ts';
import type { Model } from './model.ts';
import { crossWalletOf, freeOf } from './worth.ts';

export function foldRejected(model: Model, event: EventOf<'command-rejected'>): void {
  model.answers += 1;
  model.refusals += 1;
  if (event.command === 'close-positions') model.attempts.add(`${event.account}`);
  const { command } = model;
  const { reject } = event;
  const account = event.account === null ? undefined : model.accounts.get(event.account);
  if (reject.reason === 'account-unknown') {
    if (account !== undefined) broken('CHK-3', `account ${event.account} is known`);
    return;
  }
  if (account === undefined || command === null || command.kind !== event.command) return;
  if (command.kind === 'place-order' && reject.reason === 'margin-insufficient') {
    const free = freeOf(model, account);
    same('23 free', 'limit of a refusal', reject.limit, most(0n, free));
    if (typeof reject.given !== 'bigint' || reject.given <= free)
      broken('23 free', `${reject.given} refused with ${free} free`);
  }
  if (reject.reason === 'amount-above-available') {
    const limit = [freeOf(model, account), crossWalletOf(account)];
    const least = limit[0]! < limit[1]! ? limit[0]! : limit[1]!;
    same('ACC-4', 'most that can be withdrawn', reject.limit, most(0n, least));
  }
  if (reject.reason === 'client-order-id-taken' && 'clientOrderId' in command) {
    const known = account.clientOrders.get(command.clientOrderId ?? '');
    if (known === undefined || !isRemembered(known, model.now))
      broken('18 client order id', `"${command.clientOrderId}" refused, nobody has it`);
    const isOpenOnly = 'options' in command && command.options?.clientIds === 'open-only';
    const isEitherOpenOnly = isOpenOnly || known.isOpenOnly;
    if (isEitherOpenOnly && known.finalAt !== null)
      broken('CID-5', `"${command.clientOrderId}" refused, its order has ended`);
    if (!isEitherOpenOnly && known.content === contentOf(command))
      broken('18 client order id', `"${command.clientOrderId}" refused with the same content`);
    same('CID-2', 'order named', reject.order, known.order);
  }
}
