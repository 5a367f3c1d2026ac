/** Open positions: their value, their distance to liquidation, and actions. */
import { Fragment } from 'preact';
import type { ToldOrder } from '../../client/client.ts';
import { notionalOf } from '../../domain/contract.ts';
import { initialMargin } from '../../domain/margin.ts';
import { averageEntry, unrealisedPnl } from '../../domain/position.ts';
import { type Money, NO_MONEY } from '../../domain/units.ts';
import { formatDecimal, formatLots, formatMoney, formatTicks } from '../../wire/quantity.ts';
import { held, livingOrders } from '../account/account-state.ts';
import {
  type AccountInputs,
  isReachable,
  liquidationOf,
  marginRatio,
  standingOf,
} from '../account/figures.ts';
import type { OwnPosition } from '../account/own-position.ts';
import { reading } from '../account/reading.ts';
import { askOwn } from '../client/call.ts';
import { expectOrder } from '../outcomes/watch-outcomes.ts';
import { SureButton } from '../parts/dialog.tsx';
import { cents, percent, share, signed, toneOf, withCommas } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { type Column, numberColumn, Table, textualColumn } from '../parts/table.tsx';
import { say } from '../shell/language.ts';
import { showNotice, showRefusal } from '../shell/notices.ts';
import { ContractCell } from './contract-cell.tsx';
import { PositionActs } from './position-dialogs.tsx';

export function PositionTable() {
  const now = reading.value;
  if (now === undefined || held.value.length === 0) return <Empty text={say('noPositions')} />;
  return (
    <>
      <div class="table-tools">
        <SureButton label={say('closeAll')} text={say('closeAllSure')} act={closeAll} />
      </div>
      <Table
        label={say('positions')}
        columns={columnsOf(now)}
        rows={held.value}
        keyOf={(own) => own.id}
      />
    </>
  );
}

async function closeAll(): Promise<void> {
  const outcome = await askOwn(({ order }) => order.closePositions({}));
  if (!outcome.ok) return showRefusal(outcome);
  for (const { success, errorMessage, successOrderId } of outcome.value) {
    if (success) expectOrder(String(successOrderId));
    else showNotice('bad', errorMessage);
  }
  return undefined;
}

/** The exits of a position, one below the other, the size of a part beside it. */
function ExitCell({ own: { contract, position } }: { own: OwnPosition }) {
  const own = livingOrders.value.filter(
    ({ status, contractId, positionSide, reduceOnly }) =>
      status === 'UNTRIGGERED' &&
      reduceOnly &&
      contractId === contract.symbol &&
      positionSide === position.side.toUpperCase(),
  );
  if (own.length === 0) return '–';
  const isProfit = ({ type }: ToldOrder): boolean => type.startsWith('TAKE_PROFIT');
  own.sort((first, second) => Number(isProfit(second)) - Number(isProfit(first)));
  return (
    <span class="exits">
      {own.map((exit) => (
        <Fragment key={exit.id}>
          <small>{say(isProfit(exit) ? 'tpShort' : 'slShort')}</small>
          <span>
            {exit.triggerPriceType === 'MARK_PRICE' ? `${say('mark')} ` : ''}
            {withCommas(exit.triggerPrice)}
            {exit.positionTpsl ? null : <small> ({exit.size})</small>}
          </span>
        </Fragment>
      ))}
    </span>
  );
}

const entryText = ({ contract, position }: OwnPosition): string => {
  // Ten-thousandths of a tick, shown with two decimals more than a price.
  const fine = averageEntry(contract, position) * BigInt(contract.priceEndStep);
  return withCommas(formatDecimal(fine / 100n, contract.priceDecimals + 2));
};

const columnsOf = (now: AccountInputs): readonly Column<OwnPosition>[] => [
  textualColumn('contract', say('contract'), (own) => (
    <span class="stacked">
      <ContractCell name={own.contract.symbol} />
      <span>
        <span class={`badge ${own.position.side === 'long' ? 'up' : 'down'}`}>
          {say(own.position.side)} {own.leverage}×
        </span>
        <small class="muted">{say(own.marginMode)}</small>
      </span>
    </span>
  )),
  numberColumn('size', say('size'), (own) => formatLots(own.contract, own.position.size)),
  numberColumn('entry', say('entryPrice'), entryText),
  ...[
    numberColumn<OwnPosition>('mark', say('mark'), (own) =>
      withCommas(formatTicks(own.contract, now.markOf(own.contract.symbol))),
    ),
    numberColumn<OwnPosition>('end', say('liquidationPrice'), (own) => endText(now, own)),
    numberColumn<OwnPosition>('margin', say('margin'), (own) => cents(marginOf(now, own))),
  ].map((column) => ({ ...column, digits: DIGITS })),
  numberColumn('ratio', say('marginRatio'), (own) => ratioText(now, own)),
  {
    ...numberColumn('pnl', say('unrealised'), (own) => <Pnl now={now} own={own} />),
    digits: DIGITS,
  },
  numberColumn('exits', say('tpsl'), (own) => <ExitCell own={own} />),
  textualColumn('acts', say('actions'), (own) => <PositionActs own={own} />),
];

/** Of figures that change with the market. */
const DIGITS = 9;

function endText(now: AccountInputs, own: OwnPosition) {
  const end = liquidationOf(now, own);
  if (!isReachable(end, now.markOf(own.contract.symbol))) return say('none');
  return <span class="warn">{withCommas(formatTicks(own.contract, end))}</span>;
}

function marginOf(now: AccountInputs, own: OwnPosition): Money {
  if (own.marginMode === 'isolated') return own.position.isolatedMargin;
  const mark = now.markOf(own.contract.symbol);
  return initialMargin(notionalOf(own.contract, mark, own.position.size), own.leverage);
}

function ratioText(now: AccountInputs, own: OwnPosition): string {
  const { equity, requirement } = standingOf(now, own);
  return share(marginRatio(equity, requirement));
}

function Pnl({ now, own }: { now: AccountInputs; own: OwnPosition }) {
  const { contract, position } = own;
  const pnl = unrealisedPnl(contract, position, now.markOf(contract.symbol));
  const margin = marginOf(now, own);
  const share = margin === NO_MONEY ? 0 : Number(pnl) / Number(margin);
  return (
    <span class={`split-figure ${toneOf(pnl)}`} data-exact={formatMoney(pnl)}>
      <span>{signed(pnl)}</span> <small>({percent(String(share))})</small>
    </span>
  );
}
