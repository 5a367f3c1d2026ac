/** Take-profit and stop-loss of a position: by price, per cent or result, for all or a part. */
import { useState } from 'preact/hooks';
import { averageEntry } from '../../domain/position.ts';
import { lots, ticks } from '../../domain/units.ts';
import { formatLots, formatTicks, tickText } from '../../wire/quantity.ts';
import type { OwnPosition } from '../account/own-position.ts';
import { askOwn } from '../client/call.ts';
import { markOf } from '../market/tickers.ts';
import { Segments, SendForm } from '../parts/controls.tsx';
import { Field } from '../parts/field.tsx';
import { withCommas } from '../parts/numbers.ts';
import { say } from '../shell/language.ts';
import { showNotice, showRefusal } from '../shell/notices.ts';
import { type ExitName, type ExitUnit, exitPrice, isExitAbove } from '../ticket/exit-price.ts';
import { ExitUnitChoice } from '../ticket/ticket-fields.tsx';

/** Average entries are in ten-thousandths of a tick. */
const ENTRY_SCALE = 10_000n;
const SOURCES = ['last', 'mark'] as const;
type Source = (typeof SOURCES)[number];
const SOURCE_WORDS = { last: 'lastPrice', mark: 'markPrice' } as const;

interface Exits {
  readonly unit: ExitUnit;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly source: Source;
  /** In per cent of the position. */
  readonly part: string;
}

const EMPTY: Exits = { unit: 'price', takeProfit: '', stopLoss: '', source: 'last', part: '100' };
const WHOLE = '100';
const NAMES = ['takeProfit', 'stopLoss'] as const;
const PLANS = { takeProfit: 'profit_plan', stopLoss: 'loss_plan' } as const;

const isPart = (text: string): boolean => /^[1-9]\d?$|^100$/.test(text);

const sizeOf = ({ position }: OwnPosition, part: string) =>
  lots(Math.max(1, Math.floor((position.size * Number(part)) / 100)));

function triggerOf(own: OwnPosition, exits: Exits, name: ExitName) {
  const { contract, position } = own;
  const entry = ticks(Number(averageEntry(contract, position) / ENTRY_SCALE));
  const size = isPart(exits.part) ? sizeOf(own, exits.part) : position.size;
  return exitPrice({ contract, side: position.side, entry, size }, name, exits.unit, exits[name]);
}

/** A take profit is beyond the mark in the direction of profit, a stop loss in that of loss. */
function exitProblem(own: OwnPosition, exits: Exits, name: ExitName): string | undefined {
  if (exits[name] === '') return undefined;
  const { contract, position } = own;
  const price = triggerOf(own, exits, name);
  if (price === undefined)
    return exits.unit === 'price'
      ? say('faultTick', { step: tickText(contract) })
      : say('faultExitAmount');
  const mark = markOf(contract.symbol);
  const mustBeAbove = isExitAbove(position.side, name);
  if (mustBeAbove ? price > mark : price < mark) return undefined;
  return say(mustBeAbove ? 'faultExitAbove' : 'faultExitBelow', {
    price: withCommas(formatTicks(contract, mark)),
  });
}

/** The venue places an exit by the last price; one by the mark is changed at once. */
async function placeExit(own: OwnPosition, exits: Exits, name: ExitName): Promise<boolean> {
  const { contract, position } = own;
  const price = triggerOf(own, exits, name);
  if (exits[name] === '' || price === undefined) return true;
  const triggerPrice = formatTicks(contract, price);
  const asked = {
    symbol: contract.symbol,
    planType: PLANS[name],
    triggerPrice,
    positionSide: position.side,
    size: exits.part === WHOLE ? undefined : formatLots(contract, sizeOf(own, exits.part)),
  };
  const outcome = await askOwn(async ({ order }) => {
    const [placed] = await order.placeTpSl(asked);
    if (placed !== undefined && exits.source === 'mark')
      await order.modifyTpSl({ orderId: placed.orderId, triggerPrice, triggerPriceType: 3 });
  });
  const told = say('exitSet', { price: withCommas(triggerPrice) });
  if (outcome.ok) showNotice('good', told);
  else showRefusal(outcome);
  return outcome.ok;
}

export function ExitsForm({ own, end }: { own: OwnPosition; end: () => void }) {
  const { contract } = own;
  const [exits, set] = useState(EMPTY);
  const change = (changes: Partial<Exits>): void => set({ ...exits, ...changes });
  const problems = NAMES.map((name) => exitProblem(own, exits, name));
  const isReady =
    NAMES.some((name) => exits[name] !== '') &&
    isPart(exits.part) &&
    problems.every((problem) => problem === undefined);
  const send = async (): Promise<void> => {
    const isProfitDone = await placeExit(own, exits, 'takeProfit');
    const isLossDone = await placeExit(own, exits, 'stopLoss');
    if (isProfitDone && isLossDone) end();
  };
  const meaning = (name: ExitName): string | undefined => {
    const price = exits.unit === 'price' ? undefined : triggerOf(own, exits, name);
    if (price === undefined) return undefined;
    return say('exitMeans', { price: withCommas(formatTicks(contract, price)) });
  };
  const source = say(SOURCE_WORDS[exits.source]).toLowerCase();
  const part = exits.part === WHOLE ? say('wholeOfIt') : `${exits.part}%`;
  return (
    <SendForm send={send} label={say('confirm')} isReady={isReady}>
      <p class="hint number">
        {say('mark')} {withCommas(formatTicks(contract, markOf(contract.symbol)))}
      </p>
      <ExitUnitChoice
        value={exits.unit}
        choose={(unit) => change({ unit, takeProfit: '', stopLoss: '' })}
      />
      {NAMES.map((name, place) => (
        <Field
          key={name}
          id={`position-${name}`}
          label={say(name)}
          value={exits[name]}
          set={(text) => change({ [name]: text })}
          unit={exits.unit === 'percent' ? '%' : contract.quote}
          hint={meaning(name)}
          problem={problems[place]}
        />
      ))}
      <Segments
        label={say('triggerBy')}
        class="wide"
        options={SOURCES.map((value) => ({ value, label: say(SOURCE_WORDS[value]) }))}
        value={exits.source}
        choose={(source) => change({ source })}
      />
      <Field
        id="position-part"
        label={say('partOf')}
        value={exits.part}
        set={(text) => change({ part: text })}
        unit="%"
        problem={isPart(exits.part) ? undefined : say('faultPart')}
      />
      <p class="hint long">{say('exitsNow', { part, source })}</p>
    </SendForm>
  );
}
