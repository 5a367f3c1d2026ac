/** `perpetua tape unmask`: with its seed, what a disguised market tells is led back to the tape. */
import { contractsOnTape, findTapes } from '../../assembly/open-tape.ts';
import { loadContracts } from '../../gateway/load-contracts.ts';
import { KEY_BYTES, seedOfWord } from '../../market/seed.ts';
import {
  type DisguisedSpan,
  disguiseTape,
  openDisguise,
  recordedPrice,
  recordedTime,
} from '../../tape/disguise.ts';
import { readTape } from '../../tape/read-tape.ts';
import { TapeDeck } from '../../tape/tape-deck.ts';
import { Misunderstood } from '../../terminal/command.ts';

const KEY = new RegExp(`^[0-9a-f]{${KEY_BYTES * 2}}$`);

/** The spans as a table, or the one moment that is asked for. */
export async function unmask(
  paths: readonly string[],
  values: ReadonlyMap<string, string>,
): Promise<string[]> {
  const seed = values.get('seed');
  if (seed === undefined) throw new Misunderstood('--seed says what the disguise was drawn from');
  const spans = await findSpans(
    paths,
    KEY.test(seed) ? Buffer.from(seed, 'hex') : seedOfWord(seed).key,
  );
  const at = values.get('at');
  return at === undefined ? formatSpans(spans) : [formatMoment(spans, at, values)];
}

/** Takes the tapes as a venue does. */
async function findSpans(
  tape: readonly string[],
  key: Uint8Array,
): Promise<readonly DisguisedSpan[]> {
  const found = await findTapes({ feed: 'tape', tape, disguise: true });
  if (found === undefined) return [];
  const contracts = contractsOnTape(loadContracts(), found, () => undefined);
  const disguise = openDisguise(key, { recordedAt: found.recordedAt, contracts });
  const tapes = tape.map((path) => disguiseTape(readTape(path), disguise));
  const deck = new TapeDeck({ tapes, tracks: new Map() });
  for (await deck.load(); deck.nextAt !== undefined; await deck.load()) deck.pass();
  return disguise.spans;
}

const timeText = (micros: number): string => new Date(micros / 1_000).toISOString();

/** Without the noise of binary fractions. */
const plain = (value: number): string => String(Number(value.toFixed(8)));

const formatSpans = (spans: readonly DisguisedSpan[]): string[] => [
  'symbol,from,recorded_from,pace,sign,shift,size_factor',
  ...spans.map(({ symbol, toldAt, recordedAt, pace, sign, shift, factor }) =>
    [symbol, timeText(toldAt), timeText(recordedAt), pace, sign, plain(shift), factor].join(),
  ),
];

function formatMoment(
  spans: readonly DisguisedSpan[],
  text: string,
  values: ReadonlyMap<string, string>,
): string {
  const micros = Date.parse(text) * 1_000;
  if (Number.isNaN(micros)) throw new Misunderstood('--at is a time such as 2000-01-01T00:02:30Z');
  const symbol = values.get('symbol')?.toUpperCase() ?? spans[0]?.symbol;
  const span = spans.findLast((each) => each.symbol === symbol && each.toldAt <= micros);
  if (span === undefined) throw new Misunderstood(`the tape has no ${symbol} at that time`);
  const time = timeText(recordedTime(span, micros));
  const price = values.get('price');
  if (price === undefined) return `${span.symbol} ${time}`;
  const recorded = recordedPrice(span, Number(price));
  if (!(recorded > 0)) throw new Misunderstood('--price is no price of the market at that time');
  return `${span.symbol} ${time} ${plain(recorded)}`;
}
