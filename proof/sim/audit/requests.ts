/**
 * The outcome of signed requests, kept a second time as a plain list. A request repeated within its
 * time gets the same answer, and nothing else happens.
 */
import type { Command, Entry } from '../../../src/domain/command.ts';
import type { Event, EventOf } from '../../../src/domain/event.ts';
import { stringifyPlain } from '../../../src/domain/plain-json.ts';
import type { Nonce } from '../../../src/domain/request-identity.ts';
import { broken, same } from './broken.ts';

/** How long, in seconds of the list's own clock, and how much one step may count. */
const LIFE_SECONDS = 65;
const STEP_SECONDS = 5;

interface ModelRequest {
  readonly name: string;
  readonly heardAt: number;
  readonly answer: string;
}

export class ModelRequests {
  list: ModelRequest[] = [];
  /** Every nonce that was ever spent, by signer. */
  readonly spent = new Map<string, readonly number[]>();
  /** Whether the entry that is looked at has a nonce that cannot be spent. */
  isSpent = false;
  clock = 0;
  latest = 0;
}

/** The command that the entry stands for; for a repeat, or one that is late, only time passes. */
export function commandBehind(requests: ModelRequests, entry: Entry): Command {
  const { request, command } = entry;
  if (request === undefined) return command;
  if (request.nonce !== undefined) {
    requests.isSpent = !spend(requests, request.nonce, request.receivedAt);
    return requests.isSpent || isLate(entry) ? { kind: 'advance-clock' } : command;
  }
  const ahead = request.receivedAt - requests.latest;
  if (ahead > 0) requests.clock += Math.min(ahead, STEP_SECONDS * 1_000);
  if (ahead > 0 || -ahead > LIFE_SECONDS * 1_000) requests.latest = request.receivedAt;
  const oldest = requests.clock - LIFE_SECONDS * 1_000;
  requests.list = requests.list.filter(({ heardAt }) => heardAt >= oldest);
  const isDone = findKnown(requests, entry) === undefined && !isLate(entry);
  return isDone ? command : { kind: 'advance-clock' };
}

const DAY_SECONDS = 86_400;
const HIGHEST_KEPT = 100;

/** Whether it could be spent; it is then. */
function spend({ spent }: ModelRequests, { signer, value }: Nonce, now: number): boolean {
  const before = spent.get(signer) ?? [];
  const ahead = value - now;
  if (ahead <= -2 * DAY_SECONDS * 1_000 || ahead >= DAY_SECONDS * 1_000) return false;
  if (before.includes(value)) return false;
  if (before.filter((other) => other > value).length >= HIGHEST_KEPT) return false;
  spent.set(signer, [...before, value]);
  return true;
}

const isLate = ({ until, takenAt }: Entry): boolean => (takenAt ?? 0) > (until ?? 0);

const nameOf = ({ request }: Entry): string => request?.words.join() ?? '';

const findKnown = ({ list }: ModelRequests, entry: Entry): ModelRequest | undefined =>
  list.find(({ name }) => name === nameOf(entry));

/** Called after all events of the entry. */
export function checkAnswered(
  requests: ModelRequests,
  entry: Entry,
  events: readonly Event[],
): void {
  const answers = events.filter((event) => event.kind === 'request-answered');
  same('ENG-10', 'answers to a request', answers.length, entry.request === undefined ? 0 : 1);
  const [answer] = answers;
  if (answer === undefined) return;
  const text = stringifyPlain(answer.outcome);
  if (entry.request?.nonce !== undefined) {
    same('ENG-13', 'a spent nonce', text.includes('"nonce-invalid"'), requests.isSpent);
    same('ENG-13', 'a repeat', answer.isRepeat, false);
    if (!requests.isSpent && !isLate(entry)) checkTruth(entry.command, answer, events);
    return;
  }
  const known = findKnown(requests, entry);
  same('ENG-10', 'a repeat', answer.isRepeat, known !== undefined);
  if (known !== undefined) {
    same('ENG-10', 'the answer to a repeat', text, known.answer);
    return;
  }
  checkTruth(entry.command, answer, events);
  same('ENG-12', 'a late answer', text.includes('"command-late"'), isLate(entry));
  requests.list.push({ name: nameOf(entry), heardAt: requests.clock, answer: text });
}

/** A first answer tells what the events tell. */
function checkTruth(
  command: Command,
  { outcome }: EventOf<'request-answered'>,
  events: readonly Event[],
) {
  if (command.kind === 'batch') {
    if (outcome.kind === 'refused') return;
    same('ENG-10', 'outcomes of a batch', countOf(outcome), command.commands.length);
    return;
  }
  if (command.kind === 'close-positions') return;
  const isRefused = events.some(
    (event) => event.kind === 'command-rejected' && event.command === command.kind,
  );
  same('ENG-10', `a ${command.kind} that is called refused`, outcome.kind === 'refused', isRefused);
  if (outcome.kind !== 'done') return;
  for (const order of outcome.orders)
    if (!events.some((event) => 'order' in event && event.order === order))
      broken('ENG-10', `order ${order} is answered, and nothing is told of it`);
}

const countOf = (outcome: EventOf<'request-answered'>['outcome']): number =>
  outcome.kind === 'batch' ? outcome.items.length : -1;
