/** The lines that the page's inspector gives for a call run in every dialect. */
import { execFile } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { asProgram, type ProgramLanguage } from '../../../src/web/inspector/as-program.ts';
import {
  inDialect,
  SPOKEN,
  type Spoken,
  type SpokenDialect,
} from '../../../src/web/inspector/in-dialect.ts';
import { BTC } from '../../gateway-v2/rest-kit.ts';
import { openClientKit } from './client-kit.ts';

const get = (path: string, query = '', signed?: string): Spoken => ({
  ...{ method: 'GET', path: `/capi/v2${path}`, query, body: '', signed },
});
const own = (path: string, query = ''): Spoken => get(path, query, 'signed');
const post = (path: string, body: object): Spoken => ({
  ...{ method: 'POST', path: `/capi/v2${path}`, query: '', body: JSON.stringify(body) },
  signed: 'signed',
});

const ofBtc = `symbol=${BTC}`;
const LIMIT = { symbol: BTC, size: '0.001', price: '89000.0', match_price: '0', order_type: '1' };
const PLAN = { symbol: BTC, size: '0.001', type: '1', match_type: '1', trigger_price: '95000.0' };

const CALLS: readonly Spoken[] = [
  get('/market/ticker', ofBtc),
  get('/market/tickers'),
  get('/market/contracts'),
  get('/market/time'),
  get('/market/depth', `${ofBtc}&limit=15`),
  get('/market/trades', `${ofBtc}&limit=10`),
  get('/market/historyCandles', `${ofBtc}&granularity=1m&limit=10`),
  get('/market/open_interest', ofBtc),
  get('/market/currentFundRate', ofBtc),
  own('/account/assets'),
  own('/account/getAccounts'),
  own('/account/settings', ofBtc),
  own('/account/position/allPosition'),
  post('/account/leverage', { symbol: BTC, marginMode: 1, longLeverage: '7', shortLeverage: '7' }),
  post('/order/placeOrder', { ...LIMIT, type: '1' }),
  post('/order/placeOrder', { ...LIMIT, type: '2', price: '95000.0' }),
  post('/order/plan_order', PLAN),
  own('/order/current', ofBtc),
  own('/order/currentPlan', ofBtc),
];

const RUNNERS: Readonly<Record<ProgramLanguage, readonly string[]>> = {
  curl: ['bash', '-c'],
  python: ['python3', '-c'],
  typescript: [process.execPath, '--input-type=module', '-e'],
};

test('[WEB-9] a call in any dialect is a program that runs', async () => {
  const kit = await openClientKit();
  onTestFinished(kit.close);
  const run = async (language: ProgramLanguage, dialect: SpokenDialect, call: Spoken) => {
    await kit.refresh();
    const { key, secret, passphrase } = kit.issued.get(await kit.openAccount('hedge'))!;
    const env = { ...process.env, API_KEY: key.key, SECRET_KEY: secret, PASSPHRASE: passphrase };
    const code = asProgram(language, call, `http://127.0.0.1:${kit.port}`, dialect);
    const [program = '', ...before] = RUNNERS[language];
    const said: string = await new Promise((resolve) =>
      execFile(program, [...before, code], { env }, (error, out) =>
        resolve(error === null ? out : `${out}${error.message}`),
      ),
    );
    expect(said, `${dialect} ${code}`).not.toMatch(/code"?: ?["']?(?:-|[45]0)/);
    expect(said, `${dialect} ${code}`).toMatch(/^[^{[]*[{[]/);
  };
  for (const dialect of SPOKEN) {
    const spoken = CALLS.map((call) => inDialect(dialect, call)).filter(
      (call) => call !== undefined,
    );
    expect(spoken.length).toBeGreaterThanOrEqual(CALLS.length - 1);
    for (const call of spoken) await run('curl', dialect, call);
    // One of each form: public, signed without a body, signed with one.
    const forms = [0, 11, 14].flatMap((place) => inDialect(dialect, CALLS[place]!) ?? []);
    for (const language of ['python', 'typescript'] as const)
      for (const call of forms) await run(language, dialect, call);
  }
});
