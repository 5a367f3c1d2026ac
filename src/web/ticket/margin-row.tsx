/** Margin mode and leverage of the contract, and the dialog that changes them. */
import { signal } from '@preact/signals';
import { initialMargin, notionalMaxAt } from '../../domain/margin.ts';
import { toBigInt } from '../../domain/units.ts';
import { deskOf, readDesks } from '../account/desk-settings.ts';
import { askOwn, isCutOff, session } from '../client/call.ts';
import { contract } from '../market/contracts.ts';
import { Button, Icon, put, Segments, SliderMarks } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { withCommas } from '../parts/numbers.ts';
import { say } from '../shell/language.ts';
import { showNotice, showRefusal } from '../shell/notices.ts';
import { leverageMarks, leverageOfPlace, placeMax, sliderPlace } from './leverage-scale.ts';

interface Wanted {
  readonly mode: 'cross' | 'isolated';
  readonly leverage: number;
}

/** Undefined while the dialog is closed. */
const wanted = signal<Wanted | undefined>(undefined);

export function MarginRow() {
  const symbol = contract.value?.symbol ?? '';
  const desk = deskOf(symbol);
  const leverage = desk.marginMode === 'cross' ? desk.crossLeverage : desk.longLeverage;
  return (
    <div class="margin-row">
      <button
        type="button"
        class="quiet"
        disabled={session.value === undefined || isCutOff.value}
        onClick={put(wanted, { mode: desk.marginMode, leverage })}
      >
        {say(desk.marginMode)} · {leverage}×
        <Icon name="down" />
      </button>
      {wanted.value === undefined ? null : <MarginDialog now={wanted.value} />}
    </div>
  );
}

const close = put(wanted, undefined);

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
};

function MarginDialog({ now }: { now: Wanted }) {
  const known = contract.value;
  if (known === undefined) return null;
  const change = (changes: Partial<Wanted>): void => {
    wanted.value = { ...now, ...changes };
  };
  const { leverageMin: least, leverageMax: most } = known;
  const marks = leverageMarks(least, most);
  const place = sliderPlace(marks, now.leverage);
  const cap = notionalMaxAt(known, now.leverage);
  return (
    <Dialog title={`${known.base}${known.quote} · ${say('marginAndLeverage')}`} close={close}>
      <Segments
        label={say('marginMode')}
        class="wide"
        options={(['cross', 'isolated'] as const).map((value) => ({ value, label: say(value) }))}
        value={now.mode}
        choose={(mode) => change({ mode })}
      />
      <p class="hint">{say(now.mode === 'cross' ? 'crossText' : 'isolatedText')}</p>
      <label class="leverage">
        <span>{say('leverage')}</span>
        <output class="number">{now.leverage}×</output>
        <input
          type="range"
          min={0}
          max={placeMax(marks)}
          value={place}
          aria-label={say('leverage')}
          aria-valuetext={`${now.leverage}×`}
          style={{ '--share': place / (placeMax(marks) || 1) }}
          onInput={(event) => {
            change({ leverage: leverageOfPlace(marks, Number(event.currentTarget.value)) });
          }}
          onKeyDown={(event) => {
            const by = KEY_STEPS[event.key];
            if (by === undefined) return;
            event.preventDefault();
            change({ leverage: Math.min(most, Math.max(least, now.leverage + by)) });
          }}
        />
      </label>
      <SliderMarks
        marks={marks.map((leverage) => ({
          label: `${leverage}×`,
          take: () => change({ leverage }),
        }))}
      />
      <p class="hint">
        {say('leverageText', {
          margin: withCommas(String(toBigInt(initialMargin(cap, now.leverage)) / 100_000_000n)),
          value: withCommas(String(toBigInt(cap) / 100_000_000n)),
        })}
      </p>
      <Button look="main-button" label={say('confirm')} act={() => apply(known.symbol, now)} />
    </Dialog>
  );
}

async function apply(symbol: string, { mode, leverage }: Wanted): Promise<void> {
  const marginMode = mode === 'cross' ? 1 : 3;
  if (mode !== deskOf(symbol).marginMode) {
    const outcome = await askOwn(({ account }) => account.holdModel({ symbol, marginMode }));
    if (!outcome.ok) return showRefusal(outcome);
  }
  const longLeverage = String(leverage);
  const outcome = await askOwn(({ account }) =>
    account.leverage({ symbol, marginMode, longLeverage, shortLeverage: longLeverage }),
  );
  await readDesks();
  if (!outcome.ok) return showRefusal(outcome);
  showNotice('good', say('leverageSet', { leverage }));
  close();
  return undefined;
}
