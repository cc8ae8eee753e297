import fc from 'fast-check';
import { scenarioSessionSchema, type ScenarioSession } from '../schema';

const bytes = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
);

const turn = fc.record(
  {
    user: fc.record({ bytes }),
    modelBytes: bytes,
    toolCalls: fc.array(
      fc.record({ name: fc.constantFrom('grep', 'kubectl_get_pods'), responseBytes: bytes }),
      { maxLength: 4 },
    ),
    sequential: fc.boolean(),
    inlineData: fc.array(fc.record({ mimeType: fc.constant('image/png'), bytes }), {
      maxLength: 1,
    }),
    hasUsageMetadata: fc.boolean(),
    lengthStop: fc.boolean(),
    tokenRatio: fc.constantFrom(1, 1.5, 2.2, 3.7),
  },
  { requiredKeys: ['user', 'modelBytes', 'toolCalls', 'sequential'] },
);

const summary = fc.oneof(
  { weight: 4, arbitrary: fc.record({ bytes: fc.integer({ min: 1, max: 9_000 }) }) },
  { weight: 1, arbitrary: fc.constant({ fail: true }) },
  { weight: 1, arbitrary: fc.constant({ empty: true }) },
);

/** Sessions of the ADK flow: every call is answered before the next step. */
export const arbitraryScenario: fc.Arbitrary<ScenarioSession> = fc
  .record({
    config: fc.record({
      contextWindow: fc.constantFrom(4_000, 8_000, 32_000, 200_000),
      tokenRatio: fc.constantFrom(1, 1.8, 2.5, 4),
      hasUsageMetadata: fc.boolean(),
      systemHeuristic: fc.integer({ min: 0, max: 2_000 }),
      toolHeuristic: fc.integer({ min: 0, max: 2_000 }),
      continuationQuotesUser: fc.boolean(),
      summarizer: fc.record({ script: fc.array(summary, { minLength: 1, maxLength: 4 }) }),
    }),
    turns: fc.array(turn, { minLength: 1, maxLength: 14 }),
  })
  .map((scenario) => scenarioSessionSchema.parse(scenario));
