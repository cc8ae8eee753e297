import { policyOrDefault } from '@/lib/policies/registry';
import type { Settings } from '@/lib/engine/policy/fields';
import { prepare } from '@/lib/engine/replay/prepare';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import type { CorpusSession } from '../corpus-session';
import { sessionEvidence } from '../evidence/session-evidence';
import { fieldOfSweep } from '../recommend/field-of-sweep';
import type { TuneField } from '../recommend/tune-field';
import type { SweepPlan } from '../sweep/plan';
import { SweepRun } from '../sweep/sweep-run';

/** A session drawn for a test: steps of tool results, and what the provider counted for them. */
export interface Planted {
  readonly name: string;
  /** Bytes of each step's tool result. */
  readonly results: readonly number[];
  /** Real tokens per heuristic token. */
  readonly ratio?: number;
  /** Bytes and ratio of the system prompt: a prefix that the heuristic counts at so much less. */
  readonly prefixBytes?: number;
  readonly prefixRatio?: number;
  readonly usage?: boolean;
  readonly generated?: boolean;
  /** Day of its start, for a split by time; its own cluster unless named. */
  readonly day?: number;
  readonly cluster?: string;
}

const DAY = 86_400_000;

/** Plants sessions as a corpus: numbers as a recording has them. */
export const plant = (all: readonly Planted[]): readonly CorpusSession[] =>
  all.map((one, index) => {
    const { name, results, ratio = 1, usage = true, prefixBytes = 4_000, prefixRatio = 1 } = one;
    const ratios = { text: ratio, call: ratio, response: ratio, inline: ratio };
    const { profile } = generateProfile(
      scenarioSessionSchema.parse({
        config: {
          contextWindow: 200_000,
          systemBytes: prefixBytes,
          hasUsageMetadata: usage,
          tokenRatios: { ...ratios, prefix: prefixRatio },
        },
        turns: results.map((bytes) => ({
          user: { bytes: 40 },
          modelBytes: 40,
          toolCalls: [{ name: 'read', responseBytes: bytes }],
        })),
      }),
      name,
    );
    const facts = {
      id: name,
      name,
      agent: 'planted',
      model: 'planted-1',
      hash: `${index}`.padStart(64, '0'),
      generated: one.generated === true,
      subAgent: false,
      cluster: one.cluster ?? name,
      startedAt: one.day === undefined ? null : one.day * DAY,
    };
    return { facts, session: prepare(profile) };
  });

/** Sweeps a planted corpus with ContextGuard's threshold under a limit of 200,000. */
export function sweepPlanted(
  corpus: readonly CorpusSession[],
  axes: SweepPlan['columns'][number]['axes'],
  today: readonly number[],
  settings: Settings = {},
): TuneField {
  const policy = policyOrDefault('contextguard-threshold');
  const column = { policy: policy.id, settings, axes, sample: null };
  const plan: SweepPlan = { columns: [column], limit: 200_000 };
  const run = new SweepRun(
    plan,
    corpus.map(({ session }) => session),
  );
  run.advance();
  const now = Object.fromEntries(axes.map(({ setting }, axis) => [setting, today[axis]]));
  const parsed = policy.settings.parse({ window: 200_000, ...settings, ...now }) as Settings;
  return fieldOfSweep({
    sessions: corpus.map(({ facts, session }) => ({
      facts,
      evidence: sessionEvidence(session, policy, parsed, 200_000),
    })),
    plan,
    cells: run.cells,
    results: run.results,
    today,
    allowed: { overflowing: 0, looping: 0 },
    settable: (setting) => setting === 'window',
  });
}
