/** What a sweep tries: every combination of the values that its words name. */

/** One value for each name. */
export type Variant = ReadonlyMap<string, string>;

/** Of a run that varies nothing. */
export const NO_VARIANT: Variant = new Map();

export interface Parameter {
  readonly name: string;
  readonly values: readonly string[];
}

const WORD = /^([A-Za-z_][A-Za-z0-9_]*)=(.+)$/;
const VALUES_MAX = 1_000;

/** What is wrong with the words, or the parameters. */
export function parseParameters(words: readonly string[]): Parameter[] | string {
  const parameters: Parameter[] = [];
  for (const word of words) {
    const [, name = '', text = ''] = WORD.exec(word) ?? [];
    const values = text.split(',').filter((value) => value !== '');
    if (name === '' || values.length === 0)
      return `--vary takes a name and values, such as size=0.1,0.5,1, not ${word}`;
    if (parameters.some((each) => each.name === name)) return `${name} is varied twice`;
    if (new Set(values).size < values.length) return `${name} has the same value twice`;
    parameters.push({ name, values });
  }
  const count = parameters.reduce((product, { values }) => product * values.length, 1);
  return count > VALUES_MAX ? `that is ${count} variants, at most ${VALUES_MAX}` : parameters;
}

/** The last name changes fastest. */
export const variantsOf = (parameters: readonly Parameter[]): Variant[] =>
  parameters.reduce<Variant[]>(
    (variants, { name, values }) =>
      variants.flatMap((variant) => values.map((value) => new Map([...variant, [name, value]]))),
    [new Map()],
  );

export const variantText = (variant: Variant): string =>
  [...variant].map(([name, value]) => `${name}=${value}`).join(' ');

/** The command of a bot, with `{name}` replaced by its value. */
export const commandFor = (bot: string, variant: Variant): string =>
  bot.replace(/\{(\w+)\}/g, (whole, name: string) => variant.get(name) ?? whole);
