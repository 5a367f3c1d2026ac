/** Keys of the terminal, which `?` lists. They rest while something is typed. */
import { signal } from '@preact/signals';
import { positionMode } from '../account/desk-settings.ts';
import { contracts, symbol } from '../market/contracts.ts';
import { put } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/panel.tsx';
import { say, type WordName } from '../shell/language.ts';
import { changeDraft } from '../ticket/draft.ts';
import { shownPlace } from './shown.ts';

const isShown = signal(false);

/** At once, so that a quick hand's next key arrives there; a place not yet drawn gets it after. */
const focus = (id: string) => (): void => {
  document.getElementById(id)?.focus();
  if (document.activeElement?.id !== id) {
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  }
};

function goTrade(kind: 'limit' | 'market'): void {
  shownPlace.value = 'trade';
  changeDraft({ kind });
  focus('size')();
}

function stepMarket(by: 1 | -1): void {
  const names = contracts.peek().map((contract) => contract.symbol);
  symbol.value = names.at((names.indexOf(symbol.peek()) + by) % names.length) ?? symbol.peek();
}

const KEYS = [
  ['?', 'keyHelp', put(isShown, true)],
  ['/', 'searchMarkets', focus('market-search')],
  ['l', 'keyLimit', () => goTrade('limit')],
  ['m', 'keyMarket', () => goTrade('market')],
  ['o', 'effectOpen', () => changeDraft({ effect: 'open', size: '' })],
  ['c', 'effectClose', () => changeDraft({ effect: 'close', size: '' })],
  ['[', 'keyPrevious', () => stepMarket(-1)],
  [']', 'keyNext', () => stepMarket(1)],
] as const;

/** Keys that are only told here: the parts of the page have them. */
const TOLD = [
  ['Enter', 'keySend'],
  ['Shift+Enter', 'keySendOther'],
  ['↑ ↓', 'keyStep'],
  ['← →', 'keyCandle'],
  ['↑ ↓ PgUp PgDn', 'keyLine'],
  ['← → ↑ ↓ Home End', 'keyBorder'],
  ['← →', 'keyTab'],
  ['Esc', 'keyEscape'],
] as const;

const NET_WORDS: Readonly<Partial<Record<string, WordName>>> = {
  effectOpen: 'keyAnyWay',
  effectClose: 'reduceOnly',
  keySend: 'keyBuy',
  keySendOther: 'keySell',
};

/** While the terminal is shown. */
export function hearKeys(): () => void {
  const press = (event: KeyboardEvent): void => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement && target.matches('input, select, textarea, dialog *');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const found = KEYS.find(([key]) => key === event.key);
    if (found === undefined) return;
    event.preventDefault();
    found[2]();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

export const KeyHelp = () =>
  isShown.value ? (
    <Dialog title={say('keys')} close={put(isShown, false)}>
      <Facts
        look="rule-list"
        rows={[...KEYS, ...TOLD].map(([key, word]) => [
          say((positionMode.value === 'net' ? NET_WORDS[word] : undefined) ?? word),
          <kbd key={key}>{key}</kbd>,
        ])}
      />
    </Dialog>
  ) : null;
