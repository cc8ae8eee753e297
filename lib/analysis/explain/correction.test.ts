/** What is written of a correction can be computed by hand. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isShownWhole } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import { replay } from '@/lib/engine/replay/replay';
import { parseSession } from '@/lib/engine/session/serialize';
import { policies } from '@/lib/policies/registry';
import { stepLedger } from './ledger';

const read = parseSession(JSON.parse(readFileSync('public/samples/kubernetes-agent.json', 'utf8')));
if (!read.ok) throw new Error(read.error.message);
const session = preparedSession(read.value);

const numbers = (text: string): readonly number[] =>
  [...text.matchAll(/\d[\d,.]*/g)].map(([one]) => Number(one.replaceAll(',', '')));

/** The policy under each estimator that it can decide by. */
const cases = policies.flatMap((policy) =>
  ['own', 'factor', 'calibrated', 'uncapped'].flatMap((estimator) => {
    const chosen = policy.settings.safeParse({
      ...(policy.settings.parse({}) as object),
      ...{ window: 150_000, estimator },
    });
    return chosen.success ? [[policy, estimator, chosen.data as Settings] as const] : [];
  }),
);

it('the products and quotients of every ledger come out', () => {
  const wrong: string[] = [];
  let written = 0;
  for (const [policy, estimator, settings] of cases) {
    const run = replay(session, policy, settings);
    for (let step = 0; step < session.profile.stepCount; step += 5) {
      const { operands } = stepLedger(run, step);
      const { value, origin = '' } = operands.find(({ id }) => id === 'calibrated') ?? {};
      if (!origin.startsWith('trunc(')) continue;
      const [heuristic = NaN, real = NaN, counted = 1] = numbers(origin);
      const at = `${policy.id}, ${estimator}, step ${step}`;
      if (Math.abs((heuristic * real) / counted - (value ?? NaN)) > 1)
        wrong.push(`${at}: ${origin}`);
      written++;
      const correction = operands.find(({ id }) => id === 'correction');
      const isBound = /, (capped|raised)/.test(correction?.origin ?? '');
      // What stands for a measured correction is a setting.
      if (isBound && !isShownWhole(correction?.value ?? NaN))
        wrong.push(`${at}: ${correction?.origin}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(written).toBeGreaterThan(1_000);
});
