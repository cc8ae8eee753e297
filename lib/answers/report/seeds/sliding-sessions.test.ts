import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { slidingSessions } from './sliding-sessions';

const { scenarios } = JSON.parse(
  readFileSync('lib/readers/scenarios/fixtures/sliding-window.json', 'utf8'),
) as { readonly scenarios: readonly { readonly name: string }[] };

it('the patterns write out the sessions of the vectors', () => {
  expect(slidingSessions()).toEqual(
    scenarios.map((vector) => ({
      name: vector.name,
      session: scenarioSessionSchema.parse(vector),
    })),
  );
});
