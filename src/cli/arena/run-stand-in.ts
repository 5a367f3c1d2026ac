/** `perpetua arena stand-in`: the address of models that are none, for whoever has no model. */
import { STAND_INS, startStandIn } from '../../arena/stand-in.ts';
import { countOf } from '../../terminal/command.ts';
import { EXIT } from '../../terminal/output.ts';
import { contestCommand, onPort, untilStopped } from '../contest/verb-parts.ts';

const PORT = 8_760;
const PORT_MAX = 65_535;

const HELP = `Usage: perpetua arena stand-in [--port N]

  --port N  where it listens, on this machine only (${PORT})

Answers as an address of language models does, by simple rules and at no cost:
${STAND_INS.join(', ')}. Ctrl-C ends it.`;

export const runStandIn = contestCommand({ help: HELP }, async (flags, output) => {
  const port = countOf(flags, 'port', PORT, PORT_MAX);
  const standIn = await onPort(port, () => startStandIn(port));
  output.out(`${standIn.url} answers for ${STAND_INS.join(', ')}. Ctrl-C ends it.`);
  await untilStopped(standIn.close);
  return EXIT.done;
});
