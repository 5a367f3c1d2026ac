/**
 * The site of a contest: its board, the door where teams hand in, and at the end the result for
 * whoever wants to check it. What has no route cannot be read: no program, no key of the seeds.
 */
import { reasonOf } from '../../domain/reason-of.ts';
import { millis } from '../../domain/units.ts';
import { Crowd } from '../../gateway/connections/crowd.ts';
import { createTurns } from '../../gateway/connections/pace-requests.ts';
import { createHttpServer, type ListenPlace } from '../../gateway/http-server.ts';
import { writePage } from '../../gateway/reply.ts';
import type { Outlet } from '../../gateway/router.ts';
import { DEFAULT_CONNECTIONS } from '../../gateway/settings.ts';
import { ContestError } from '../contest-terms.ts';
import type { SiteFolder } from './site-page.ts';
import {
  groupOf,
  jsonAnswer,
  SITE_ROUTES,
  type SiteAnswer,
  SiteBudgets,
  type SiteParts,
  SiteRefusal,
} from './site-routes.ts';
import { SiteBusy, type SubmissionParts, Submissions } from './submissions.ts';
import { TeamList } from './team-list.ts';

export interface SiteTerms extends ListenPlace, SubmissionParts, SiteFolder {
  readonly monotonicNow: () => number;
}

export interface Site {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** A check later. */
const BUSY_SECONDS = 5;
const CONNECTIONS = { ...DEFAULT_CONNECTIONS, connectionsMax: 2_000 };

export async function serveContest(terms: SiteTerms): Promise<Site> {
  const submissions = new Submissions(terms);
  const budgets = new SiteBudgets(terms.monotonicNow);
  const site: SiteParts = { terms, teams: new TeamList(terms.folder), submissions, budgets };
  const http = createHttpServer({
    connections: CONNECTIONS,
    crowd: new Crowd({ terms: CONNECTIONS, isTrusted: () => false, isShutOut: () => false }),
    turns: createTurns(),
    now: () => millis(terms.now()),
    serveUnknown: ({ response }) =>
      write(response, jsonAnswer({ error: 'there is nothing here' }, 404)),
    noteBroken: () => undefined,
  });
  for (const { method, path, act } of SITE_ROUTES)
    http.add({ method, path }, (asked) => {
      const answer = async (): Promise<SiteAnswer> => {
        budgets.charge('looks', groupOf(asked.request));
        return act(site, asked);
      };
      void answer()
        .catch((error: unknown) => refusal(error, terms.complain))
        .then((told) => write(asked.response, told));
    });
  const port = await http.listen({ host: terms.host, port: terms.port });
  const close = async (): Promise<void> => {
    await Promise.all([http.close(), submissions.close()]);
  };
  return { port, close };
}

function refusal(error: unknown, complain: (problem: string) => void): SiteAnswer {
  const reason = reasonOf(error);
  const tell = (status: number, seconds?: number): SiteAnswer => ({
    ...jsonAnswer({ error: reason }, status),
    ...(seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } }),
  });
  if (error instanceof SiteRefusal) return tell(error.status, error.retrySeconds);
  if (error instanceof ContestError) return tell(400);
  if (error instanceof SiteBusy) return tell(429, BUSY_SECONDS);
  complain(reason);
  return jsonAnswer({ error: 'the site failed; nothing was kept' }, 500);
}

const write = (response: Outlet, { status = 200, type, body, headers }: SiteAnswer): void =>
  writePage(response, { status, headers: { 'content-type': type, ...headers }, body });
