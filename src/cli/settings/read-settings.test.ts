import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { flagOf, variableOf } from '../../assembly/setting.ts';
import { SETTING_ROWS } from '../../assembly/settings.ts';
import { readSettings, type SettingsSources } from './read-settings.ts';
import { formatChoices, formatSettingsHelp, showSettings } from './show-settings.ts';

function read(sources: Partial<SettingsSources> & { file?: object | string }) {
  const { file } = sources;
  const text = typeof file === 'object' ? JSON.stringify(file) : file;
  return readSettings({
    args: [],
    environment: {},
    readText: (path) => (path === 'perpetua.config.json' ? text : undefined),
    ...sources,
  });
}

function settingsOf(sources: Parameters<typeof read>[0]) {
  const outcome = read(sources);
  if ('faults' in outcome) throw new Error(outcome.faults.join('\n'));
  return outcome.settings;
}

function faultsOf(sources: Parameters<typeof read>[0]) {
  const outcome = read(sources);
  return 'faults' in outcome ? outcome.faults : [];
}

test('[CLI-1] flags win over the environment, the environment over the file', () => {
  const file = { port: 1, adminPort: 2, seed: 3, startPrices: { BTC: 70_000 }, sandbox: false };
  const environment = { PORT: '10', PERPETUA_ADMIN_PORT: '20', PERPETUA_DATA: '/tmp/x' };
  expect(settingsOf({ file })).toMatchObject({ port: 1, adminPort: 2, sandbox: false });
  expect(settingsOf({ file, environment })).toMatchObject({ port: 10, adminPort: 20, seed: '3' });
  const args = ['--port', '100', '--data=/tmp/y', '--start-prices', 'btc=65000.5,ETH=3000'];
  expect(settingsOf({ file, environment, args })).toMatchObject({
    port: 100,
    adminPort: 20,
    data: '/tmp/y',
    startPrices: { BTC: 65_000.5, ETH: 3_000 },
  });
});

test('[CLI-1] without any, the ports are 8700 and 8701 and the folder is data', () => {
  expect(settingsOf({})).toMatchObject({
    port: 8_700,
    adminPort: 8_701,
    adminHost: '127.0.0.1',
    data: 'data',
    sandboxAccounts: 5,
    onewayAccounts: 2,
    sandboxWallet: 10_000,
  });
  expect(settingsOf({ environment: { PORT: '', PERPETUA_PORT: '' } }).port).toBe(8_700);
  expect(settingsOf({ environment: { PORT: '1', PERPETUA_PORT: '2' } }).port).toBe(2);
});

test.each([
  [{ args: ['--port', '70000'] }, '--port is "70000"; it must be a whole number from 0 to 65535'],
  [{ environment: { PORT: 'http' } }, 'PORT is "http"; it must be a whole number from 0 to 65535'],
  [{ file: { sandbox: 1 } }, 'sandbox in perpetua.config.json is 1; it must be on or off'],
  [{ args: ['--log-level', 'loud'] }, 'one of silent, error, warn, info, debug'],
  [{ args: ['--start-prices', 'BTC=120000'] }, 'BTC from 60000 to 98000'],
  [{ args: ['--spread', '-1'] }, 'a number from 0.1 to 100'],
  [{ args: ['--speed', '1.5'] }, 'a whole number'],
  [{ args: ['--seed', 'x'.repeat(65)] }, 'a word of 1 to 64 characters, or "drawn"'],
  [{ args: ['--trusted-proxies', '10.0.0.1,everyone'] }, 'addresses or CIDRs'],
  [{ file: { data: '' } }, 'data in perpetua.config.json is ""; it must be a path'],
  [{ file: '[1]' }, 'perpetua.config.json is not a JSON object of settings'],
  [{ file: '{' }, 'perpetua.config.json is not a JSON object of settings'],
  [{ args: ['--config', 'gone.json'] }, 'gone.json: there is no such file'],
  [{ args: ['--port'] }, '--port needs a value'],
  [{ args: ['--port', '--seed', '1'] }, '--port needs a value'],
])('[CLI-2] a wrong setting is named with what is allowed: %j', (sources, words) => {
  expect(faultsOf(sources).join('\n')).toContain(words);
});

test.each([
  [{ args: ['--prot', '1'] }, '--prot is not a setting; did you mean --port?'],
  [{ environment: { PERPETUA_DATAA: 'x' } }, 'did you mean PERPETUA_DATA?'],
  [{ file: { adminport: 1 } }, 'adminport is not a setting; did you mean adminPort?'],
  [{ args: ['fast'] }, '"fast" is not understood'],
])('[CLI-3] an unknown setting is refused with the nearest name: %j', (sources, words) => {
  expect(faultsOf(sources).join('\n')).toContain(words);
});

