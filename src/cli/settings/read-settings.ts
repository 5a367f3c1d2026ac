/**
 * Reads the settings. The environment overrides the file, and flags override both. A wrong value is
 * reported with its place and what is allowed, an unknown name with the nearest known one. All
 * faults are reported at once, so that nobody has to fix them one by one.
 */

import { readFileSync } from 'node:fs';
import { type Choice, chooseSettings, type Given } from '../../assembly/choose-settings.ts';
import { flagOf, variableOf } from '../../assembly/setting.ts';
import { SETTING_ROWS, type Settings } from '../../assembly/settings.ts';
import { findJson } from '../../domain/find-json.ts';
import { didYouMean } from '../../terminal/nearest.ts';

export interface SettingsSources {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of a file; undefined if there is none. */
  readonly readText: (path: string) => string | undefined;
}

export type SettingsOutcome =
  | { readonly settings: Settings; readonly choices: readonly Choice[] }
  | { readonly faults: readonly string[] };

interface Reading {
  readonly given: Map<string, Given>;
  readonly faults: string[];
}

export const CONFIG_FILE = 'perpetua.config.json';

/** Variables that clients, examples and tests read; they are not settings of the venue. */
const OTHER_VARIABLES: ReadonlySet<string> = new Set([
  'PERPETUA_CONFIG',
  'PERPETUA_COMMAND',
  'PERPETUA_TEAM_TOKEN',
  'PERPETUA_URL',
  'PERPETUA_CREDENTIALS',
  'PERPETUA_BASE_URL',
  'PERPETUA_KEY',
  'PERPETUA_SECRET',
  'PERPETUA_PASSPHRASE',
  'PERPETUA_KEK',
  'PERPETUA_SEAT',
  'PERPETUA_NATS_SERVER',
  'PERPETUA_POSTGRES_BIN',
  'PERPETUA_TEST_CLUSTER',
  'PERPETUA_TEST_GATEWAYS',
]);

const NAMES = SETTING_ROWS.map(({ name }) => name);
const SWITCHES = SETTING_ROWS.filter(({ isSwitch }) => isSwitch).map(({ name }) => flagOf(name));

export function readSettings(sources: SettingsSources): SettingsOutcome {
  const reading: Reading = { given: new Map(), faults: [] };
  const flags = readFlags(sources.args, reading.faults);
  readConfig(sources, flags.get('--config'), reading);
  readEnvironment(sources, reading);
  takeFlags(flags, reading);
  const { settings, choices, faults } = chooseSettings(reading.given);
  reading.faults.push(...faults);
  return reading.faults.length > 0 ? { faults: reading.faults } : { settings, choices };
}

function readFlags(args: readonly string[], faults: string[]): Map<string, string> {
  const flags = new Map<string, string>();
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    const [flag = '', ...rest] = word.split('=');
    if (!flag.startsWith('--')) {
      faults.push(`"${word}" is not understood: settings are given as --name value`);
      continue;
    }
    const isJoined = word.includes('=');
    const value = isJoined ? rest.join('=') : args[at + 1];
    const turned = turnOf(word, value);
    if (turned !== undefined) {
      flags.set(...turned);
      continue;
    }
    if (value === undefined || (!isJoined && value.startsWith('--'))) {
      faults.push(`${flag} needs a value`);
      continue;
    }
    if (!isJoined) at += 1;
    flags.set(flag, value);
  }
  return flags;
}

/** `--doors` without a value, or `--no-doors`. */
function turnOf(word: string, next: string | undefined): [string, string] | undefined {
  const off = word.replace(/^--no-/, '--');
  if (off !== word && SWITCHES.includes(off)) return [off, 'off'];
  const isAlone = next === undefined || next.startsWith('--');
  return isAlone && SWITCHES.includes(word) ? [word, 'on'] : undefined;
}

function readConfig(
  { environment, readText }: SettingsSources,
  flag: string | undefined,
  reading: Reading,
): void {
  const { PERPETUA_CONFIG: inherited } = environment;
  const named = flag ?? inherited;
  const path = named ?? CONFIG_FILE;
  const text = readText(path);
  if (text === undefined) {
    if (named !== undefined) reading.faults.push(`${path}: there is no such file`);
    return;
  }
  const parsed = parseObject(text);
  if (parsed === undefined) {
    reading.faults.push(`${path} is not a JSON object of settings`);
    return;
  }
  for (const [name, value] of Object.entries(parsed)) {
    if (NAMES.includes(name)) reading.given.set(name, { value, whence: `${name} in ${path}` });
    else reading.faults.push(`${path}: ${unknownName(name, NAMES)}`);
  }
}

function parseObject(text: string): object | undefined {
  const value = findJson(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? value : undefined;
}

/** An empty variable counts as unset: many tools unset variables that way. */
function readEnvironment({ environment }: SettingsSources, { given, faults }: Reading): void {
  for (const { name, alias } of SETTING_ROWS) {
    for (const variable of [alias, variableOf(name)]) {
      const value = variable === undefined ? undefined : environment[variable];
      if (variable === undefined || value === undefined || value === '') continue;
      given.set(name, { value, whence: variable });
    }
  }
  const known = NAMES.map(variableOf);
  for (const [variable, value] of Object.entries(environment)) {
    const isOurs = variable.startsWith('PERPETUA_') && value !== undefined && value !== '';
    if (!isOurs || known.includes(variable) || OTHER_VARIABLES.has(variable)) continue;
    faults.push(unknownName(variable, known));
  }
}

function takeFlags(flags: ReadonlyMap<string, string>, { given, faults }: Reading): void {
  const known = NAMES.map(flagOf);
  for (const [flag, value] of flags) {
    const name = NAMES[known.indexOf(flag)];
    if (name !== undefined) given.set(name, { value, whence: flag });
    else if (flag !== '--config') faults.push(unknownName(flag, [...known, '--config']));
  }
}

const unknownName = (name: string, known: readonly string[]): string =>
  `${name} is not a setting${didYouMean(name, known, (meant) => meant)}`;

/** The settings of this process: its flags, its environment and the file in its folder. */
export const readProcessSettings = (args: readonly string[]): SettingsOutcome =>
  readSettings({ args, environment: process.env, readText });

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
