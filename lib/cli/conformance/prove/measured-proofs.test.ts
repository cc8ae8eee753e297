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

it('are told with the release that was run; of a policy without any nothing is', () => {
  expect(measuredProofText('pi')).toMatch(/^Proofs: pi 1\.6\.0 was run over 60 generated sessions/);
  expect(measuredProofText('contextguard')).toBeNull();
});
