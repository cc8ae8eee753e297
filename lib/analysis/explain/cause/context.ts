import type { Settings } from '@/lib/engine/policy/fields';
import { backgroundAt } from '../background';
import { reachesThreshold, type Operands, type ValueForm } from '@/lib/engine/policy/decision';
import type { Policy } from '@/lib/engine/policy/policy';
import { fidelityOf } from '@/lib/analysis/fit/fidelity';
import type { Fidelity, JudgedCompaction } from '@/lib/analysis/fit/judgement';
import type { OwnPolicy } from '@/lib/analysis/fit/own-policy';
import { control } from '@/lib/engine/replay/control';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import type { MeasuredCompaction, StepCount } from '@/lib/engine/tokens/profile';
import {
  decisionAt,
  formAt,
  lastRealStep,
  operandsAt,
  readsReal,
  type LedgerDecision,
} from '../ledger-decision';
import type { DollarsOf } from '../net-effect';
import { overflows, realAsked } from '../step-events';
import type { NamedEntries } from '../growth/named-entries';
import { changesOf, type Change } from './changes';

/** The source of a cause besides a replay: session, agent, baseline and names. */
export interface CauseSubject {
  /** The session as it was prepared, without the replay's faults. */
  readonly session: Replayable;
  /** The agent that recorded it, in words. */
  readonly agent: string;
  /** The agent's own policy; null where none models it. */
  readonly own: OwnPolicy | null;
  /** The policy and settings that the session opens with: what happened. */
  readonly baseline: { readonly policy: Policy; readonly settings: Settings };
  /** The log with the names of its tools, as far as they are known. */
  readonly log: NamedEntries;
  /** Dollars of a replay, where prices are known; else effects are told without. */
  readonly dollarsOf: DollarsOf | null;
}

/** The own policy left to itself under unchanged settings: what a what-if is compared with. */
export const controlOf = ({ session, baseline }: CauseSubject): Replay =>
  control(session, baseline);

/** One step of a replay with everything that causes are read from. */
export interface CauseContext {
  readonly replay: Replay;
  readonly step: number;
  readonly subject: CauseSubject;
  readonly settings: Settings;
  /** null for a policy that compares nothing, and where it has no count. */
  readonly decision: LedgerDecision | null;
  readonly operands: Operands;
  readonly form: ValueForm | undefined;
  /** The newest earlier step whose usage the policy knows; −1 for none. */
  readonly lastRealStep: number;
  /** Real tokens of the request before it may have been compacted. */
  readonly asked: number;
  readonly compacted: boolean;
  /** The policy asks for a compaction, whether or not one followed. */
  readonly fires: boolean;
  /** Its policy asked for nothing, although the request reached the threshold or overflowed, and no compaction is under way. */
  readonly missed: boolean;
  /** Differences to what happened; empty where the replay is as it ran. */
  readonly changes: readonly Change[];
  /** The recorded compaction at this step, and its judgement where the replay is as it ran. */
  readonly recorded: MeasuredCompaction | null;
  readonly judged: JudgedCompaction | null;
}

/** Gathers one step. */
export function causeContext(replay: Replay, step: number, subject: CauseSubject): CauseContext {
  const decision = decisionAt(replay, step);
  const asked = realAsked(replay, step);
  const compacted = replay.columns.compacted[step] === 1;
  const { observation } = replay;
  const fires = observation === null ? compacted : observation.fires[step] !== 0;
  const changes = changesOf(subject.baseline, replay);
  const inTokens = decision !== null && decision.unit === 'tokens';
  const reached =
    inTokens && replay.policy.decision !== null
      ? reachesThreshold(replay.policy.decision, asked, decision.threshold)
      : false;
  const { compactions } = replay.session.profile.head;
  return {
    replay,
    step,
    subject,
    settings: settingsAt(replay, step),
    decision,
    operands: operandsAt(replay, step),
    form: decision === null || !inTokens ? undefined : formAt(replay, step),
    lastRealStep: lastRealStep(replay, step),
    asked,
    compacted,
    fires,
    missed:
      !compacted &&
      !fires &&
      backgroundAt(replay, step) === null &&
      (reached || overflows(replay, step)),
    changes,
    recorded: compactions.findLast((one) => one.kind === 'summary' && one.step === step) ?? null,
    judged: changes.length === 0 ? judgedAt(subject, step) : null,
  };
}

/** Judgement of a session's recorded compactions, made once; null where no policy models its agent. */
export function judgementOf({ session, own }: CauseSubject): Fidelity | null {
  if (own === null) return null;
  const known = judgements.get(session) ?? fidelityOf(session.profile, own, session.prefixTokens);
  judgements.set(session, known);
  return known;
}

const judgements = new WeakMap<Replayable, Fidelity>();

function judgedAt(subject: CauseSubject, step: number): JudgedCompaction | null {
  const { compactions } = subject.session.profile.head;
  if (!compactions.some((one) => one.kind === 'summary' && one.step === step)) return null;
  return judgementOf(subject)?.compactions.find((one) => one.step === step) ?? null;
}

/** A decision value would have reached the step's threshold. */
export function wouldReach({ replay, decision }: CauseContext, value: number): boolean {
  const { decision: declared } = replay.policy;
  if (declared === null || decision === null || Number.isNaN(value)) return false;
  return reachesThreshold(declared, value, decision.threshold);
}

/** The policy knows no usage of the steps before, although its decision reads it. */
export function lacksUsage({ replay, step, lastRealStep: from }: CauseContext): boolean {
  return from < 0 && readsReal(replay, step);
}

/** The newest count before a step that holds a prompt and its response together; null without one. */
export const totalBefore = ({ replay, step }: CauseContext): StepCount | null =>
  replay.session.profile.head.counted.findLast((one) => one.kind === 'total' && one.step < step) ??
  null;

/** The correction that a step applied; NaN for a policy without one. */
export const correctionAt = ({ replay, step }: CauseContext): number =>
  replay.columns.correction[step] ?? NaN;
