/** What the venue does, or what is done to it: contracts, prices, time. */
import { contractId } from '../../src/domain/ids.ts';
import { DAY } from '../../src/domain/limits.ts';
import type { ContractRow } from '../../src/wire/contract-table.ts';
import { findFineTicks } from '../../src/wire/quantity.ts';
import { exampleContract, shippedContracts } from '../kit/contracts.ts';
import { failure } from './parse.ts';
import type { Single } from './request.ts';
import { seasonCommand } from './season-verbs.ts';
import { listingOf, type Stage } from './stage.ts';
import { hasMore, take, takeDuration, takeOneOf, type Words } from './words.ts';

export interface VenueStep {
  readonly command: Single;
  /** When it happens; undefined for the next millisecond. */
  readonly at?: number;
}

type VenueVerb = (stage: Stage, words: Words, symbol: string | null) => VenueStep;

/** By the first word of the line. */
export const VENUE_VERBS: Readonly<Record<string, VenueVerb>> = {
  contract: (stage, words) => ({ command: listContract(stage, words) }),
  index: (stage, words, symbol) => {
    const { contract } = listingOf(stage, words, symbol);
    const word = take(words, 'a price');
    const price = findFineTicks(contract, word);
    if (price === undefined) throw failure(words.line, `${word} is not an index price`);
    return { command: { kind: 'set-index-price', contract: contract.id, price } };
  },
  halt: (stage, words, symbol) => ({
    command: { kind: 'halt-contract', contract: listingOf(stage, words, symbol).contract.id },
  }),
  resume: (stage, words, symbol) => ({
    command: { kind: 'resume-contract', contract: listingOf(stage, words, symbol).contract.id },
  }),
  season: (stage, words) => ({ command: seasonCommand(stage, words) }),
  wait: (stage, words) => ({
    command: { kind: 'advance-clock' },
    at: stage.at + takeDuration(words),
  }),
  time: (stage, words) => ({
    command: { kind: 'advance-clock' },
    at: nextTimeOfDay(stage.at, takeTimeOfDay(words)),
  }),
};

/** `contract <symbol> example`, with rows of the table changed, or `contract <symbol> shipped`. */
function listContract(stage: Stage, words: Words): Single {
  const symbol = take(words, 'a symbol');
  const id = contractId(stage.state.listings.length);
  if (takeOneOf(words, ['example', 'shipped']) === 'shipped') {
    const found = shippedContracts().find((contract) => contract.symbol === symbol);
    if (found === undefined)
      throw failure(words.line, `${symbol} is not in contracts/default.json`);
    return { kind: 'list-contract', contract: { ...found, id } };
  }
  const changes: Record<string, string> = {};
  while (hasMore(words)) changes[takeOneOf(words, CHANGEABLE)] = take(words, 'a value');
  return { kind: 'list-contract', contract: { ...exampleContract({ symbol, ...changes }), id } };
}

const CHANGEABLE: readonly (keyof ContractRow)[] = [
  'minOrderSize',
  'maxOrderSize',
  'marketOpenLimitSize',
  'maxPositionSize',
  'impactNotional',
  'minNotional',
];

function takeTimeOfDay(words: Words): number {
  const word = take(words, 'a time of day');
  const match = /^(\d\d):(\d\d):(\d\d)$/.exec(word);
  if (match === null) throw failure(words.line, `${word} is not a time such as 08:00:00`);
  return ((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1_000;
}

function nextTimeOfDay(now: number, timeOfDay: number): number {
  const today = now - (now % DAY) + timeOfDay;
  return today > now ? today : today + DAY;
}
