/**
 * Where the logs of decisions are kept: appended, never changed. One JSON object a line, on disk
 * before it is acknowledged; without a file the newest stay in memory.
 */
import { open } from 'node:fs/promises';
import type { AccountId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';
import type { AiLog } from '../../wire/v2/parse-order-query.ts';

export interface KeptAiLog extends AiLog {
  readonly account: AccountId;
  readonly at: Millis;
}

export interface AiLogs {
  readonly append: (log: KeptAiLog) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Bytes of logs that stay in memory where there is no file. */
const MEMORY_MAX = 16 * 1_024 * 1_024;

export interface MemoryAiLogs extends AiLogs {
  /** Oldest first. */
  readonly lines: readonly string[];
}

export function createMemoryAiLogs(bytesMax = MEMORY_MAX): MemoryAiLogs {
  const lines: string[] = [];
  let bytes = 0;
  return {
    lines,
    append: async (log) => {
      const line = lineOf(log);
      lines.push(line);
      bytes += line.length;
      while (bytes > bytesMax && lines.length > 1) bytes -= lines.shift()?.length ?? 0;
    },
    close: async () => undefined,
  };
}

export async function openAiLogFile(path: string): Promise<AiLogs> {
  const file = await open(path, 'a', 0o600);
  let last: Promise<void> = Promise.resolve();
  const write = async (text: string): Promise<void> => {
    await file.appendFile(text);
    await file.datasync();
  };
  return {
    // One after the other, so that lines never mix.
    append: (log) => {
      const text = `${lineOf(log)}\n`;
      last = last.then(
        () => write(text),
        () => write(text),
      );
      return last;
    },
    close: async () => {
      await last.catch(() => undefined);
      await file.close();
    },
  };
}

/** What was given and answered is JSON text already, and keeps its digits. */
function lineOf({ input, output, ...rest }: KeptAiLog): string {
  return `${JSON.stringify(rest).slice(0, -1)},"input":${input},"output":${output}}`;
}
