import type { Finding } from '@/lib/analysis/detectors/finding';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from '@/lib/analysis/explain/verdict';
import type { Settings } from '@/lib/engine/policy/fields';
import { presetOf } from '@/lib/engine/policy/preset-of';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { ENGINE, PRODUCER } from '@/lib/engine/replay/engine';
import { formatFault, type Fault } from '@/lib/engine/replay/faults/faults';
import type { Replay } from '@/lib/engine/replay/replay';
import { digestsOf, type Sha256 } from './digests';
import { columnsOf } from './packed-columns';
import { RUN_VERSION, type RunRecord, type RunSession } from './run-record';

/** What a host knows of a replay besides it. */
export interface FreezeInput {
  readonly session: Omit<RunSession, 'steps'>;
  /** Hash of the encoded profile. */
  readonly numbers: string;
  /** The settings and faults that were asked for; faults may change settings on the way. */
  readonly settings: Settings;
  readonly faults: readonly Fault[];
  readonly findings: readonly Finding[];
  /** What the recording itself shows, in a sentence; null where no policy models its agent. */
  readonly happened: string | null;
  readonly note: string;
  /** Milliseconds since 1970. */
  readonly frozenAt: number;
}

/** Freezes a replay into a record that can be compared with any later replay. */
export function freezeRun(run: Replay, input: FreezeInput, sha: Sha256): RunRecord {
  const { policy, session, notes, divergence } = run;
  const { settings } = input;
  const { profile, prefixTokens } = session;
  const plain = sessionSettings(policy, profile.head) as Settings;
  const question = {
    policy: policy.id,
    preset: presetOf(policy, plain, settings)?.id ?? null,
    settings: settings as RunRecord['question']['settings'],
    faults: input.faults.map(formatFault),
    prefixTokens,
    limit: run.limit,
    numbers: input.numbers,
  };
  const result = {
    divergence: divergence < 0 ? null : divergence,
    totals: { ...replayTotals(run) },
    columns: columnsOf(run),
    events: notes.events.map(({ step, kind, text }) => ({ step, kind, text })),
    kept: notes.kept.map(({ step, ranges }) => ({
      step,
      ranges: ranges.map(([from, to]): [number, number] => [from, to]),
    })),
    elisions: notes.elisions.map(({ step, entry, tokens }) => ({ step, entry, tokens })),
  };
  const { agent } = input.session;
  const said = verdict(run, { agent, draft: policy.label, happened: input.happened });
  const record = {
    format: 'highwater-run' as const,
    version: RUN_VERSION,
    producer: PRODUCER,
    engine: ENGINE,
    frozenAt: input.frozenAt,
    note: input.note,
    session: { ...input.session, steps: profile.stepCount },
    question,
    verdict: wordsText(said),
    result,
    findings: input.findings.map(({ detector, of, severity, title, sentence, steps }) => ({
      ...{ detector, of, severity, title, sentence },
      steps: steps.map(({ from, to }) => ({ from, to })),
    })),
  } as const;
  return { ...record, digests: digestsOf(record, sha) };
}