/** Every variable of ours that a document, an example or the Python client names. */
function documentedVariables(): string[] {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const folders = ['docs', 'examples', 'clients', 'deploy'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && /\.(?:md|mjs|ts|py|sh|ya?ml)$/.test(each.name))
      .map((each) => join(each.parentPath, each.name)),
  );
  const texts = [...files, join(root, 'README.md'), join(root, 'CONTRIBUTING.md')].map((file) =>
    readFileSync(file, 'utf8'),
  );
  return [...new Set(texts.flatMap((text) => text.match(/\bPERPETUA_[A-Z_]*[A-Z]\b/g) ?? []))];
}

test('[CLI-3] every variable that a document tells people to export may be there', () => {
  const settings = SETTING_ROWS.map(({ name }) => variableOf(name));
  const others = documentedVariables().filter((variable) => !settings.includes(variable));
  expect(others).toEqual(expect.arrayContaining(['PERPETUA_URL', 'PERPETUA_CREDENTIALS']));
  for (const variable of others.filter((each) => each !== 'PERPETUA_CONFIG'))
    vi.stubEnv(variable, 'elsewhere');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const shown = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    said.mockRestore();
    shown.mockRestore();
  });
  const code = showSettings([]);
  expect(said.mock.calls).toEqual([]);
  expect(code).toBe(0);
});

test('[CLI-1] a switch needs no value, and "no" before its name turns it off', () => {
  const replica = ['--log', 'nats://a:1,nats://b:2', '--records', 'postgres://x', '--venue', 'v'];
  expect(settingsOf({ args: [...replica, '--unsafe', '--no-doors'] })).toMatchObject({
    unsafe: true,
    doors: false,
  });
  expect(settingsOf({ args: [...replica, '--doors', '--unsafe', 'off'] })).toMatchObject({
    unsafe: false,
    doors: true,
  });
  expect(faultsOf({ args: ['--no-port'] })).toHaveLength(1);
});

test.each([
  ['--log nats://a:1', 'records is missing; a replica needs it'],
  ['--log nats://a:1', 'venue is missing; a replica needs it'],
  ['--log nats://a:1 --gateways 2', 'gateways is 2; a replica serves its own doors'],
  ['--log nats://a:1 --speed 10', 'speed is 10; the time of a replica is that of the log'],
  ['--log nats://a:1 --time stepped', 'time is stepped; the time of a replica'],
  ['--log nats://a:1 --start-at 2026-01-01', 'startAt is 2026-01-01T00:00:00.000Z; the time'],
  ['--log redis://a:1', 'it must be nats://host:port, several separated by commas, or "files"'],
  ['--venue two.words', 'it must be a word of up to 32 letters, digits, _ or -'],
  ['--records postgres://x', 'records is given, which is for replicas: they need log nats://…'],
  ['--unsafe', 'unsafe is on, which is for replicas'],
  ['--no-doors', 'doors is off, which is for replicas'],
])('[CLI-2] settings of a replica that do not fit are named: %s', (line, words) => {
  expect(faultsOf({ args: line.split(' ') }).join('\n')).toContain(words);
});

test('[CLI-1] the list of what is chosen shows no token, and a user as it is', () => {
  const args = ['--log', 'nats://secret@a:1,tls://se/cret@b:2', '--records', 'postgres://u@b/c'];
  const outcome = read({ args: [...args, '--venue', 'v'] });
  const shown = formatChoices('choices' in outcome ? outcome.choices : []);
  expect(shown).toContain('nats://***@a:1,tls://***@b:2');
  expect(shown).toContain('postgres://u@b/c');
  expect(shown).not.toContain('cret');
});

test('[CLI-1] the list of what is chosen shows no password', () => {
  const args = ['--log', 'nats://u:secret@a:1', '--records', 'postgres://u:secret@b/c?d=e'];
  const outcome = read({ args: [...args, '--venue', 'v'] });
  const shown = formatChoices('choices' in outcome ? outcome.choices : []);
  expect(shown).toContain('nats://u:***@a:1');
  expect(shown).toContain('postgres://u:***@b/c?d=e');
  expect(shown).not.toContain('secret');
});

test.each([
  ['--records', 'mysql://u:secret@h/db'],
  ['--records', 'secret'],
  ['--log', 'nats//u:secret@h:1'],
  ['--log', 'nats://u:secret@h:99999'],
  ['--log', 'nats://u:secret@h:1,nats://'],
])('[CLI-1] an address that cannot be read is not repeated: %s %s', (flag, value) => {
  const faults = faultsOf({ args: [flag, value] }).join();
  expect(faults).toContain(`${flag} cannot be read; it must be`);
  expect(faults).not.toContain('secret');
});

