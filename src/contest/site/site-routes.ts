/** What the site of a contest answers, path by path. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { monotonic } from '../../domain/units.ts';
import { addressGroup, findAddress } from '../../gateway/address.ts';
import {
  type Buckets,
  type BucketTerms,
  createBuckets,
  take,
  waitMillis,
} from '../../gateway/limits/limiter.ts';
import { chooseEncoding, readPageFiles } from '../../gateway/page/serve-page.ts';
import type { Incoming, Request } from '../../gateway/router.ts';
import { PROGRAM_BYTES_MAX, readFiles } from '../contest-folder.ts';
import { PICTURE_FILE } from '../contest-result.ts';
import { ContestError } from '../contest-terms.ts';
import type { FileLanguage } from '../heat-seat.ts';
import { RESULT_FOLDER } from '../judge-contest.ts';
import { readQuickJs } from '../node-program.ts';
import { tellCheck } from '../practise.ts';
import { packTar } from '../tar.ts';
import { formatSitePage, type SiteFolder } from './site-page.ts';
import type { Submissions } from './submissions.ts';
import type { TeamList } from './team-list.ts';

export interface SiteParts {
  readonly terms: SiteFolder;
  readonly teams: TeamList;
  readonly submissions: Submissions;
  readonly budgets: SiteBudgets;
  /** The result as one file, once somebody asked for it. */
  packed?: Uint8Array;
  quickJs?: Uint8Array;
  /** The built files with which a browser checks the result, once somebody asked for one. */
  scripts?: Promise<ReturnType<typeof readPageFiles> | undefined>;
}

export interface SiteAnswer {
  readonly status?: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a caller is told instead of an answer. */
export class SiteRefusal extends Error {
  override readonly name = 'SiteRefusal';
  readonly status: number;
  readonly retrySeconds: number | undefined;

  constructor(status: number, reason: string, retrySeconds?: number) {
    super(reason);
    this.status = status;
    this.retrySeconds = retrySeconds;
  }
}

/** The first three by address, behind which may be a class; checks by team. */
const BUDGETS = {
  looks: { capacity: 600, refillPerSecond: 50 },
  newTeams: { capacity: 60, refillPerSecond: 1 / 60 },
  badTokens: { capacity: 20, refillPerSecond: 1 / 3 },
  checks: { capacity: 10, refillPerSecond: 1 / 30 },
} as const satisfies Record<string, BucketTerms>;

const OWNERS_KEPT = 20_000;

export class SiteBudgets {
  readonly #now: () => number;
  /** Made when they are first charged. */
  readonly #buckets = new Map<keyof typeof BUDGETS, Buckets<string>>();

  constructor(monotonicNow: () => number) {
    this.#now = monotonicNow;
  }

