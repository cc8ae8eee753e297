/** A policy that says what it was compared with has the golden file, and every golden file a policy. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesUnder, inProject } from '@/lib/server/project.mjs';
import { policies } from '@/lib/policies/registry';
import { comparedWords, type Compared } from './policy';

/** Head of a golden file that `lib/conformance` wrote. */
interface Golden extends Omit<Compared, 'runs'> {
  readonly command: string;
  readonly runs: readonly { readonly seed: number }[];
}

const golden = filesUnder('lib/policies')
  .filter((file) => file.includes('/fixtures/') && file.endsWith('.json'))
  .map((file) => {
    const { runs, ...head } = JSON.parse(readFileSync(inProject(file), 'utf8')) as Golden;
    return { file, head, seeds: runs.map(({ seed }) => seed) };
  });

const claimed = policies.flatMap(({ id, provenance, presets }) =>
  [provenance, ...presets.map((preset) => preset.provenance)].flatMap((one) =>
    one?.compared === undefined ? [] : [{ id, basis: one.basis, compared: one.compared }],
  ),
);

it.each(golden)('$file is what a policy says it was compared with', ({ head, seeds }) => {
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(seeds.length).toBeGreaterThanOrEqual(30);
  expect(head.command).toContain('lib/conformance');
  const { package: name, version, license } = head;
  const own = claimed.filter(({ compared }) => compared.package === name);
  expect(own).not.toEqual([]);
  for (const { basis, compared } of own) {
    expect(['exact', 'exact-rule']).toContain(basis);
    expect(compared).toEqual({ package: name, version, license, runs: seeds.length });
  }
});

it.each(claimed)('$id was compared with a package that has a golden file', ({ compared }) => {
  expect(golden.map(({ head }) => head.package)).toContain(compared.package);
  expect(comparedWords(compared)).toBe(
    `${compared.package} ${compared.version}, ${compared.runs} runs`,
  );
});

it('is exact in its rule alone where its count needs texts that a profile does not hold', () => {
  const near = policies.filter(({ provenance }) => provenance.basis === 'exact-rule');
  expect(near.map(({ id }) => id)).toEqual([
    'ai-sdk-prune',
    'llamaindex-typescript',
    'mastra-limiter',
    'mastra-observational',
  ]);
});
