/** The compaction session against what the Agents SDK did with it: `fixtures/`, made by `lib/conformance`. */
import { expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { sumBetween } from '@/lib/engine/base/read';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';
import { comparedWith, differences, readGolden, type GoldenRun } from '../testing/golden';
import { sizedLog } from '../testing/sized-log';
import { sessionItems } from './items';
import { openaiAgents } from './session';

/** Of a request: candidates compared since the one before (−1: none were), calls of the API, items sent. */
type GoldenStep = readonly [compared: number, asked: number, sent: number];

interface Run extends GoldenRun<GoldenStep, { readonly threshold: number }> {
  /** The API returns the user's messages. */
  readonly users: boolean;
  /** 0: an error. */
  readonly answers: readonly number[];
}
const golden = readGolden<Run>('openai-agents', 'openai-agents-0.20.0.json');

function stepsOf({ settings, users, log, answers }: Run): readonly GoldenStep[] {
  const session = prepare(sizedLog(log, 1), 0);
  const { profile } = session;
  const script = answers.map((answer): ScriptedSummary =>
    answer === 0 ? { fail: true } : { bytes: 8 },
  );
  const chosen = openaiAgents.settings.parse({ ...settings, users });
  const { columns, notes } = replay(session, openaiAgents, chosen, { script });
  return [...columns.covered].map((covered, step) => {
    const counted =
      openaiAgents.decision?.counted?.({ profile, columns, notes }, step, chosen) ?? NaN;
    const failed = notes.events.some((one) => one.step === step && one.kind === 'failure');
    const { all } = sessionItems(profile);
    const sent = sumBetween(all, covered, profile.steps.entries[step] ?? 0);
    const asked = (columns.compacted[step] ?? 0) + (failed ? 1 : 0);
    return [Number.isNaN(counted) ? -1 : counted, asked, sent + (columns.injected[step] ?? 0)];
  });
}

it('compares, compacts and sends the same in every session', () => {
  expect(openaiAgents.provenance.compared).toEqual(comparedWith(golden));
  expect(differences(golden, stepsOf, (step) => step)).toEqual([]);
  const steps = golden.runs.flatMap((run) => run.steps);
  expect(steps).toHaveLength(6_783);
  expect(steps.filter(([compared]) => compared >= 0)).toHaveLength(1_072);
  expect(steps.reduce((sum, [, asked]) => sum + asked, 0)).toBe(676);
});
