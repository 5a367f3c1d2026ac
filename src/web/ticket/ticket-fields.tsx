/** The fields of the ticket, each with its error. */
import { notionalOf } from '../../domain/contract.ts';
import type { PositionSide } from '../../domain/side.ts';
import { type Lots, lots, NO_TICKS, type Ticks, ticks } from '../../domain/units.ts';
import { formatLots, formatMoney, formatTicks, parseTicks } from '../../wire/quantity.ts';
import {
  Button,
  Check,
  type ChoiceProps,
  LineSelect,
  Segments,
  Select,
  SliderMarks,
} from '../parts/controls.tsx';
import { Field } from '../parts/field.tsx';
import { cents, withCommas } from '../parts/numbers.ts';
import { say } from '../shell/language.ts';
import {
  changeDraft,
  draft,
  isTrailing,
  LIVES,
  needsLimit,
  SIZE_UNITS,
  TRAIL_CHOICES,
} from './draft.ts';
import { EXIT_UNITS, type ExitName, type ExitUnit } from './exit-price.ts';
import { type FieldName, judge, sharedFaults } from './judge.ts';
import { doesTake, largestSize, type TicketScene } from './preview.ts';

function problemOf(now: TicketScene, field: FieldName): string | undefined {
  const fault = sharedFaults(now, draft.value).find((each) => each.field === field);
  return fault === undefined ? undefined : say(fault.word, fault.values);
}

/** One tick up or down from the current value, or from the last price. */
function stepPrice(now: TicketScene, text: string, by: number): string {
  const known = parseTicks(now.contract, text);
  const from = typeof known === 'number' ? known : now.prices.last;
  return formatTicks(now.contract, ticks(Math.max(1, from + by)));
}

export function PriceFields({ now }: { now: TicketScene }) {
  const { kind, price, trigger } = draft.value;
  const { quote } = now.contract;
  const trails = isTrailing(draft.value);
  return (
    <>
      {kind === 'plan' ? <TrailFields now={now} /> : null}
      {kind === 'plan' ? (
        <Field
          id="trigger"
          label={say(trails ? 'activationPrice' : 'triggerPrice')}
          hint={trails ? say('activationNote') : undefined}
          value={trigger}
          set={(text) => changeDraft({ trigger: text })}
          unit={quote}
          problem={problemOf(now, 'trigger')}
          step={(by) => changeDraft({ trigger: stepPrice(now, trigger, by) })}
        />
      ) : null}
      {kind === 'plan' && !trails ? <FiresAs /> : null}
      {needsLimit(draft.value) ? (
        <Field
          id="price"
          label={say('price')}
          value={price}
          set={(text) => changeDraft({ price: text })}
          unit={<LastPrice now={now} />}
          hint={takesNote(now)}
          problem={problemOf(now, 'price')}
          step={(by) => changeDraft({ price: stepPrice(now, price, by) })}
        />
      ) : null}
      {kind === 'market' ? <p class="market-note">{say('atMarket')}</p> : null}
      {kind === 'limit' ? <LifeChoice /> : null}
    </>
  );
}

/** Why cost and fee of this limit are bounds and not exact. */
function takesNote(now: TicketScene): string | undefined {
  const takes = (['long', 'short'] as const).some((side) => {
    const { intended } = judge(now, draft.value, side);
    return intended !== undefined && doesTake(now, intended);
  });
  return takes && draft.value.kind === 'limit' ? say('takesNote') : undefined;
}

const LastPrice = ({ now }: { now: TicketScene }) => (
  <Button
    look="plain small"
    label={say('last')}
    act={() => changeDraft({ price: formatTicks(now.contract, now.prices.last) })}
  />
);

const TRAIL_WORDS = { none: 'trailNone', price: 'trailPrice', percent: 'trailPercent' } as const;

function TrailFields({ now }: { now: TicketScene }) {
  const { trail, distance } = draft.value;
  return (
    <>
      <LineSelect
        label={say('trailing')}
        options={TRAIL_CHOICES.map((value) => ({ value, label: say(TRAIL_WORDS[value]) }))}
        value={trail}
        choose={(chosen) => changeDraft({ trail: chosen, trigger: '', distance: '' })}
      />
      {trail === 'none' ? null : (
        <Field
          id="distance"
          label={say('distance')}
          value={distance}
          set={(text) => changeDraft({ distance: text })}
          unit={trail === 'percent' ? '%' : now.contract.quote}
          problem={problemOf(now, 'distance')}
        />
      )}
    </>
  );
}

const FiresAs = () => (
  <LineSelect
    label={say('thenSend')}
    options={[
      { value: 'market', label: say('kindMarket') },
      { value: 'limit', label: say('kindLimit') },
    ]}
    value={draft.value.firesAs}
    choose={(firesAs) => changeDraft({ firesAs })}
  />
);

const LIFE_WORDS = {
  normal: 'lifeNormal',
  postOnly: 'lifePostOnly',
  fok: 'lifeFok',
  ioc: 'lifeIoc',
} as const;

const LifeChoice = () => (
  <LineSelect
    label={say('execution')}
    options={LIVES.map((value) => ({ value, label: say(LIFE_WORDS[value]) }))}
    value={draft.value.life}
    choose={(life) => changeDraft({ life })}
  />
);

