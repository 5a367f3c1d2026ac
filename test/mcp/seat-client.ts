/** A contestant of an arena that speaks the Model Context Protocol: buys once, and then waits. */
import { argv, env, execPath } from 'node:process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [, , program = ''] = argv;
const transport = new StdioClientTransport({
  command: execPath,
  args: [program, 'arena', 'seat'],
  env: { PERPETUA_SEAT: env['PERPETUA_SEAT'] ?? '' },
});
const client = new Client({ name: 'contestant', version: '1.0.0' });
await client.connect(transport);

const call = async (name: string, asked: object): Promise<string> => {
  const { content } = await client.callTool({ name, arguments: { ...asked } });
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
};

for (;;) {
  const told = await call('wait_for_turn', {});
  if (!told.startsWith('{')) break;
  const { turn } = JSON.parse(told);
  await call('decide', {
    reason: `turn ${turn}`,
    orders: turn === 0 ? [{ side: 'buy', size: 0.01 }] : [],
  });
}
await client.close();
