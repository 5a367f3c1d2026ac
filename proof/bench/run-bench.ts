/** `perpetua bench …`: each subject has its own module and runs without loading the others. */
import { isHelp } from '../../src/terminal/flags.ts';
import { noSuchVerb } from '../../src/terminal/nearest.ts';

type Run = (args: string[]) => Promise<number> | number;

const SUBJECTS = new Map<string, () => Promise<Run>>([
  ['book', async () => (await import('./bench-book.ts')).benchBook],
  ['neutral', async () => (await import('./bench-neutral.ts')).benchNeutral],
  ['engine', async () => (await import('./bench-engine.ts')).benchEngine],
  ['journal', async () => (await import('./bench-journal.ts')).benchJournal],
  ['http', async () => (await import('./bench-http.ts')).benchHttp],
  ['tail', async () => (await import('./bench-tail.ts')).benchTail],
  ['ws', async () => (await import('./bench-ws.ts')).benchWs],
  ['market', async () => (await import('./bench-market.ts')).benchMarket],
  ['lives', async () => (await import('./bench-lives.ts')).benchLives],
  ['contest', async () => (await import('./bench-contest.ts')).benchContest],
  ['queue', async () => (await import('./bench-queue.ts')).benchQueue],
  ['tape', async () => (await import('./bench-tape.ts')).benchTape],
  ['flood', async () => (await import('../flood/bench-flood.ts')).benchFlood],
  ['scale', async () => (await import('./bench-scale.ts')).benchScale],
  ['page', async () => (await import('./bench-page.ts')).benchPage],
  ['path', async () => (await import('../order-path/bench-path.ts')).benchPath],
]);

const HELP = `Usage: perpetua bench SUBJECT [options]

  book     messages per second of the bare book, compared with a peer
  engine   commands per second of the whole engine, its growth, and a storm of
           liquidations
  neutral  files of a public matching benchmark, by the book and by the engine
  journal  durable commands per second, the time of a sync, and the replay of a
           million entries
  http     signed, durable orders per second, compared with a bare server, and
           their latency
  tail     how late orders are answered at a steady rate, and what ran
           meanwhile
  ws       frames per second to many subscribers, compared with plain calls of
           ws.send
  market   processor time and memory of eight markets, and their speed without
           servers and disk
  lives    how fast bots live: in the process, in a sweep on all cores, and over
           HTTP
  contest  what a program costs its judge: a decision, a heat, a check
  queue    models of the queue against the true one, by probes in a simulated
           market
  tape     processor time of playing a recording, without servers and disk
  flood    the latency of one client's orders while another client floods the
           venue
  scale    processor time of the process that orders the log, where gateways
           serve the doors
  path     the source files that one signed order runs through
  page     all of them, as the page of figures`;

export async function runBench(args: string[]): Promise<number> {
  const [subject, ...rest] = args;
  if (isHelp(subject)) {
    console.log(HELP);
    return 0;
  }
  const load = SUBJECTS.get(subject ?? '');
  if (load !== undefined) return (await load())(rest);
  if (subject !== undefined && !subject.startsWith('-'))
    console.error(`perpetua: ${noSuchVerb('bench', subject, [...SUBJECTS.keys()])}`);
  console.error(HELP);
  return 2;
}
