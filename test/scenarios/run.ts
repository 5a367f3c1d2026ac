/**
 * Runs a scenario against the real engine, line by line. After every line money must add up; a
 * refused command must have changed nothing; at the end the entries must lead to the same state
 * again.
 */
import type { Event } from '../../src/domain/event.ts';
import type { Reject } from '../../src/domain/reject.ts';
import { ACCOUNT_VERBS } from './account-verbs.ts';
import { describeState, findDivergence, findImbalance } from './audit.ts';
import { expectFacts } from './expect-facts.ts';
import { type Fact, findFact, rejectFact } from './facts.ts';
import { ACCOUNT_LOOKS, VENUE_LOOKS } from './look.ts';
import { ORDER_VERBS } from './order-verbs.ts';
import { failure, type Line, parseScenario, type Scenario } from './parse.ts';
import type { Request, Single } from './request.ts';
import { accountNamed, accountOf, createStage, listingOf, type Stage, submit } from './stage.ts';
import { VENUE_VERBS } from './venue-verbs.ts';
import { hasMore, take, takeEnd, takeIf, takeNumber, type Words, wordsFrom } from './words.ts';

export const runText = (file: string, text: string): void => runScenario(parseScenario(file, text));

export function runScenario({ lines }: Scenario): void {
  const stage = createStage();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.words[0] === 'batch') {
      const end = lines.findIndex((other, place) => place > at && other.words[0] === '}');
      if (end < 0) throw failure(line, 'the batch has no end');
      runBatch(stage, lines.slice(at + 1, end), lines[end]!);
      at = end;
    } else runLine(stage, line);
    const imbalance = findImbalance(stage);
    if (imbalance !== undefined) throw failure(line, imbalance);
  }
  const last = lines.at(-1);
  const divergence = findDivergence(stage);
  if (divergence !== undefined && last !== undefined) throw failure(last, divergence);
}

/** `times 200 alice …` does the same again and again, and expects the same each time. */
function runLine(stage: Stage, line: Line): void {
  const words = wordsFrom(line);
  const times = takeIf(words, 'times') === undefined ? 1 : takeNumber(words, 'how many');
  const rest = line.words.slice(words.at);
  for (let done = 0; done < times; done += 1) runOnce(stage, { ...line, words: rest });
}

function runOnce(stage: Stage, line: Line): void {
  const { words, symbol } = aboutContract(line);
  const subject = take(words, 'a subject');
  if (subject in VENUE_LOOKS || (words.list[1] ?? '') in ACCOUNT_LOOKS) {
    if (line.expected !== null) throw failure(line, 'a line that looks has no arrow');
    lookAt(stage, words, subject, symbol);
    return;
  }
  if (line.rows.length > 0) throw failure(line, 'only a book is drawn in rows');
  const venueVerb = VENUE_VERBS[subject];
  if (venueVerb !== undefined) {
    const { command, at } = venueVerb(stage, words, symbol);
    takeEnd(words);
    judge(stage, line, submit(stage, command, at), null);
    return;
  }
  if (takeIf(words, 'joins') !== undefined) {
    accountNamed(stage, subject, takeIf(words, 'house') ?? 'trader');
    takeEnd(words);
    return;
  }
  accountNamed(stage, subject);
  const before = describeState(stage.state);
  const request = askedBy(stage, words, subject, symbol);
  const command = commandOf(request);
  const events = request.refused === null ? submit(stage, command) : [];
  const facts = judge(stage, line, events, subject, request.refused);
  if (facts.length === 1 && facts[0]?.verb === 'rejected' && describeState(stage.state) !== before)
    throw failure(line, 'a refused command has changed the state');
}

/** The line's words without `on <symbol>`, which may stand anywhere. */
function aboutContract(line: Line): { readonly words: Words; readonly symbol: string | null } {
  const on = line.words.indexOf('on');
  if (on < 0) return { words: wordsFrom(line), symbol: null };
  const others = line.words.filter((_, at) => at !== on && at !== on + 1);
  return { words: wordsFrom(line, others), symbol: line.words[on + 1] ?? '' };
}

const askedBy = (stage: Stage, words: Words, subject: string, symbol: string | null): Request => ({
  stage,
  words,
  account: accountNamed(stage, subject),
  symbol,
  refused: null,
});

function commandOf(request: Request): Single {
  const { words } = request;
  const word = take(words, 'a verb');
  const verb = ORDER_VERBS[word] ?? ACCOUNT_VERBS[word];
  if (verb === undefined) throw failure(words.line, `nobody can "${word}" here`);
  const command = verb(request);
  takeEnd(words);
  return command;
}

/** At the book or a price of a contract, or at one thing after the other of an account. */
function lookAt(stage: Stage, words: Words, subject: string, symbol: string | null): void {
  const listing = listingOf(stage, words, symbol);
  const venueLook = VENUE_LOOKS[subject];
  if (venueLook !== undefined) {
    venueLook(stage, words, listing);
    takeEnd(words);
    return;
  }
  const account = accountOf(stage, accountNamed(stage, subject));
  while (hasMore(words)) {
    const word = take(words, 'what to look at');
    const look = ACCOUNT_LOOKS[word];
    if (look === undefined) throw failure(words.line, `there is no "${word}" to look at`);
    look({ words, account, listing });
  }
}

/** Holds the line's expectations against the events, and against what the wire itself refused. */
function judge(
  stage: Stage,
  line: Line,
  events: readonly Event[],
  actor: string | null,
  refused: Reject | null = null,
): Fact[] {
  const { words, symbol } = aboutContract(line);
  const isListed = stage.state.listings.length > 0;
  const contract = isListed ? listingOf(stage, words, symbol).contract : undefined;
  const facts = events.flatMap((event) => findFact(stage, event, contract) ?? []);
  if (refused !== null) facts.push(rejectFact(actor, contract, refused));
  expectFacts(line, facts, actor, stage.accounts);
  return facts;
}

/**
 * Each line expects what its own command did; the closing brace expects what all of them set off.
 */
function runBatch(stage: Stage, lines: readonly Line[], end: Line): void {
  const items = lines.map((line) => readItem(stage, line));
  const events = submit(stage, { kind: 'batch', commands: items.map(({ command }) => command) });
  const parts: Event[][] = [[]];
  for (const event of events) {
    if (event.kind === 'batch-item-started' || event.kind === 'batch-ended') parts.push([]);
    else parts.at(-1)?.push(event);
  }
  items.forEach(({ line, actor }, at) => {
    judge(stage, line, parts[at + 1] ?? [], actor);
  });
  judge(stage, end, parts[items.length + 1] ?? [], null);
}

interface BatchItem {
  readonly line: Line;
  readonly actor: string | null;
  readonly command: Single;
}

function readItem(stage: Stage, line: Line): BatchItem {
  const { words, symbol } = aboutContract(line);
  const subject = take(words, 'a subject');
  const venueVerb = VENUE_VERBS[subject];
  if (venueVerb !== undefined)
    return { line, actor: null, command: venueVerb(stage, words, symbol).command };
  const request = askedBy(stage, words, subject, symbol);
  const command = commandOf(request);
  if (request.refused !== null) throw failure(line, `the wire refuses: ${request.refused.reason}`);
  return { line, actor: subject, command };
}
