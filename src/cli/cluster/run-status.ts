/** `perpetua cluster status`: who is there, how far each is, and who has which duty. */
import { command, Misunderstood } from '../../terminal/command.ts';
import { formatTable, whole } from '../../terminal/format-table.ts';
import { complain, EXIT, type Shown } from '../../terminal/output.ts';
import { connectNats, splitServers } from '../../venue/replica/nats-log.ts';
import { findLeader, hasStream } from '../../venue/replica/nats-stream.ts';
import { askWho, type Presence } from '../../venue/replica/who.ts';
import { type ClusterStatus, judgeStatus } from './judge-status.ts';
import { findLogPlace, type LogPlace, tellSilent } from './log-place.ts';

const HELP = `Usage: perpetua cluster status --log SERVERS --venue NAME [--expect N] [--json]

Asks all replicas how far they are and which duties they have, and the servers
of the log about its copies. Replicas that do not answer within a second are not
listed. Ends with code 1 if something is wrong, and with code 3 if no replica
answers.

  --log SERVERS  the NATS servers (PERPETUA_LOG), as for npx perpetua start
  --venue NAME   the name of the venue (PERPETUA_VENUE)
  --expect N     it is wrong if fewer replicas answer
  --json         print JSON`;

const ANSWER_MILLIS = 1_000;

export const runStatus = command({ help: HELP }, (flags) => {
  const place = findLogPlace(flags);
  const expected = flags.values.get('expect') ?? '1';
  if (!/^\d{1,4}$/.test(expected)) throw new Misunderstood('--expect takes a whole number');
  return tellStatus(place, Number(expected));
});

async function tellStatus(place: LogPlace, expected: number): Promise<number | Shown> {
  let status: ClusterStatus;
  try {
    status = await findStatus(place);
  } catch (error) {
    return complain(tellSilent(place, error), EXIT.absent);
  }
  const { replicas } = status;
  const missing = expected - replicas.length;
  const faults =
    missing > 0 ? [tellFew(replicas.length, expected), ...status.faults] : status.faults;
  const body = { ...status, faults };
  const found = faults.length === 0 ? EXIT.done : EXIT.failed;
  const code = replicas.length === 0 ? EXIT.absent : found;
  return { lines: formatCluster(body), body, indent: 2, code };
}

export const tellFew = (count: number, expected: number): string =>
  `${count === 1 ? '1 replica answers' : `${count} replicas answer`}; ` +
  `${expected} ${expected === 1 ? 'is' : 'are'} expected`;

/** One server may have lost the others: all are asked. Rejects if none can be. */
async function findStatus({ log, venue }: LogPlace): Promise<ClusterStatus> {
  const asked = splitServers(log).map((server) => askServer(server, venue));
  const heard = (await Promise.allSettled(asked)).flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  );
  if (heard.length === 0) await Promise.all(asked);
  const replicas = new Map(
    heard.flatMap((each) => each.replicas.map((replica) => [replica.session, replica] as const)),
  );
  const found = heard.find((each) => each.log !== null)?.log ?? null;
  const alone = found === null ? [] : heard.filter((each) => each.log === null);
  const sorted = [...replicas.values()].sort((one, other) => one.name.localeCompare(other.name));
  return judgeStatus(
    venue,
    found,
    sorted,
    alone.map(({ server }) => server),
  );
}

/** What one server says, and the replicas that hear it. */
async function askServer(url: string, venue: string) {
  const connection = await connectNats(url);
  try {
    const find = () => findLeader(connection, venue).catch(() => null);
    const [replicas, asked] = await Promise.all([askWho(connection, venue, ANSWER_MILLIS), find()]);
    // Busy servers have nearly everything, and everything when they are asked again a second later.
    const leader = asked?.isWhole === false ? await find() : asked;
    const isThere = leader !== null || (await hasStream(connection, venue).catch(() => true));
    const server = connection.info?.server_name ?? connection.getServer();
    return { server, log: isThere ? leader : ('missing' as const), replicas };
  } finally {
    await connection.close();
  }
}

export function formatCluster({ venue, log, replicas, duties, faults }: ClusterStatus): string[] {
  const dutiesOf = (name: string): string =>
    duties
      .filter(({ replica }) => replica === name)
      .map(({ duty, term }) => `${duty} (${term})`)
      .join(', ');
  const headings = ['replica', 'address', 'entry', 'same at', 'clock', 'duties (term)'];
  const rows = replicas.map((replica) => [
    replica.name,
    replica.address ?? 'no doors',
    whole(replica.seq),
    markOf(replica),
    replica.clockOffset === null ? '' : `${Math.round(replica.clockOffset)} ms`,
    dutiesOf(replica.name),
  ]);
  const wrong = faults.map((fault) => `  ${fault}`);
  return [
    ...(replicas.length === 0 ? [] : formatTable(headings, rows)),
    ...(log === null ? [] : [formatLog(venue, log)]),
    ...formatForeign(replicas),
    ...(wrong.length === 0 ? ['Nothing is wrong.'] : ['Wrong:', ...wrong]),
  ];
}

/** The last entry at which states were compared, if others have told theirs. */
const markOf = ({ mark }: Presence): string =>
  mark === null ? '' : `${whole(mark.seq)} (${mark.same} of ${mark.same + mark.other})`;

/** Passed over by all alike, so nothing is wrong with them. */
function formatForeign(replicas: readonly Presence[]): string[] {
  const count = Math.max(0, ...replicas.map(({ foreign }) => foreign));
  if (count === 0) return [];
  return [
    `${whole(count)} of its messages were written by no replica, and are passed over: see who ` +
      'reaches the NATS servers.',
  ];
}

/** What a server has that is away is of no use to anybody. */
function formatLog(venue: string, log: NonNullable<ClusterStatus['log']>): string {
  const present = log.copies.filter(({ isOffline }) => !isOffline).map(({ name }) => name);
  return (
    `The log of ${venue} has ${whole(log.last)} messages; its leader is ${log.leader}, copies ` +
    `are at ${present.join(', ') || 'no other server'}.`
  );
}
