/**
 * `perpetua arena seat`: a server of the Model Context Protocol for one contestant of an arena. A
 * client that runs a model starts it; the arena, which started the client, told it where the seat
 * is.
 */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { SEAT_VARIABLE } from '../../contest/line-talk.ts';
import { readVersion } from '../../gateway/read-version.ts';
import { command } from '../../terminal/command.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { bearLostOutput } from '../start/own-process.ts';
import { registerSeatTools, type SeatTurns } from './seat-tools.ts';

const HELP = `Usage: perpetua arena seat

Serves the Model Context Protocol on standard input and output to a contestant
of an arena: wait_for_turn tells what there is to see, decide answers. The arena
sets ${SEAT_VARIABLE} for the client that it starts.`;

export const runSeat = command({ help: HELP }, async (_, output) => {
  const path = process.env[SEAT_VARIABLE];
  if (path === undefined)
    return complain(`${SEAT_VARIABLE} is not set: an arena starts this`, EXIT.failed, output);
  bearLostOutput();
  const socket = await open(path);
  const turns = createTurns(socket);
  const handle = serveStdio(() => {
    const server = new McpServer({ name: 'perpetua-seat', version: readVersion() });
    registerSeatTools(server, turns);
    return server;
  });
  await new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) {
      process.stdin.once(event, resolve);
      socket.once(event, resolve);
    }
  });
  await handle.close();
  socket.destroy();
  process.stdin.destroy();
  return EXIT.done;
});

const open = (path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket));
    socket.once('error', reject);
  });

/** One turn at a time; what is answered without one counts for nothing. */
function createTurns(socket: Socket): SeatTurns {
  const waiting: ((line: string | undefined) => void)[] = [];
  let unread: string | undefined;
  let turn: number | undefined;
  let isOver = false;
  createInterface({ input: socket })
    .on('line', (line) => {
      turn = JSON.parse(line).turn;
      const ear = waiting.shift();
      if (ear === undefined) unread = line;
      else ear(line);
    })
    .on('close', () => {
      isOver = true;
      for (const ear of waiting) ear(undefined);
    });
  return {
    next: async () => {
      const line = unread;
      unread = undefined;
      if (line !== undefined || isOver) return line;
      return new Promise((resolve) => waiting.push(resolve));
    },
    answer: (decision) => {
      if (turn === undefined || isOver) return false;
      socket.write(`${JSON.stringify({ ...decision, turn })}\n`);
      turn = undefined;
      return true;
    },
  };
}
