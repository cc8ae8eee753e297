import { expect, it } from 'vitest';
import { formulaSection } from './formula-section';
import { shownSection, unexplained } from './testing/shown';

it('shows the default factor of each document beside that of its code', () => {
  const section = formulaSection();
  expect(shownSection(section)).toEqual({
    'default-factors': [
      'todos-and-proposals.md, 5.1: fallback | pr7-first | 1.5× ≠ 2.0 | 108,000 | no',
      'todos-and-proposals.md, “calibrated heuristic” | pr7-first | 1.5× = 1.5 | 108,000 | no',
      'investigation-results.md, Part 3 | pr7-hardened | 2× = 2.0 | 144,000 | no',
      'investigation-results.md, “Key design decisions” | pr7-hardened | 2× ≠ 1.5 | 144,000 | no',
      'threshold-strategy-v1.md, flow, step 1 | v0.9.0 | 2× = 2.0 | 144,000 | no',
      'threshold-strategy-v1.md, “Token estimation” | v0.9.0 | 2× ≠ 1.5 | 144,000 | no',
      'threshold-strategy-v2.md, flow, step 1 | v0.9.1 | 2.5× = 2.5 | 180,000 | yes',
      'the code today | v1.1.0 | 2.5× = 2.5 | 180,000 | yes',
    ],
  });
  expect(unexplained(section)).toEqual([]);
});
