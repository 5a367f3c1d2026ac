/** What an account is told of its orders, executions, positions and wallet. */
import { moneyText } from '../../amount-text.ts';
import type { OwnFrames, PrivatePayload } from '../../socket-dialect.ts';
import { holdingRows, positionRow } from '../account/positions.ts';
import { walletRow } from '../account/wallet.ts';
import { tradeExecution } from '../orders/executions.ts';
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
      fills.map(({ contract, fill, order }) => ({
        category: 'linear',
        ...tradeExecution({ fill, order }, contract),
        isLeverage: '0',
        execPnl: moneyText(fill.realisedPnl),
        marketUnit: '',
      })),
    ),
  positions: (about, positions) =>
    told(about, () => {
      const standing = about.standing?.();
      if (standing === undefined) return [];
      const changed = holdingRows(standing).filter(({ contract, side }) =>
        positions.some(
          (each) =>
            each.contract.id === contract.id &&
            (side === 'BOTH' || (side === 'LONG') === (each.position.side === 'long')),
        ),
      );
      return changed.map((row) => {
        const { avgPrice, ...rest } = positionRow(row, standing.waiting);
        return { category: 'linear', ...rest, entryPrice: avgPrice };
      });
    }),
  account: (about) =>
    told(about, () => {
      const standing = about.standing?.();
      return standing === undefined ? [] : [walletRow(standing)];
    }),
};
