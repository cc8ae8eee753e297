import { counted, formatFactor, formatInteger, formatProjected } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { guardKeyName } from '@/lib/engine/session/guard-keys';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { correctionTerm } from '../correction';
import { decisionAt } from '../ledger-decision';
import { isProjected } from '../step-events';
import { sizeOf, summarisedAt } from './contents';

/** Who acts in a stage of a step. */
export type SequenceActor = 'ADK' | 'BeforeModel' | 'model' | 'AfterModel';

/** One call of a step with its numbers, in the order of the reference. */
export interface SequenceStage {
  readonly actor: SequenceActor;
  /** Name of the function in the reference. */
  readonly call: string;
  readonly text: string;
  /** Nested calls: those that the stage makes. */
  readonly calls: readonly Pick<SequenceStage, 'call' | 'text'>[];
}

const key = (name: Parameters<typeof guardKeyName>[0]): string => guardKeyName(name, '<agent>');

type Call = SequenceStage['calls'][number];

/** A step as ADK runs it with ContextGuard's callbacks; null for a policy that has none of them. */
export function callSequence(replay: Replay, step: number): readonly SequenceStage[] | null {
  if (replay.policy.guardState === undefined) return null;
  const { columns, session } = replay;
  const { steps, stepCount } = session.profile;
  const n = intAt(steps.entries, step);
  const next = step + 1 < stepCount ? intAt(steps.entries, step + 1) : n;
  const after = counted(next - n, 'entry', 'entries');
  return [
    {
      actor: 'ADK',
      call: 'preprocess',
      text: `rebuilds the request from all ${counted(n, 'entry', 'entries')} of the session: ${formatInteger(intAt(columns.heuristicRaw, step))} by the heuristic`,
      calls: [],
    },
    {
      actor: 'BeforeModel',
      call: 'BeforeModelCallback',
      text: outcome(replay, step),
      calls: beforeModel(replay, step),
    },
    {
      actor: 'model',
      call: 'GenerateContent',
      text: `gets ${counted(intAt(columns.contentsSent, step), 'content')}: ${formatProjected(columns.real[step] ?? 0, isProjected(replay, step))} real tokens`,
      calls: [],
    },
    {
      actor: 'AfterModel',
      call: 'AfterModelCallback',
      text: '',
      calls: [afterModel(replay, step)],
    },
    {
      actor: 'ADK',
      call: 'handleFunctionCalls',
      text:
        step + 1 < stepCount
          ? `${after} join the session before step ${formatInteger(step + 1)}`
          : 'the recording ends here',
      calls: [],
    },
  ];
}

function outcome(replay: Replay, step: number): string {
  if (replay.columns.compacted[step] === 1) {
    const attempts = intAt(replay.columns.attempts, step);
    return `compacts in ${counted(attempts, 'pass', 'passes')}`;
  }
  return 'passes the request on';
}

function beforeModel(replay: Replay, step: number): readonly Call[] {
  const { columns } = replay;
  const compacted = columns.compacted[step] === 1;
  return [
    ...injected(replay, step),
    ...tokenCount(replay, step),
    ...compared(replay, step),
    ...(compacted ? compaction(replay, step) : []),
    {
      call: 'persistLastHeuristic',
      text: `${key('lastHeuristic')} = ${formatInteger(intAt(columns.lastHeuristicAfter, step))}`,
    },
  ];
}

function injected({ columns }: Replay, step: number): readonly Call[] {
  const bytes = step === 0 ? 0 : intAt(columns.summaryBytes, step - 1);
  const h = formatInteger(intAt(columns.heuristic, step));
  if (bytes === 0)
    return [{ call: 'loadSummary', text: `no summary stored; ${h} by the heuristic` }];
  const watermark = intAt(columns.watermarkBefore, step);
  const text = `a summary of ${formatInteger(bytes)} bytes in place of the first ${counted(watermark, 'entry', 'entries')}; ${h} by the heuristic`;
  return [{ call: 'injectSummary', text }];
}

function tokenCount(replay: Replay, step: number): readonly Call[] {
  const { columns } = replay;
  const correction = columns.correction[step] ?? NaN;
  const calibrated = columns.calibrated[step] ?? NaN;
  if (Number.isNaN(correction) || Number.isNaN(calibrated)) return [];
  const real = intAt(columns.lastReal, step);
  const last = intAt(columns.lastHeuristic, step);
  const ratio =
    real > 0 && last > 0
      ? `${formatInteger(real)} ÷ ${formatInteger(last)} gives ${formatFactor(correction)}`
      : `no count yet: ${formatFactor(correction)}`;
  const value = columns.decision[step] ?? NaN;
  const text = `${ratio}; ${formatInteger(intAt(columns.heuristic, step))} × ${correctionTerm(replay, step)} = ${formatInteger(calibrated)}; max with ${formatInteger(real)} = ${formatInteger(value)}`;
  return [{ call: 'tokenCount', text }];
}

function compared(replay: Replay, step: number): readonly Call[] {
  const decision = decisionAt(replay, step);
  if (decision === null) return [];
  const { value, threshold, relation, unit, reached } = decision;
  const units = unit === 'tokens' ? '' : ` ${unit}`;
  const text = `${formatInteger(value)}${units} ${relation} ${formatInteger(threshold)}${units}: ${reached ? 'yes' : 'no'}`;
  return [{ call: 'Compact', text }];
}

function compaction(replay: Replay, step: number): readonly Call[] {
  const { columns, policy } = replay;
  const { all, given } = summarisedAt(replay, step);
  const reset = policy.guardState?.resets(replay.settings) === true;
  return [
    {
      call: 'truncateForSummarizer',
      text: `${formatInteger(sizeOf(given))} of ${counted(sizeOf(all), 'content')} left`,
    },
    {
      call: 'summarize',
      text: `${counted(intAt(columns.attempts, step), 'call')}; a summary of ${formatInteger(intAt(columns.summaryBytes, step))} bytes`,
    },
    {
      call: 'replaceSummary, injectContinuation',
      text: `${formatInteger(intAt(columns.heuristicSent, step))} by the heuristic`,
    },
    ...(reset
      ? [{ call: 'resetCalibration', text: `${key('realTokens')} and ${key('lastHeuristic')} = 0` }]
      : []),
    {
      call: 'persistSummary',
      text: `${key('summary')}, ${key('summarizedAt')} and ${key('watermark')}`,
    },
  ];
}

function afterModel(replay: Replay, step: number): Call {
  const { columns, session } = replay;
  const reported = (byteAt(session.profile.steps.flags, step) & stepFlag.reported) !== 0;
  const real = intAt(columns.realAfter, step);
  const text =
    reported && real > 0
      ? `${key('realTokens')} = ${formatProjected(real, isProjected(replay, step))}`
      : 'no usage in this response: nothing is stored';
  return { call: 'persistRealTokens', text };
}
