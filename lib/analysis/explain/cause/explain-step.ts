import { formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import type { CauseId, Clause, CauseOfStep } from './cause';
import { changesText } from './changes';
import { disagreement } from '../outcome/disagreement';
import { causeContext, type CauseContext, type CauseSubject } from './context';
import { causeKinds } from './kinds';
import { outcomeClauses } from './outcome-clauses';
import {
  didWords,
  doesWords,
  recordedFailure,
  stepOutcome,
  type StepOutcome,
} from '../outcome/step-outcome';
import type { NetEffect } from '../net-effect';
import { overflows } from '../step-events';
import { plainReason } from './plain-reason';
import { sessionEffect, sessionVerdict } from './session-verdict';
import { untestedText } from './untested';
import { say, type Words } from '@/lib/engine/base/answer/words';

/** A step's decision with its cause, in sentences. */
export interface Explanation {
  readonly step: number;
  /** The headline's cause; null where the operands alone say it. */
  readonly cause: CauseId | null;
  /** The session in one sentence, printed before the headline: what happened, or what the change makes of it. */
  readonly verdict: Clause;
  /** The control beside the what-if; null where nothing is changed. */
  readonly session: NetEffect | null;
  readonly headline: Clause;
  /** Supporting sentences in reading order. */
  readonly clauses: readonly Clause[];
  /** Differences to what happened, as a sentence; null where nothing differs. */
  readonly changed: string | null;
  /** Whose decision it is where the recording names no policy, as a sentence; null where it does. */
  readonly whose: string | null;
  /** What happened at the step: recorded where nothing is changed, else the replay's. */
  readonly outcome: StepOutcome;
  /** Heading of the changes that turn the decision; null where a policy has no part in it. */
  readonly turned: string | null;
  /** Why no change can be tested here, as a sentence; null where one can. */
  readonly untested: string | null;
}

/** Explains a step of a replay by the rules of every cause. */
export function explainStep(replay: Replay, step: number, subject: CauseSubject): Explanation {
  const context = causeContext(replay, step, subject);
  const found = causeKinds.flatMap((kind) => {
    const one = kind.find(context);
    return one === null ? [] : [{ id: kind.id, ...one }];
  });
  // Why a recorded attempt failed is the file's to say: no operand explains it.
  const tried = recordedFailure(replay, step) !== null;
  const first = tried ? undefined : found.find(({ decides }) => decides);
  const others = found.filter((one) => one !== first && one.clause !== null);
  const session = sessionEffect(context);
  const turned = turnedBy(context);
  const untested = turned === null ? null : untestedText(context);
  return {
    step,
    cause: first?.id ?? null,
    verdict: sessionVerdict(context, session),
    session,
    headline: first === undefined ? plainHeadline(context) : headlineOf(context, first),
    clauses: [
      ...others.map(({ id, clause, evidence, figures }) => ({
        cause: id,
        words: clause ?? [],
        evidence,
        figures,
      })),
      ...outcomeClauses(context),
    ],
    changed: changesText(context.changes),
    whose: whoseDecision(context),
    outcome: stepOutcome(replay, step),
    turned: untested === null ? turned : null,
    untested,
  };
}

/** A recording without a policy is explained by one that did not run: what it would have decided. */
function whoseDecision({ subject, changes }: CauseContext): string | null {
  const { own, baseline, session } = subject;
  const { generated, guard } = session.profile.head;
  if (own !== null || generated || guard.length > 0 || changes.length > 0) return null;
  return `The recording names no policy: this is ${baseline.policy.provenance.system}’s decision on its requests.`;
}

/** "Would have compacted", "Would have held"; null where the user asked for it, or may have. */
function turnedBy({ decision, judged, compacted }: CauseContext): string | null {
  if (decision === null || judged?.outcome === 'manual' || judged?.outcome === 'far-below') {
    return null;
  }
  return decision.reached && compacted ? 'Would have held' : 'Would have compacted';
}

/** "Step 143 held"; of a what-if, whose verdict names the change, "Step 143 compacts". */
function opening(context: CauseContext): Words {
  const { replay, step, changes } = context;
  const { policy } = stepOutcome(replay, step);
  const at = `Step ${formatInteger(step)}`;
  if (changes.length > 0) return say`${at} ${doesWords[policy]}`;
  const named = replay.observation?.own === true ? 'its policy' : replay.policy.label;
  return say`${at} ${didWords[policy]}${disagreement(replay, step, named)}`;
}

function headlineOf(context: CauseContext, found: CauseOfStep & { readonly id: CauseId }): Clause {
  const { id, evidence, figures, headline, reason } = found;
  const words = headline ?? say`${opening(context)}: ${reason}.`;
  return { cause: id, words, evidence, figures };
}

function plainHeadline(context: CauseContext): Clause {
  const { reason, evidence } = plainReason(context);
  const { decision, changes, compacted, replay, step } = context;
  const figures =
    decision === null
      ? {}
      : { value: decision.value, threshold: decision.threshold, margin: decision.margin };
  // The arithmetic of a what-if that compacts stands in its first clause.
  const fits = !overflows(replay, step);
  const words =
    changes.length > 0 && compacted && decision?.reached === true
      ? say`${opening(context)} and the request ${fits ? 'fits' : 'still overflows'}.`
      : say`${opening(context)}: ${reason}.`;
  return { cause: null, words, evidence, figures };
}
