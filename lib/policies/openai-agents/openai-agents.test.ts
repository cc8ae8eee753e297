/** Hand-worked cases of the Agents SDK's compaction session. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { kindsAt, runPicture } from '../testing/run-picture';
import { openaiAgents } from './session';

/** Each run has a call, its result and an answer: three candidates. */
const run = 'u 4\n-- ?\nc t\nr t 4\n-- ?\nm 4\n';
const settings = { threshold: 6, summary: 'bytes', summaryBytes: 40 } as const;

describe('the compaction session', () => {
  it('compacts after a run that makes the items enough, and never inside one', () => {
    const made = runPicture(openaiAgents, `${run.repeat(2)}u 4\n-- ?`, settings);
    // Steps 0 to 3 are two runs; at step 4 both are in the session: 6 items besides two messages of the user's.
    expect([...made.columns.compacted]).toEqual([0, 0, 0, 0, 1]);
    expect(made.columns.covered[4]).toBe(8);
    expect(made.columns.contentsSent[4]).toBe(2);
    const long = runPicture(openaiAgents, `u 4\n${'c t\nr t 4\n'.repeat(9)}-- ?`, settings);
    expect([...long.columns.compacted]).toEqual([0]);
  });

  it('compacts once where the user’s messages come back, and again where the item comes alone', () => {
    const picture = `${run.repeat(5)}u 4\n-- ?`;
    const documented = runPicture(openaiAgents, picture, settings);
    expect(documented.columns.compacted.indexOf(1)).toBe(4);
    expect([...documented.columns.compacted].filter((one) => one === 1)).toHaveLength(1);
    // At step 8 two more runs have ended, at step 10 a third.
    expect([kindsAt(documented, 6), kindsAt(documented, 8), kindsAt(documented, 10)]).toEqual([
      [],
      ['unchecked'],
      ['unchecked'],
    ]);
    const alone = runPicture(openaiAgents, picture, { ...settings, users: false });
    expect([...alone.columns.compacted].flatMap((one, step) => (one === 1 ? [step] : []))).toEqual([
      4, 8,
    ]);
  });

  it('tries again after the next run where the call fails', () => {
    const made = runPicture(openaiAgents, `${run.repeat(3)}u 4\n-- ?`, settings, {
      script: [{ fail: true }, { bytes: 4 }],
    });
    expect(kindsAt(made, 4)).toEqual(['failure', 'exit']);
    expect([made.columns.compacted[4], made.columns.compacted[6]]).toEqual([0, 1]);
  });

  it('compacts the production incident at step 28, never again, and lets a request overflow', () => {
    const session = prepare(measureSession(productionIncident.build()));
    const { columns } = replay(session, openaiAgents, openaiAgents.settings.parse({}));
    expect([columns.compacted.indexOf(1), Math.max(...columns.real)]).toEqual([28, 203_037]);
    expect([...columns.compacted].filter((one) => one === 1)).toHaveLength(1);
  });
});
