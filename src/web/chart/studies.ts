/** Which indicators the chart offers, and which of them the reader has switched on. */
import type { Signal } from '@preact/signals';
import { storedChoice } from '../shell/stored-choice.ts';
import {
  dailyVwap,
  exponentialAverage,
  relativeStrength,
  type Study,
  simpleAverage,
} from './indicators.ts';

export interface StudyChoice {
  readonly name: 'ma' | 'ema' | 'vwap' | 'rsi';
  readonly label: string;
  /** In a pane of its own, below the prices. */
  readonly isApart?: boolean;
  readonly begin: Study;
}

export const STUDIES: readonly StudyChoice[] = [
  { name: 'ma', label: 'MA 20', begin: simpleAverage(20) },
  { name: 'ema', label: 'EMA 50', begin: exponentialAverage(50) },
  { name: 'vwap', label: 'VWAP', begin: dailyVwap() },
  { name: 'rsi', label: 'RSI 14', begin: relativeStrength(14), isApart: true },
];

type Switch = 'on' | 'off';
const switched = (name: string, usual: Switch): Signal<Switch> =>
  storedChoice<Switch>(`chart-${name}`, ['on', 'off'], usual);

export const studySwitches: Readonly<Record<StudyChoice['name'] | 'volume', Signal<Switch>>> = {
  volume: switched('volume', 'on'),
  ma: switched('ma', 'on'),
  ema: switched('ema', 'off'),
  vwap: switched('vwap', 'off'),
  rsi: switched('rsi', 'off'),
};

/** Whether a dragged order is changed only after a question. */
export const askBefore = switched('ask-before', 'on');
