/** What the programs asked in their proofs, against what a replay says now: the table stays, or is written anew. */
import { describe, expect, it } from 'vitest';
import { allMeasuredProofs, measuredProofText } from '@/lib/answers/report/proof/measured-proofs';
import { inProject } from '@/lib/server/project.mjs';
import { keptProofs, measuredProofs, proofTasks, readProofs } from './kept-proofs';
import { provedSystems } from './proved-systems';

describe.each(allMeasuredProofs.map((one) => [one.policy, one] as const))(
  'the proofs of %s',
  (policy, known) => {
    it('come to what the table says', async () => {
      const system = provedSystems[policy] ?? { folder: policy };
      const tasks = await proofTasks(inProject('.'), system);
      const proofs = keptProofs(tasks, readProofs(inProject('.'), system.folder));
      expect(measuredProofs(policy, proofs)).toEqual(known);
    });
  },
);

it('are told with the release that was run, and that what is tuned is another', () => {
  expect(measuredProofText('pi')).toMatch(
    /^Proofs: pi 1\.6\.0 was run over 60 generated sessions.* predicted\.$/,
  );
  expect(measuredProofText('pi', { window: 150_000, trailing: false, maxOutput: 0 })).toMatch(
    /What is tuned here is another version, “2025-12: by the usage alone”, which was not run\.$/,
  );
  expect(measuredProofText('contextguard')).toBeNull();
});
