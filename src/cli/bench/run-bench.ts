/**
 * `perpetua bench book | engine`: each loads its own module, so that one can be run without the
 * other.
 */

const HELP = `Usage: perpetua bench <book | engine> [options]

  book    messages per second of the bare book, beside a peer`;

export async function runBench(args: string[]): Promise<number> {
  const [subject, ...rest] = args;
  switch (subject) {
    case 'book':
      return (await import('./bench-book.ts')).benchBook(rest);
    default:
      console.error(HELP);
      return 2;
  }
}
