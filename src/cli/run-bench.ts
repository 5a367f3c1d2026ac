/** `perpetua bench …`: each subject has its own module and runs without loading the others. */
import { noSuchVerb } from '../terminal/nearest.ts';

const SUBJECTS = ['book', 'engine', 'journal', 'http', 'ws', 'market', 'flood', 'path'];

const HELP = `Usage: perpetua bench SUBJECT [options]

  book     messages per second of the bare book, beside a peer
  engine   commands per second of the whole engine, its growth, and a storm of liquidations
  journal  durable commands per second, syncs beside it, and the replay of a million entries
  http     signed, durable orders per second beside a bare server, and their latency
  ws       frames per second to many subscribers, beside plain calls of ws.send
  market   processor time and memory of eight markets, and how fast they run without doors
  flood    an order of one client while another floods the venue, beside a flood of something else
  path     the source files that one signed order runs through`;

export async function runBench(args: string[]): Promise<number> {
  const [subject, ...rest] = args;
  switch (subject) {
    case 'book':
      return (await import('../proof/bench/bench-book.ts')).benchBook(rest);
    case '--help':
    case 'help':
    case '-h':
      console.log(HELP);
      return 0;
    case 'engine':
      return (await import('../proof/bench/bench-engine.ts')).benchEngine(rest);
    case 'journal':
      return (await import('../proof/bench/bench-journal.ts')).benchJournal(rest);
    case 'http':
      return (await import('../proof/bench/bench-http.ts')).benchHttp(rest);
    case 'ws':
      return (await import('../proof/bench/bench-ws.ts')).benchWs(rest);
    case 'market':
      return (await import('../proof/bench/bench-market.ts')).benchMarket(rest);
    case 'flood':
      return (await import('../proof/flood/bench-flood.ts')).benchFlood(rest);
    case 'path':
      return (await import('../proof/order-path/bench-path.ts')).benchPath(rest);
    default:
      if (subject !== undefined && !subject.startsWith('-'))
        console.error(`perpetua: ${noSuchVerb('bench', subject, SUBJECTS)}`);
      console.error(HELP);
      return 2;
  }
}
