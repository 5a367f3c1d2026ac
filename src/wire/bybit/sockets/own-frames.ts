/** What an account is told of its orders, executions, positions and wallet. */
import { type Money, NO_MONEY } from '../../../domain/units.ts';
import { moneyText } from '../../amount-text.ts';
import type { OwnFrames, PrivatePayload } from '../../socket-dialect.ts';
import { holdingRows, positionRow } from '../account/positions.ts';
import { walletRow } from '../account/wallet.ts';
import { fundingExecution, tradeExecution } from '../orders/executions.ts';
import { orderRow } from '../orders/order-record.ts';

/** A new subscriber is told nothing of what there was before. */
const told = (about: PrivatePayload, rows: () => readonly object[]): object | undefined => {
  if (about.event === 'Snapshot') return undefined;
  const data = rows();
  return data.length === 0
    ? undefined
    : { id: String(about.version), creationTime: about.at, data };
};

export const OWN_FRAMES: OwnFrames = {
  tellsOrdersLast: true,
  orders: (about, orders) =>
    told(about, () =>
      orders.map(({ contract, tracked }) => ({
        category: 'linear',
        ...orderRow(tracked, { contractOf: () => contract }),
        feeCurrency: '',
        closedPnl: moneyText(tracked.order.realisedPnl),
      })),
    ),
  fill: (about, fills) =>
    told(about, () =>
      fills.map(({ contract, fill, order }) =>
        pushed(tradeExecution({ fill, order }, contract), fill.realisedPnl),
      ),
    ),
  funding: (about, { contract, paid }) =>
    told(about, () => {
      const { size, rate, mark, payment, positionSide } = paid;
      const funded = { at: about.at, payment, size, isLong: positionSide === 'long', rate, mark };
      return [pushed(fundingExecution(funded, contract), NO_MONEY)];
    }),
  positions: (about, positions) =>
    told(about, () =>
      positionsAt(about, ({ contract, side }) =>
        positions.some(
          (each) =>
            each.contract.id === contract.id &&
            (side === 'BOTH' || (side === 'LONG') === (each.position.side === 'long')),
        ),
      ),
    ),
  ordered: (about, orders) =>
    told(about, () =>
      positionsAt(about, ({ contract }) => orders.some((each) => each.contract.id === contract.id)),
    ),
  account: (about) =>
    told(about, () => {
      const standing = about.standing?.();
      return standing === undefined ? [] : [walletRow(standing)];
    }),
};

const pushed = (row: object, result: Money): object => ({
  category: 'linear',
  ...row,
  isLeverage: '0',
  execPnl: moneyText(result),
  marketUnit: '',
});

export const FAST_FIELDS = [
  ...['category', 'symbol', 'orderId', 'isMaker', 'orderLinkId', 'execId', 'execPrice', 'execQty'],
  ...['side', 'execTime', 'seq'],
];

/** A payload under its topic; executions have a shorter form. */
export function topicFrame(topic: string, payload: object): object {
  const { data } = payload as { readonly data?: readonly object[] };
  if (!topic.startsWith('execution.fast') || data === undefined) return { topic, ...payload };
  const rows = data.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => FAST_FIELDS.includes(name))),
  );
  return { topic, ...payload, data: rows };
}

type Holding = ReturnType<typeof holdingRows>[number];

function positionsAt(
  { standing }: PrivatePayload,
  isTold: (row: Holding) => boolean,
): readonly object[] {
  const account = standing?.();
  if (account === undefined) return [];
  return holdingRows(account)
    .filter(isTold)
    .map((row) => {
      const { avgPrice, ...rest } = positionRow(row, account.waiting);
      return { category: 'linear', ...rest, entryPrice: avgPrice };
    });
}
