/**
 * Kills the venue again and again while clients trade, and checks every promise it made:
 * acknowledged orders exist, a retry creates nothing twice, and the journal leads to the same
 * state.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createCallVenue, sendSigned, signRequest } from '../../src/cli/qualify/signed-client.ts';
import { COMPILED, NO_LIMITS } from '../../src/cli/start/own-process.ts';
import type { OrderId } from '../../src/domain/ids.ts';
import type { IdentityWords } from '../../src/domain/request-identity.ts';
import { seq as toSeq } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { identityWords } from '../../src/gateway/answer-once.ts';
import { dataFilesOf } from '../../src/gateway/data-files.ts';
import { findJournal } from '../../src/journal/find-journal.ts';
import {
  dataFolderIn,
  type ProgramTerms,
  spawnVenue,
  startVenue,
  type VenueProgram,
} from '../program.ts';
import { chance, createDice, type Dice, findPick, roll } from '../sim/dice.ts';
import {
  askPrices,
  type Client,
  cancelAttempt,
  checkDetail,
  placeAttempt,
  Unreached,
  Violation,
} from './ask.ts';
import { type Attempt, drawAttempt, isUnanswered, nameOf, type PricesNow } from './attempt.ts';

export interface TortureTerms {
  /** The folder of the venue; empty at first. */
  readonly folder: string;
  readonly kills: number;
  /** As many processes with the doors; half of the kills then hit one of them alone. */
  readonly gateways?: number;
  readonly seed: number;
  readonly progress: (done: TortureCount) => void;
}

export class TortureCount {
  kills = 0;
  sent = 0;
  acknowledged = 0;
  refused = 0;
  canceled = 0;
  /** Sent again because the answer had been lost. */
  retried = 0;
  /** Of those, how many had been placed before their answer was lost. */
  foundPlaced = 0;
}

export interface TortureResult {
  readonly count: TortureCount;
  readonly seq: number;
  readonly hash: string;
}

interface Round {
  readonly dice: Dice;
  readonly shadow: JournalShadow;
  readonly attempts: Attempt[];
  readonly count: TortureCount;
}

const WORKERS_PER_CLIENT = 4;
const CANCEL_PERCENT = 45;
const RECENT = 1_000;
const OPENING_PERCENT = 25;
const GATEWAY_PERCENT = 50;
/** Until then clients have seen that the connections to a killed gateway are closed. */
const CLOSING_MILLIS = 500;
const KILL_MILLIS = { least: 10, most: 800 };
const OPENING_MILLIS_MAX = 1_500;
/** How many acknowledged orders are checked, and sent once more, after each start. */
const LOOKED_AT = 40;
const REPEATED = 8;
const AT_ONCE = 16;
/** Longer than any busy machine delays an answer: after this, none will come. */
const ANSWER_MILLIS_MAX = 120_000;

export async function torture(terms: TortureTerms): Promise<TortureResult> {
  const { folder, kills, seed, gateways = 0, progress } = terms;
  const round: Round = {
    dice: createDice(seed),
    shadow: followJournal(dataFolderIn(folder)),
    attempts: [],
    count: new TortureCount(),
  };
  const { dice, count } = round;
  const start = termsOf(terms);
  let victim = await startVenue(start);
  // Each start would make the first week of candles anew from this note: it is no part of the
  // journal, which is what is tortured, and takes as long as all the rest of a start.
  rmSync(dataFilesOf(dataFolderIn(folder)).history, { force: true });
  try {
    while (count.kills < kills) {
      const millis = roll(dice, KILL_MILLIS.least, KILL_MILLIS.most);
      const isGateway = gateways > 0 && chance(dice, GATEWAY_PERCENT);
      const kill = isGateway ? () => killGateway(round, victim) : victim.kill;
      await tradeUntilKilled(round, { victim, millis, kill });
      count.kills += 1;
      if (isGateway) {
        await audit(round, victim);
        progress(tally(round));
        continue;
      }
      if (count.kills < kills && chance(dice, OPENING_PERCENT)) {
        await killWhileOpening(start, roll(dice, 1, OPENING_MILLIS_MAX));
        count.kills += 1;
      }
      victim = await startVenue(start);
      await audit(round, victim);
      progress(tally(round));
    }
    await checkAll(round, victim);
    const code = await victim.stop();
    if (code !== 0) throw new Violation(`it did not stop cleanly: ${victim.endedWith()}`);
  } finally {
    await victim.kill();
  }
  round.shadow.advance();
  checkJournal(round, victim);
  return { count: tally(round), seq: round.shadow.seq(), hash: round.shadow.hash() };
}

