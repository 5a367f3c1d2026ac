/**
 * The process of one life's venue: `perpetua start` with what a life does not need left out. It
 * scores the bot's account, tells its parent how far the life has come, and reports the figures at
 * its end. The parent ends it; nothing of it is kept.
 */
import type { Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import { createClosings } from '../../assembly/closings.ts';
import { type OpenVenue, runVenue } from '../../assembly/run-venue.ts';
import { accountId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { dataFilesOf, writeJsonFile } from '../../gateway/data-files.ts';
import { wholeMoney } from '../../market/genesis.ts';
import { readSettings } from '../settings/read-settings.ts';
import { explainFailure } from '../start/explain-failure.ts';
import type { LifeFigures, LifeTerms } from './life.ts';
import { scoreLife } from './score-life.ts';

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
  | { readonly kind: 'over'; readonly figures: LifeFigures };

export interface LifeAccess {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
  /** The file that holds them. */
  readonly file: string;
}

/** What it is told: the bot runs, or the bot has finished and time goes on without it. */
export type LifeOrder = 'begin' | 'finish';

const PULSE_MILLIS = 200;
/** How long a bot may take until its first connection before its life begins without one. */
const MEETING_MILLIS = 20_000;
/** The end is noticed with the first entry after it, which comes within a few beats. */
const BEYOND_MILLIS = 10_000;

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
    const open = await runVenue(settings, createClosings(), { fleeting: {} });
    const { credentials: file } = dataFilesOf(settings.data);
    await writeJsonFile(file, open.credentials);
    attend(open, terms, file);
    // The parent kills this process, which would not save it then.
    flushCompileCache();
  } catch (error) {
    fail(explainFailure(error, settings));
  }
}

function attend(open: OpenVenue, { seconds, speed }: LifeTerms, file: string): void {
  const { venue, clock, driver, doors, credentials, settings } = open;
  // A bot that sleeps needs a moment to start. Its life begins when it first comes to the door.
  if (speed !== null) clock.pause();
  const [access] = credentials;
  if (access === undefined) throw new Error('the venue has no sandbox account');
  const startAt = venue.read.now();
  const endAt = millis(startAt + seconds * 1_000);
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
  };
  scoreLife(venue, life, (figures) => tell({ kind: 'over', figures }));
  setInterval(() => {
    const { at, movedAt, calls } = watch;
    const done = Math.min(1, (at - startAt) / (endAt - startAt));
    tell({ kind: 'pulse', done, stillMillis: performance.now() - movedAt, calls });
  }, PULSE_MILLIS);
  process.on('message', (order: LifeOrder) => {
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
