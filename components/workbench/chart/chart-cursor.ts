import type { ChartCursor, ChartNotes } from '@/components/charts/chart-feed';
import { decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { isAskedProjected, realAsked } from '@/lib/analysis/explain/step-events';
import { providerWords } from '@/lib/analysis/explain/outcome/step-outcome';
import { prefixSize } from '@/lib/analysis/explain/recording/prefix-size';
import type { Replay } from '@/lib/engine/replay/replay';
import { durationText } from '@/lib/answers/report/chart/axis-ticks';
import type { ChartAxis } from '@/lib/answers/report/chart/chart-axis';
import { compactionTimes } from '@/lib/answers/report/chart/compaction-times';
import { joinsOf } from '@/lib/answers/report/chart/joins';

/** Values of a step that the chart marks and names. */
export function cursorOf(
  replay: Replay,
  step: number,
  calibrated: ArrayLike<number> = replay.columns.calibrated,
): ChartCursor {
  const { columns, policy } = replay;
  const inTokens = decisionUnit(policy) === 'tokens';
  const at = (column: ArrayLike<number>): number => column[step] ?? NaN;
  const threshold = inTokens ? at(columns.threshold) : NaN;
  return {
    step,
    real: realAsked(replay, step),
    decision: inTokens ? at(columns.decision) : NaN,
    heuristic: at(columns.heuristic),
    calibrated: at(calibrated),
    threshold: threshold >= 0 ? threshold : NaN,
    outcome: providerWords(replay, step).join(' · ').replaceAll('▲ ', ''),
    guess: isAskedProjected(replay, step) ? '~' : '',
  };
}

/** Least share of the first request that is worth a bracket. */
const LEAST_PREFIX = 0.2;

/** What is known of a recording beside its numbers. */
export interface RecordedTexts {
  /** Names of what joined the prefix, by step. */
  readonly joins: ReadonlyMap<number, string>;
  /** Recorded compactions with their times. */
  readonly compactions: readonly { readonly step: number; readonly time: number | null }[];
}

/** What the recording holds that the policy does not count, and how long things took. */
export function notesOf(replay: Replay, axis: ChartAxis, texts: RecordedTexts): ChartNotes {
  const { session, columns } = replay;
  const { step, least } = prefixSize(session);
  const high = session.profile.steps.real[step] ?? -1;
  const low = columns.heuristic[step] ?? 0;
  const isHidden = session.profile.steps.ratio === null && least - low > LEAST_PREFIX * high;
  return {
    prefix: high > 0 && isHidden ? { tokens: least, step, low, high } : null,
    joins: joinsOf(session).map(({ step }) => ({
      step,
      real: columns.real[step] ?? 0,
      name: texts.joins.get(step) ?? '',
    })),
    gaps: axis.gaps.map(({ step: at, milliseconds }) => ({
      step: at,
      text: durationText(milliseconds),
    })),
    times: compactionTimes(axis, session.profile, texts.compactions).map((one) => ({
      ...{ from: one.from, to: one.to },
      text: `≤ ${durationText(one.milliseconds)}`,
    })),
  };
}
