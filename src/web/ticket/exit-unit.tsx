/** How a take-profit or stop-loss is typed: as a price, in per cent, or as the result. */
import { Segments } from '../parts/choice.tsx';
import { say } from '../shell/language.ts';
import { EXIT_UNITS, type ExitUnit } from './exit-price.ts';

const WORDS = { price: 'byPrice', percent: 'byPercent', pnl: 'byPnl' } as const;

interface UnitProps {
  readonly value: ExitUnit;
  readonly choose: (unit: ExitUnit) => void;
}

export const ExitUnitChoice = ({ value, choose }: UnitProps) => (
  <Segments
    label={say('exitUnit')}
    class="wide"
    options={EXIT_UNITS.map((unit) => ({ value: unit, label: say(WORDS[unit]) }))}
    value={value}
    choose={choose}
  />
);
