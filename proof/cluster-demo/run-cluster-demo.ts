/** `perpetua cluster demo`: starts a whole cluster on this machine, and says what can be done. */
import { once } from 'node:events';
import { ALL_SETTINGS } from '../../src/assembly/settings.ts';
import { awaitStop, bearLostOutput } from '../../src/cli/start/own-process.ts';
import { reasonOf } from '../../src/domain/reason-of.ts';
import { command, Misunderstood } from '../../src/terminal/command.ts';
import { formatTable } from '../../src/terminal/format-table.ts';
import { complain, EXIT, TERMINAL } from '../../src/terminal/output.ts';
import { createProgress } from '../../src/terminal/progress.ts';
import { findNatsServer, NATS_NEEDED } from '../cluster/nats-servers.ts';
import { findPostgres, POSTGRES_NEEDED } from '../cluster/postgres-server.ts';
import { DEMO_VENUE, type DemoCluster, openDemo } from './demo-cluster.ts';
import { HAPROXY_NEEDED, hasHaproxy } from './haproxy.ts';

const HELP = `Usage: perpetua cluster demo [--port 8700] [-- settings of each replica]

Starts a whole cluster on this machine: three NATS servers that keep the log,
PostgreSQL, three replicas, and a balancer that sends each API key to its
replica. Nothing is started again when it ends: kill any process that is
printed, and see the rest trade on. Ctrl-C ends all of them, and what they
stored is removed.

Needs nats-server 2.10 or newer (PERPETUA_NATS_SERVER), PostgreSQL 13 or newer
(PERPETUA_POSTGRES_BIN) and haproxy 2.6 or newer.

  --port N   the port of the balancer; 0 takes any free one`;

export const runClusterDemo = command({ help: HELP }, async ({ values, rest: more }, output) => {
  const setting = ALL_SETTINGS.port;
  const port = setting.parse(values.get('port') ?? setting.fallback);
  if (port === undefined) throw new Misunderstood(`--port is ${setting.allowed}`);
  const nats = findNatsServer();
  const postgres = findPostgres();
  const isBalanced = hasHaproxy();
  if (nats === undefined || postgres === undefined || !isBalanced) {
    if (nats === undefined) complain(NATS_NEEDED, EXIT.failed, output);
    if (postgres === undefined) complain(POSTGRES_NEEDED, EXIT.failed, output);
    return isBalanced ? EXIT.failed : complain(HAPROXY_NEEDED, EXIT.failed, output);
  }
  return demonstrate({ nats, postgres, port, more });
});

interface Demonstration {
  readonly nats: string;
  readonly postgres: string;
  readonly port: number;
  readonly more: readonly string[];
}

async function demonstrate(terms: Demonstration): Promise<number> {
  bearLostOutput();
  const stop = awaitStop();
  const [, script = ''] = process.argv;
  const progress = createProgress(TERMINAL);
  try {
    const demo = await openDemo({
      ...terms,
      script,
      stop,
      progress: (words) => progress.tell(() => words),
      tell: (line) => TERMINAL.out(line),
    });
    progress.end();
    for (const line of announceDemo(demo)) TERMINAL.out(line);
    if (!stop.aborted) await once(stop, 'abort');
    TERMINAL.out(`\nStopping (${stop.reason}) …`);
    await demo.close();
    TERMINAL.out('All processes have ended.');
    return EXIT.done;
  } catch (error) {
    progress.end();
    if (!stop.aborted) return complain(explain(error, terms), EXIT.failed);
    TERMINAL.out('Stopped before it was open.');
    return EXIT.done;
  }
}

const explain = (error: unknown, { port }: Demonstration): string =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? `port ${port} is taken: name another with --port, or 0 for any free one`
    : reasonOf(error);

function announceDemo({ port, log, processes, credentials, folder }: DemoCluster): string[] {
  const url = `http://localhost:${port}`;
  const rows = processes.map(({ name, pid, address }) => [name, String(pid), address]);
  const [first] = processes;
  const replicas = processes.filter(({ name }) => name.startsWith('replica')).length;
  return [
    'A cluster of Perpetua is open:',
    '',
    `  interface   ${url}/capi/v2, /capi/v3 and /fapi, through the balancer`,
    `  page        ${url}`,
    `  keys        ${credentials}`,
    `  logs        ${folder}/replica-*.log`,
    '',
    ...formatTable(['process', 'pid', 'address'], rows).map((line) => `  ${line}`),
    '',
    'See who is there and who does what:',
    `  npx perpetua cluster status --log ${log} --venue ${DEMO_VENUE} --expect ${replicas}`,
    'Ask for a price, through the balancer:',
    `  curl '${url}/capi/v2/market/ticker?symbol=cmt_btcusdt'`,
    'Kill any of them, and the rest trades on:',
    `  kill -9 ${first?.pid}`,
    '',
    'Ctrl-C ends all of them.',
  ];
}
