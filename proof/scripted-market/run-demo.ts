/** `perpetua demo`: shows a short scripted market, step by step, as the engine saw it. */
import { stateHash } from '../../src/engine/snapshot.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { proofCommand } from '../proof-command.ts';
import { drawBalances, drawBook, drawEvents } from './draw-market.ts';
import { scriptMarket } from './scripted-market.ts';

const HELP = `Usage: perpetua demo

Shows a short scripted market, step by step, as the engine saw it. It needs no
venue and takes no options.`;

export const runDemo = proofCommand(HELP, () => {
  const contracts = loadContracts();
  const market = scriptMarket(contracts);
  const listing = () => market.state.listings[0];
  write('Perpetua — a scripted market through the engine, contract cmt_btcusdt');
  for (let step = market.next(); step !== undefined; step = market.next()) {
    write(`\n• ${step.title}`);
    for (const line of drawEvents(contracts, market.names, step.events)) write(`    ${line}`);
  }
  const last = listing();
  if (last !== undefined) {
    write('\nBook of cmt_btcusdt');
    for (const line of drawBook(last)) write(`    ${line}`);
  }
  write('\nBalances in USDT');
  for (const line of drawBalances(market.state, market.names)) write(`    ${line}`);
  write(`\nState hash ${stateHash(market.state)} after ${market.state.seq} entries.`);
  return 0;
});

const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
