/** What every home of shared facts promises. */
import { expect, test } from 'vitest';
import type { FactKind } from '../../src/facts/fact.ts';
import { FACT_HOMES, type FactHomeCase, SHARED_HOMES } from '../kit/fact-homes.ts';

/** Adds to a sum; zero asks for it, and an end removes it. */
const SUM: FactKind<{ readonly sum: number }, number | 'end', number> = {
  name: 'test-sums',
  apply: (state, request) => {
    const sum = state?.sum ?? 0;
    if (request === 'end') return [undefined, sum];
    if (request < 0) throw new Error('less than nothing');
    return request === 0 ? [state, sum] : [{ sum: sum + request }, sum + request];
  },
};

/** As two processes have it, and a third one that starts later; or one alone. */
async function openTwo({ make, isShared }: FactHomeCase) {
  const enter = await make();
  const here = await (await enter()).open(SUM);
  const further = async () => (isShared ? (await enter()).open(SUM) : here);
  return { here, there: await further(), open: further };
}

const MANY = 12;

test.each(FACT_HOMES)(
  '[REC-9] a fact is the same in every process, and changes in one place ($home)',
  async (home) => {
    const { here, there, open } = await openTwo(home);
    const each = Array.from({ length: MANY }, (_, at) => (at % 2 === 0 ? here : there));
    const answers = await Promise.all(each.map((fact) => fact.ask('a', 1)));
    expect(answers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: MANY }, (_, at) => at + 1),
    );
    for (const fact of [here, there]) await expect.poll(() => fact.find('a')?.sum).toBe(MANY);
    expect(await there.ask('a', 0)).toBe(MANY);
    expect((await open()).find('a')).toEqual({ sum: MANY });
  },
);

test.each(FACT_HOMES)(
  '[REC-9] whoever asked finds the change, and followers hear of each ($home)',
  async (home) => {
    const { here, there } = await openTwo(home);
    const heard: unknown[] = [];
    await here.ask('first', 1);
    here.follow((key, state, before) => void heard.push([key, state?.sum, before?.sum]));
    expect(heard).toEqual([['first', 1, undefined]]);
    expect(await here.ask('b', 2)).toBe(2);
    expect(here.find('b')).toEqual({ sum: 2 });
    expect(await there.ask('b', 3)).toBe(5);
    expect(there.find('b')).toEqual({ sum: 5 });
    if (home.home !== 'postgres') expect(here.find('b')).toEqual({ sum: 5 });
    await expect
      .poll(() => heard.slice(1))
      .toEqual([
        ['b', 2, undefined],
        ['b', 5, 2],
      ]);
  },
);

test.each(FACT_HOMES)(
  '[REC-9] what is refused or changes nothing is told to nobody ($home)',
  async (home) => {
    const { here, there } = await openTwo(home);
    const heard: string[] = [];
    there.follow((key, state) => void heard.push(`${key} ${state?.sum}`));
    await expect(async () => here.ask('c', -1)).rejects.toThrow('less than nothing');
    expect(await here.ask('c', 0)).toBe(0);
    expect(await here.ask('c', 7)).toBe(7);
    expect(await there.ask('c', 'end')).toBe(7);
    for (const fact of [here, there]) await expect.poll(() => fact.find('c')).toBeUndefined();
    expect(await here.ask('c', 4)).toBe(4);
    await expect.poll(() => heard.at(-1)).toBe('c 4');
    expect(heard.filter((text) => text.startsWith('c 0'))).toEqual([]);
    expect([...here.all().keys()]).toEqual(['c']);
  },
);

test.each(SHARED_HOMES)(
  '[REC-9] news are heard by every other process ($home)',
  async ({ make }) => {
    const enter = await make();
    const heard: string[][] = [[], [], []];
    const tells: ((told: string) => void)[] = [];
    for (const own of heard)
      tells.push((await enter()).news<string>('greetings', (told) => void own.push(told)));
    const tellAll = (): void => tells.forEach((tell, at) => void tell(`hello from ${at}`));
    // A process that has not begun to listen misses some.
    await expect
      .poll(() => {
        tellAll();
        return heard.map((own) => new Set(own).size);
      })
      .toEqual([2, 2, 2]);
    for (const [at, own] of heard.entries()) expect(own).not.toContain(`hello from ${at}`);
  },
);
