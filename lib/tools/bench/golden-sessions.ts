import multiTurn from '@/lib/readers/scenarios/fixtures/scenarios.json';
import extra from '@/lib/readers/scenarios/fixtures/extra-scenarios.json';
import { scenarioFileSchema, type ScenarioSession } from '@/lib/readers/scenarios/schema';

/** Every session of the golden vectors, 45 steps on average. */
export const goldenSessions = (): readonly ScenarioSession[] =>
  [multiTurn, extra].flatMap((file) =>
    scenarioFileSchema.parse(file).scenarios.flatMap(({ sessions }) => sessions),
  );