test('[CLI-2] a wrong value is not also called missing', () => {
  const args = '--log nats://a:1 --records mysql://x --venue 9x'.split(' ');
  expect(faultsOf({ args }).map((fault) => fault.split(' ')[0])).toEqual(['--records', '--venue']);
});

test('[CLI-2] all faults are told at once', () => {
  const faults = faultsOf({ args: ['--port', 'x', '--speed', 'y'], file: { colour: 'red' } });
  expect(faults).toHaveLength(3);
});

test('[CLI-1] help and the list of what is chosen come from the same table', () => {
  const outcome = read({ args: ['--port', '9'] });
  const choices = 'choices' in outcome ? outcome.choices : [];
  expect(choices.map(({ name }) => name)).toEqual(SETTING_ROWS.map(({ name }) => name));
  expect(formatChoices(choices)).toMatch(/port +9 +from --port/);
  for (const { name, allowed } of SETTING_ROWS) {
    expect(formatSettingsHelp()).toContain(`${flagOf(name)} `);
    expect(formatSettingsHelp().replace(/\n +/g, ' ')).toContain(allowed);
  }
});

test('[CLI-1] the journal is kept whole, or so many entries of it', () => {
  expect(settingsOf({}).journalKeep).toBe(1_000_000);
  expect(settingsOf({ args: ['--journal-keep', 'all'] }).journalKeep).toBe('all');
  expect(settingsOf({ file: { journalKeep: 5 } }).journalKeep).toBe(5);
  const words = '"all", or a whole number from 0 to 9007199254740991';
  expect(faultsOf({ args: ['--journal-keep', 'most'] }).join()).toContain(words);
});

test('[FEED-14] settings of feeds are read, and named where they are wrong', () => {
  const args = ['--feed', 'live', '--exchanges', 'okx,kraken,gate', '--feed-date', '2026-12-01'];
  expect(settingsOf({ args })).toMatchObject({
    feed: 'live',
    exchanges: ['okx', 'kraken', 'gate'],
    feedDate: Date.UTC(2026, 11, 1),
    feedSpeed: 1,
    feedFolder: 'shipped',
  });
  expect(settingsOf({}).exchanges.length).toBeGreaterThanOrEqual(3);
  for (const [flag, value, allowed] of [
    ['--feed', 'dream', 'one of simulated, replay, live'],
    ['--exchanges', 'okx,kraken', 'three names or more'],
    ['--exchanges', 'okx,okx,okx', 'three names or more'],
    ['--feed-date', 'tomorrow', '"now", or a date such as 2026-01-31'],
    ['--feed-date', '2026-13-01', '"now", or a date such as 2026-01-31'],
    ['--feed-speed', '0.5', 'a number from 1 to 10000'],
    ['--feed-gap', '0', 'a whole number from 1'],
  ] as const)
    expect(faultsOf({ args: [flag, value] }).join()).toContain(allowed);
});

test('[TIME-11] a start of its own time is a date or milliseconds, in a sandbox only', () => {
  const at = Date.UTC(2026, 0, 5);
  expect(settingsOf({ args: ['--start-at', '2026-01-05T00:00:00Z'] }).startAt).toBe(at);
  expect(settingsOf({ args: ['--start-at', String(at)] }).startAt).toBe(at);
  expect(settingsOf({ file: { startAt: at } }).startAt).toBe(at);
  expect(settingsOf({})).toMatchObject({ startAt: 'now', time: 'running' });
  for (const value of ['soon', '1767571200', '0', '2026-13-01', '1999-12-31'])
    expect(faultsOf({ args: ['--start-at', value] }).join(), value).toContain('"now", or a date');
  const official = ['--sandbox', 'off', '--start-at', '2026-01-05', '--time', 'stepped'];
  expect(faultsOf({ args: official })).toEqual([
    'time is stepped; where the sandbox is off it must be running',
    'startAt is 2026-01-05T00:00:00.000Z; where the sandbox is off it must be now',
  ]);
  expect(faultsOf({ args: ['--start-at', '2026-01-05', '--market', 'off'] })).toEqual([
    'startAt is 2026-01-05T00:00:00.000Z; without a market it must be now',
  ]);
  expect(faultsOf({ args: ['--time', 'stepped', '--speed', '60'] })).toEqual([
    'speed is 60; time that is only stepped has none',
  ]);
});

test('lists are read from text and from JSON', () => {
  expect(settingsOf({ args: ['--trusted-proxies', ' 10.0.0.0/8 , ::1'] }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '::1',
  ]);
  expect(settingsOf({ file: { trustedProxies: ['::1'] } }).trustedProxies).toEqual(['::1']);
  expect(settingsOf({ environment: { PERPETUA_KEY: 'k' } }).port).toBe(8_700);
});