  charge(kind: keyof typeof BUDGETS, owner: string): void {
    const now = monotonic(this.#now());
    const buckets = this.#buckets.get(kind) ?? createBuckets(BUDGETS[kind], OWNERS_KEPT);
    this.#buckets.set(kind, buckets);
    const wait = waitMillis(buckets, owner, 1, now);
    const seconds = Math.ceil(wait / 1_000);
    if (seconds > 0) throw new SiteRefusal(429, `too many: try again in ${seconds} s`, seconds);
    take(buckets, owner, 1, now);
  }
}

export const jsonAnswer = (value: unknown, status = 200): SiteAnswer => ({
  status,
  type: 'application/json',
  body: `${JSON.stringify(value)}\n`,
});

type Act = (site: SiteParts, asked: Incoming) => Promise<SiteAnswer>;

interface SiteRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly act: Act;
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline'; " +
  "worker-src 'self'; connect-src 'self'; frame-ancestors 'none'";
/** Of a worker too, which runs the programs again: QuickJS is WebAssembly. */
const SCRIPT_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
export const PROGRAM_TYPES: readonly (readonly [FileLanguage, string])[] = [
  ['js', 'text/javascript'],
  ['ts', 'text/typescript'],
  ['py', 'text/x-python'],
];
const TEAM_BYTES_MAX = 1_000;
const NOT_CHECKED_YET =
  'It is kept, and counts from now on if it passes its check, for which others wait too. ' +
  'GET /programs tells what comes of it.';

const showPage: Act = async ({ submissions, terms }) => ({
  type: 'text/html; charset=utf-8',
  body: formatSitePage(submissions, terms),
  headers: { 'content-security-policy': PAGE_POLICY },
});

const showBoard: Act = async ({ submissions }) => {
  const { terms, isOver, shown } = submissions;
  const { rules, commitment } = terms;
  const phase = isOver ? 'over' : 'open';
  const { handedIn, waiting } = submissions;
  const { name } = rules;
  return jsonAnswer({ name, phase, commitment, handedIn, waiting, rules, board: shown.board });
};

const giveResult: Act = async (site) => {
  if (!site.submissions.isOver) throw new SiteRefusal(404, 'the contest is not over');
  const headers = { 'content-disposition': 'attachment; filename="result.tar.gz"' };
  site.packed ??= gzipSync(packTar(readFiles(join(site.terms.folder, RESULT_FOLDER))));
  return { type: 'application/gzip', body: site.packed, headers };
};

const givePicture: Act = async ({ submissions, terms }) => {
  if (!submissions.isOver) throw new SiteRefusal(404, 'the contest is not over');
  const body = readFileSync(join(terms.folder, RESULT_FOLDER, PICTURE_FILE));
  return { type: 'image/svg+xml', body, headers: { 'content-security-policy': PAGE_POLICY } };
};

/** Before the end there is nothing to check. */
const giveScript: Act = async (site, { request, target }) => {
  if (!site.submissions.isOver) throw new SiteRefusal(404, 'the contest is not over');
  site.scripts ??= site.terms
    .findPage()
    .then((folder) => (folder === undefined ? undefined : readPageFiles(folder)));
  const file = (await site.scripts)?.get(target.path);
  if (file === undefined) throw new SiteRefusal(404, 'there is nothing here');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const { encoding, bytes } = chooseEncoding(file, accepted);
  const packed = encoding === '' ? {} : { 'content-encoding': encoding };
  const headers = { ...packed, 'content-security-policy': SCRIPT_POLICY };
  return { type: file.type, body: bytes, headers };
};

const giveQuickJs: Act = async (site) => {
  if (!site.submissions.isOver) throw new SiteRefusal(404, 'the contest is not over');
  site.quickJs ??= readQuickJs();
  return { type: 'application/wasm', body: site.quickJs };
};

const listOwn: Act = async (site, { request }) => {
  const team = findTeam(site, request);
  const { submissions } = site;
  const programs = submissions.programsOf(team);
  return jsonAnswer({ team, runsLeft: submissions.runsLeft(team), programs });
};

const handIn: Act = async (site, { request, body }) => {
  const team = findTeam(site, request);
  site.budgets.charge('checks', team);
  const kind = request.headers['content-type']?.split(';')[0]?.trim();
  const [language] = PROGRAM_TYPES.find(([, type]) => type === kind) ?? [];
  if (language === undefined) {
    const types = PROGRAM_TYPES.map(([, type]) => type).join(', ');
    throw new SiteRefusal(415, `the content-type of a program is one of ${types}`);
  }
  const text = await readText(body, PROGRAM_BYTES_MAX);
  const program = { team, text, language };
  const { checked, ...came } = await site.submissions.handIn(program, groupOf(request));
  if (checked === undefined)
    return jsonAnswer({ ...came, team, state: 'checking', said: NOT_CHECKED_YET }, 202);
  return jsonAnswer({ ...came, ...checked, team, said: tellCheck(checked.report) });
};

const enterTeam: Act = async ({ terms, submissions, teams, budgets }, { request, body }) => {
  if (!terms.isOpen) throw new SiteRefusal(403, 'the organiser enters the teams of this contest');
  if (submissions.isOver) throw new ContestError('the contest is over');
  budgets.charge('newTeams', groupOf(request));
  const asked = Object(parseJson(await readText(body, TEAM_BYTES_MAX)));
  const team = String(Reflect.get(asked, 'team') ?? '');
  return jsonAnswer({ team, token: teams.add(team) });
};

export const SITE_ROUTES: readonly SiteRoute[] = [
  { method: 'GET', path: '/', act: showPage },
  { method: 'GET', path: '/board.json', act: showBoard },
  { method: 'GET', path: '/result.tar.gz', act: giveResult },
  { method: 'GET', path: `/${PICTURE_FILE}`, act: givePicture },
  { method: 'GET', path: '/verify.js', act: giveScript },
  { method: 'GET', path: '/assets/:name', act: giveScript },
  { method: 'GET', path: '/quickjs.wasm', act: giveQuickJs },
  { method: 'GET', path: '/programs', act: listOwn },
  { method: 'POST', path: '/programs', act: handIn },
  { method: 'POST', path: '/teams', act: enterTeam },
];

function findTeam({ teams, budgets }: SiteParts, request: Request): string {
  const [, token] = /^Bearer ([\w-]{1,100})$/.exec(request.headers.authorization ?? '') ?? [];
  const team = token === undefined ? undefined : teams.find(token);
  if (team !== undefined) return team;
  budgets.charge('badTokens', groupOf(request));
  throw new SiteRefusal(401, 'send the token of your team: Authorization: Bearer TOKEN');
}

export function groupOf({ socket }: Request): string {
  const found = findAddress(socket.remoteAddress ?? '');
  return found === undefined ? '' : addressGroup(found);
}

async function readText(body: Incoming['body'], bytesMax: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of Buffer.isBuffer(body) ? [body] : (body ?? [])) {
    bytes += piece.length;
    if (bytes > bytesMax) throw new SiteRefusal(413, `this takes at most ${bytesMax} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SiteRefusal(400, 'the body is not JSON');
  }
}
