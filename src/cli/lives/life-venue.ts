/**
 * The process of one life's venue: `perpetua start` with what a life does not need left out. It
 * scores the bot's account, tells its parent how far the life has come, and reports the figures at
 * its end. The parent ends it; nothing of it is kept.
 */

import type { Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import { assembleHere } from '../../assembly/assemble.ts';
import { createClosings } from '../../assembly/closings.ts';
import type { OpenVenue } from '../../assembly/open-files.ts';
import type { ClientKeys } from '../../client/client.ts';
import type { Command } from '../../domain/command.ts';
import { findJson } from '../../domain/find-json.ts';
import { type AccountId, accountId, type ContractId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import { dataFilesOf, writeJsonFile } from '../../gateway/data-files.ts';
import { wholeMoney } from '../../market/genesis.ts';
import type { LifeFigures, LifeTerms } from '../../verdict/life.ts';
import { type LifeCommand, writePart } from '../../verdict/life-part.ts';
import type { LifeRecorder, RecordedLife } from '../../verdict/record-life.ts';
import { scoreLife } from '../../verdict/score-life.ts';
import { readSettings } from '../settings/read-settings.ts';
import { explainFailure } from '../start/explain-failure.ts';

/** What the process of a venue tells the process that started it. */
export type LifeMessage =
  | { readonly kind: 'open'; readonly baseUrl: string; readonly access: LifeAccess }
  | {
      readonly kind: 'pulse';
      /** The part of the life that is over, from 0 to 1. */
      readonly done: number;
      /** For how long venue time has stood still, and the requests served in that time. */
      readonly stillMillis: number;
      readonly calls: number;
    }
  /** The account is scored; the bot may end. */
  | { readonly kind: 'over' }
  | { readonly kind: 'kept'; readonly figures: LifeFigures };

export interface LifeAccess extends ClientKeys {
  /** The file that holds them. */
  readonly file: string;
}

/**
 * What it is told: the bot runs; the bot has finished and time goes on without it; the life is over
 * and the bot gone.
 */
export type LifeOrder = 'begin' | 'finish' | 'keep';

const PULSE_MILLIS = 200;
/** How long a bot may take until its first connection before its life begins without one. */
const MEETING_MILLIS = 20_000;
/** The end is noticed with the first entry after it, which comes within a few beats. */
const BEYOND_MILLIS = 10_000;

/** Of a book, for a fold of its changes to begin with. */
const LEVELS_ALL = Number.MAX_SAFE_INTEGER;
const COMMANDS_MAX = 200_000;
const REFUSED_FROM = 400;
const WORDS_MAX = 500;

/** Ends with its parent. Ctrl-C reaches both, and the parent decides what follows. */
process.on('disconnect', () => process.exit(1));
process.on('SIGINT', () => undefined);
process.once('message', (terms: LifeTerms) => void live(terms));

async function live(terms: LifeTerms): Promise<void> {
  const outcome = readSettings({
    args: terms.settings,
    environment: {},
    readText: () => undefined,
  });
  if ('faults' in outcome) return fail(outcome.faults.join('; '));
  const { settings } = outcome;
  try {
    const open = await assembleHere(settings, createClosings(), { fleeting: {} });
    const { credentials: file } = dataFilesOf(settings.data);
    await writeJsonFile(file, open.credentials);
    await attend(open, terms, file);
    // The parent kills this process, which would not save it then.
    flushCompileCache();
  } catch (error) {
    fail(explainFailure(error, settings));
  }
}

async function attend(
  open: OpenVenue,
  { seconds, speed, part }: LifeTerms,
  file: string,
): Promise<void> {
  const { venue, clock, driver, doors, credentials, settings, market, tape } = open;
  // A bot that sleeps needs a moment to start. Its life begins when it first comes to the door.
  if (speed !== null) clock.pause();
  const [access] = credentials;
  if (access === undefined) throw new Error('the venue has no sandbox account');
  const startAt = venue.read.now();
  const askedEnd = millis(startAt + seconds * 1_000);
  // A life on a tape is over with it.
  const endAt = tape === undefined ? askedEnd : await tape.findEnd(askedEnd);
  const watch = { at: startAt, movedAt: performance.now(), calls: 0 };
  doors.gateway.edge.witnesses.push(() => {
    watch.calls += 1;
  });
  venue.listen(({ at }) => {
    if (at > watch.at) Object.assign(watch, { at, movedAt: performance.now(), calls: 0 });
  });
  const life = {
    account: accountId(access.accountId),
    wallet: wholeMoney(settings.sandboxWallet),
    startAt,
    endAt,
    levelsOf: (contract: ContractId) => venue.read.market.levels(contract, LEVELS_ALL),
    regime: () => market?.feed.regime() ?? '',
  };
  const commands = followCommands(open, life);
  let keep = (): void => undefined;
  const recorder = scoreLife(venue, life, (scored, record) => {
    keep = () => {
      const figures = { ...scored, late: commands.late() };
      writePart(part, { figures, record, commands: commands.list() });
      tell({ kind: 'kept', figures });
    };
    tell({ kind: 'over' });
  });
  followRefusals(open, recorder, endAt);
  setInterval(() => {
    const { at, movedAt, calls } = watch;
    const done = Math.min(1, (at - startAt) / (endAt - startAt));
    tell({ kind: 'pulse', done, stillMillis: performance.now() - movedAt, calls });
  }, PULSE_MILLIS);
  process.on('message', (order: LifeOrder) => {
    if (order === 'keep') return keep();
    watch.movedAt = performance.now();
    if (order === 'begin' && speed !== null) whenFirstMet(doors.gateway.http.server, clock.resume);
    if (order === 'finish') clock.step(Math.max(0, endAt - venue.read.now()) + BEYOND_MILLIS);
    driver.wake();
  });
  const { apiKey, secretKey, passphrase } = access;
  tell({
    kind: 'open',
    baseUrl: doors.baseUrl.replace('localhost', '127.0.0.1'),
    access: { apiKey, secretKey, passphrase, file },
  });
}

function followCommands(
  { venue }: OpenVenue,
  { account, endAt }: Pick<RecordedLife, 'account' | 'endAt'>,
) {
  const commands: LifeCommand[] = [];
  let [count, late] = [0, 0];
  venue.listen(({ seq, at, command }) => {
    if (isBeat(command)) return;
    count += 1;
    // Whoever steps to the very end is told of it by what happens next, which may be an own order.
    if (at > endAt) late += ordersIn(command, account);
    else if (at < endAt && count <= COMMANDS_MAX) commands.push({ seq, at, command });
  });
  return {
    /** All that the market did not decide; null once they are too many to be kept. */
    list: () => (count > COMMANDS_MAX ? null : commands),
    /** Orders of the account after its end. */
    late: () => late,
  };
}

const ordersIn = (command: Command, account: AccountId): number =>
  (command.kind === 'batch' ? command.commands : [command]).filter(
    (each) => each.kind === 'place-order' && each.account === account,
  ).length;

const isBeat = (command: Command): boolean =>
  command.kind === 'batch' && command.commands[0]?.kind === 'market-beat';

/** What the bot was told when it was refused, until its end. */
function followRefusals({ doors, venue }: OpenVenue, recorder: LifeRecorder, endAt: Millis): void {
  doors.gateway.edge.followers.push(({ method, target }, { status, code, body }) => {
    if (status < REFUSED_FROM || venue.read.now() >= endAt) return;
    const call = `${method} ${target.path}`.slice(0, WORDS_MAX);
    recorder.refuse({ at: venue.read.now(), call, status, code: code ?? '', words: wordsIn(body) });
  });
}

/** The message of an answer, in whichever dialect. */
function wordsIn(body: string): string {
  const { msg, message }: { msg?: unknown; message?: unknown } = Object(findJson(body));
  return String(msg ?? message ?? body).slice(0, WORDS_MAX);
}

/** Somebody connects, or time is up: a bot may also wait for something else. */
function whenFirstMet(server: Server, begin: () => void): void {
  const late = setTimeout(begin, MEETING_MILLIS);
  server.once('connection', () => {
    clearTimeout(late);
    begin();
  });
}

function tell(message: LifeMessage): void {
  process.send?.(message);
}

function fail(words: string): void {
  process.stderr.write(`${words}\n`, () => process.exit(1));
}