const termsOf = ({ folder, seed, gateways = 0 }: TortureTerms): ProgramTerms => ({
  folder,
  args: [
    ...['--seed', String(seed), '--log-level', 'error', '--page', 'off'],
    // The shadow follows the journal from its first entry on. Many kills fall into a snapshot.
    ...['--journal-keep', 'all', '--snapshot-seconds', '1'],
    ...['--sandbox-accounts', '3', '--sandbox-wallet', '1000000', ...NO_LIMITS],
    ...['--gateways', String(gateways)],
  ],
  environment: { NODE_COMPILE_CACHE: COMPILED },
  isQuiet: true,
});

/** Starts the venue and kills it before it is open: a start must survive that too. */
async function killWhileOpening(start: ProgramTerms, millis: number): Promise<void> {
  const opening = spawnVenue(start);
  await pause(millis);
  await opening.kill();
}

/** The process with the files goes on, and starts another in its place. */
async function killGateway({ dice }: Round, { child }: VenueProgram): Promise<void> {
  const children = execFileSync('pgrep', ['-P', String(child.pid), '-f', 'gateway']).toString();
  const pid = findPick(dice, children.trim().split('\n').map(Number));
  if (pid === undefined) throw new Violation('the venue has no gateways');
  process.kill(pid, 'SIGKILL');
  await pause(CLOSING_MILLIS);
}

const clientsOf = ({ baseUrl, credentials }: VenueProgram): Client[] =>
  credentials.map((access) => ({
    call: createCallVenue(baseUrl, access, ANSWER_MILLIS_MAX),
    sign: (asked) => signRequest(access, asked),
    send: (signed) => sendSigned(baseUrl, signed, ANSWER_MILLIS_MAX),
  }));

/** Workers stop when the connection breaks; a break before the kill is a violation. */
async function tradeUntilKilled(
  round: Round,
  { victim, millis, kill }: { victim: VenueProgram; millis: number; kill: () => Promise<void> },
): Promise<void> {
  const clients = clientsOf(victim);
  const [first] = clients;
  if (first === undefined) throw new Violation('the venue has no sandbox accounts');
  const prices = await askPrices(first);
  const life = { isOver: false };
  const workers = clients.flatMap((speaker, client) =>
    Array.from({ length: WORKERS_PER_CLIENT }, () =>
      work(round, { speaker, client, prices, life }),
    ),
  );
  const all = Promise.all(workers);
  await Promise.race([pause(millis), all]);
  const ended = victim.endedWith();
  life.isOver = true;
  await kill();
  await all;
  if (ended !== undefined) throw new Violation(`the venue ended by itself: ${ended}`);
}

interface Work {
  readonly speaker: Client;
  readonly client: number;
  readonly prices: PricesNow;
  readonly life: { isOver: boolean };
}

async function work(round: Round, { speaker, client, prices, life }: Work): Promise<void> {
  const { dice, attempts, count } = round;
  while (!life.isOver) {
    try {
      const working = chance(dice, CANCEL_PERCENT) ? findWorking(round, client) : undefined;
      if (working !== undefined) {
        await cancelAttempt(speaker, working);
        continue;
      }
      const attempt = drawAttempt(dice, client, attempts.length, prices);
      attempts.push(attempt);
      count.sent += 1;
      await placeAttempt(speaker, attempt);
    } catch (error) {
      if (error instanceof Violation) throw error;
      // From a gateway whose owner was killed it is as good as a broken connection.
      if (error instanceof Unreached && !life.isOver) throw error;
      return;
    }
  }
}

/** One of the last orders of a client that may still work. */
const findWorking = ({ dice, attempts }: Round, client: number): Attempt | undefined =>
  findPick(
    dice,
    attempts.slice(-RECENT).filter((attempt) => attempt.client === client && mayWork(attempt)),
  );

const mayWork = ({ orderId, isCanceled, body }: Attempt): boolean =>
  orderId !== undefined && !isCanceled && body.match_price === '0';

/** Runs right after a start: checks first what was not answered, then a sample of what was. */
async function audit(round: Round, victim: VenueProgram): Promise<void> {
  const { dice, attempts, shadow, count } = round;
  const clients = clientsOf(victim);
  shadow.advance();
  await forEach(attempts.filter(mayAsk), clients, async (client, attempt) => {
    const before = findRecorded(round, victim, attempt);
    await placeAttempt(client, attempt);
    if (attempt.isOver) return;
    count.retried += 1;
    if (before === undefined) return;
    count.foundPlaced += 1;
    if (Number(attempt.orderId) !== before)
      throw new Violation(
        `${nameOf(attempt)} is order ${before}; its retry says ${attempt.orderId}`,
      );
  });
  const placed = attempts.filter(({ orderId }) => orderId !== undefined);
  const recent = placed.slice(-LOOKED_AT);
  const older = Array.from({ length: LOOKED_AT }, () => findPick(dice, placed));
  const looked = [...recent, ...older].filter((attempt) => attempt !== undefined);
  await forEach(looked, clients, checkDetail);
  await forEach(looked.slice(0, REPEATED), clients, placeAttempt);
  await forEach(attempts.filter(isRefusedByName).slice(-REPEATED), clients, placeAttempt);
}

