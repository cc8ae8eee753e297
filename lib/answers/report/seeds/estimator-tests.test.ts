import { expect, it } from 'vitest';
import { seedsSection } from './sections';
import { shownSection } from './testing/shown';

it('computes what each test of the estimator checks', () => {
  // A schema has 110 bytes as JSON: ⌊9/4⌋ + ⌊42/4⌋ + ⌊110/4⌋ = 39, and 39 for the other; the text has 24 bytes.
  expect(shownSection(seedsSection('tests'))['estimator-tests']).toEqual([
    'TestEstimateToolTokens_Nil | no tools: 0 tokens | 0 | yes',
    'TestEstimateToolTokens_WithDeclarations | two tools with a JSON schema: more than 50 | 78 | yes',
    'TestEstimateToolTokens_WithParametersSchema | two tools with a Go schema are counted | 78 | yes',
    'TestEstimateTokens_IncludesTools | a request with tools is larger than one without | 84 | yes',
    'TestEstimatePartTokens_InlineData | 10,000 bytes of an image: at least 2,500 | 2,502 | yes',
    'TestComputeBuffer/exactly_at_threshold | a window of 200,000 has a buffer of 20,000 | 20,000 = 20k | yes',
  ]);
});