export function SizeField({ now }: { now: TicketScene }) {
  const { contract } = now;
  const { size } = draft.value;
  return (
    <>
      <Field
        id="size"
        label={say('size')}
        value={size}
        set={(text) => changeDraft({ size: text })}
        unit={<UnitChoice now={now} />}
        hint={sizeHint(now)}
        problem={problemOf(now, 'size')}
      />
      <SizeSlider now={now} />
    </>
  );

  function sizeHint({ prices }: TicketScene): string | undefined {
    const { intended } = judge(now, draft.value, 'long');
    if (intended === undefined) return undefined;
    const price = intended.price === NO_TICKS ? prices.mark : intended.price;
    const worth = cents(notionalOf(contract, price, intended.size));
    if (draft.value.sizeUnit === 'coin') return `≈ ${worth} ${contract.quote}`;
    const coins = formatLots(contract, intended.size);
    const { base: coin, quote } = contract;
    return say('sizeMeans', { size: coins, coin, worth, quote });
  }
}

function UnitChoice({ now: { contract } }: { now: TicketScene }) {
  const labels = {
    coin: contract.base,
    quote: contract.quote,
    margin: say('shareOfMargin'),
  } as const;
  return (
    <Select
      label={say('sizeUnit')}
      options={SIZE_UNITS.map((value) => ({ value, label: labels[value] }))}
      value={draft.value.sizeUnit}
      choose={(sizeUnit) => changeDraft({ sizeUnit, size: '' })}
    />
  );
}

const MARKS = [0, 25, 50, 75, 100] as const;

function SizeSlider({ now }: { now: TicketScene }) {
  const most = largestNow(now);
  const { intended } = judge(now, draft.value, 'long');
  const share =
    intended === undefined || most === 0 ? 0 : Math.min(100, (intended.size * 100) / most);
  const take = (part: number): void => {
    const size = lots(Math.floor((most * part) / 100));
    changeDraft({ size: size === 0 ? '' : typedText(now, size, part) });
  };
  return (
    <div class="size-slider">
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value={Math.round(share)}
        disabled={most === 0}
        aria-label={say('sizeShare')}
        aria-valuetext={`${Math.round(share)} %`}
        style={{ '--share': Math.round(share) / 100 }}
        onInput={(event) => take(Number(event.currentTarget.value))}
      />
      <SliderMarks
        isDisabled={most === 0}
        marks={MARKS.map((mark) => ({ label: `${mark}%`, take: () => take(mark) }))}
      />
    </div>
  );
}

/** A size from the slider, in the unit of the field. */
function typedText(now: TicketScene, size: Lots, part: number): string {
  const { contract } = now;
  switch (draft.value.sizeUnit) {
    case 'margin':
      return String(part);
    case 'quote': {
      const typed = limitOrMark(now);
      const price = typed === NO_TICKS ? now.prices.mark : typed;
      return formatMoney(notionalOf(contract, price, size)).replace(/\.?0+$/, '');
    }
    default:
      return formatLots(contract, size);
  }
}

/** The size that both sides can carry. When closing, and in net mode, the larger of the two. */
function largestNow(now: TicketScene): number {
  const { effect } = draft.value;
  const price: Ticks = judge(now, draft.value, 'long').intended?.price ?? limitOrMark(now);
  const of = (side: PositionSide): number => largestSize(now, { effect, side, price });
  const isShared = effect === 'open' && now.positionMode === 'hedge';
  return (isShared ? Math.min : Math.max)(of('long'), of('short'));
}

function limitOrMark(now: TicketScene): Ticks {
  if (draft.value.kind === 'market') return NO_TICKS;
  const typed = parseTicks(now.contract, draft.value.price);
  return typeof typed === 'number' ? typed : now.prices.mark;
}

export function ExitFields({ now }: { now: TicketScene }) {
  const { effect, kind, hasExits } = draft.value;
  if (effect === 'close' || kind === 'plan') return null;
  return (
    <>
      <Check label={say('exits')} isOn={hasExits} set={(isOn) => changeDraft({ hasExits: isOn })} />
      {hasExits ? (
        <>
          <ExitUnitChoice
            value={draft.value.exitUnit}
            choose={(exitUnit) => changeDraft({ exitUnit, takeProfit: '', stopLoss: '' })}
          />
          <ExitField now={now} name="takeProfit" id="take-profit" />
          <ExitField now={now} name="stopLoss" id="stop-loss" />
        </>
      ) : null}
    </>
  );
}

/** Per cent and PnL mean one price for a long and another for a short. */
function ExitField({ now, name, id }: { now: TicketScene; name: ExitName; id: string }) {
  const { exitUnit } = draft.value;
  const priceOf = (side: PositionSide): string | undefined => {
    const price = judge(now, draft.value, side).exits[name];
    return price === undefined ? undefined : withCommas(formatTicks(now.contract, price));
  };
  const [long, short] = [priceOf('long'), priceOf('short')];
  const hint =
    exitUnit === 'price' || long === undefined || short === undefined
      ? undefined
      : say('exitMeansBoth', { long, short });
  return (
    <Field
      id={id}
      label={say(name)}
      value={draft.value[name]}
      set={(text) => changeDraft({ [name]: text })}
      unit={exitUnit === 'percent' ? '%' : now.contract.quote}
      hint={hint}
      problem={problemOf(now, name)}
    />
  );
}

const WORDS = { price: 'price', percent: 'byPercent', pnl: 'byPnl' } as const;

export const ExitUnitChoice = (choice: Pick<ChoiceProps<ExitUnit>, 'value' | 'choose'>) => (
  <Segments
    label={say('exitUnit')}
    class="wide"
    options={EXIT_UNITS.map((unit) => ({ value: unit, label: say(WORDS[unit]) }))}
    {...choice}
  />
);