/** Not answered, and not too late to ask again. */
const mayAsk = (attempt: Attempt): boolean => isUnanswered(attempt) && !attempt.isOver;

const isRefusedByName = ({ isRefused, signed }: Attempt): boolean =>
  isRefused && signed !== undefined;

async function checkAll(round: Round, victim: VenueProgram): Promise<void> {
  const clients = clientsOf(victim);
  const placed = round.attempts.filter(({ orderId }) => orderId !== undefined);
  await forEach(placed, clients, checkDetail);
}

/** The journal must agree with what the clients were told. */
function checkJournal(round: Round, victim: VenueProgram): void {
  for (const attempt of round.attempts) {
    const recorded = findRecorded(round, victim, attempt);
    const told = attempt.orderId === undefined ? undefined : Number(attempt.orderId);
    if (isUnanswered(attempt) || recorded === told) continue;
    throw new Violation(`${nameOf(attempt)} was told ${told}, the journal has ${recorded}`);
  }
}

function findRecorded({ shadow }: Round, { credentials }: VenueProgram, attempt: Attempt) {
  const { client, body, signed } = attempt;
  if (body.client_oid !== undefined)
    return shadow.findOrder(credentials[client]?.accountId ?? 0, body.client_oid);
  if (signed === undefined) return undefined;
  const [key, signature] = [signed.headers['ACCESS-KEY'], signed.headers['ACCESS-SIGN']];
  return shadow.findSigned(identityWords(key ?? '', signature ?? ''));
}

/** Several at a time, each by the client that sent it. */
async function forEach(
  attempts: readonly Attempt[],
  clients: readonly Client[],
  act: (client: Client, attempt: Attempt) => Promise<void>,
): Promise<void> {
  const rest = [...attempts];
  const worker = async (): Promise<void> => {
    for (let attempt = rest.pop(); attempt !== undefined; attempt = rest.pop()) {
      const client = clients[attempt.client];
      if (client !== undefined) await act(client, attempt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function tally({ count, attempts }: Round): TortureCount {
  count.acknowledged = attempts.filter(({ orderId }) => orderId !== undefined).length;
  count.refused = attempts.filter(({ isRefused }) => isRefused).length;
  count.canceled = attempts.filter(({ isCanceled }) => isCanceled).length;
  return count;
}

/**
 * A second engine that follows the journal of the victim from its first entry. It tells which
 * orders were really created, and which state the entries lead to.
 */
export interface JournalShadow {
  /** Reads new entries; throws if a client order id or a request got a second order. */
  readonly advance: () => void;
  /** The order that a client order id stands for. */
  readonly findOrder: (account: number, clientOrderId: string) => number | undefined;
  /** The order that a signed request led to. */
  readonly findSigned: (words: IdentityWords) => number | undefined;
  readonly seq: () => number;
  readonly hash: () => string;
}

/** Orders by client order id or request. */
type Accepted = Map<string, OrderId>;

export function followJournal(dataFolder: string): JournalShadow {
  const state = createState();
  const accepted: Accepted = new Map();
  return {
    advance: () => advance(dataFolder, state, accepted),
    findOrder: (account, clientOrderId) => accepted.get(`${account} ${clientOrderId}`),
    findSigned: (words) => accepted.get(words.join()),
    seq: () => state.seq,
    hash: () => stateHash(state),
  };
}

function advance(dataFolder: string, state: VenueState, accepted: Accepted): void {
  const journal = findJournal(dataFolder);
  if (journal === undefined || journal.last <= state.seq) return;
  for (const entries of journal.read({ from: toSeq(state.seq + 1), to: journal.last }))
    for (const entry of entries)
      for (const event of apply(state, entry)) {
        if (event.kind !== 'order-accepted') continue;
        const { account, clientOrderId, order } = event;
        if (clientOrderId !== null) note(accepted, `${account} ${clientOrderId}`, order);
        if (entry.request !== undefined) note(accepted, entry.request.words.join(), order);
      }
}

function note(accepted: Accepted, name: string, order: OrderId): void {
  const before = accepted.get(name);
  if (before !== undefined) throw new Violation(`${name} is order ${before} and order ${order}`);
  accepted.set(name, order);
}
