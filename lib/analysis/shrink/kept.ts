import { findingsBy, isDetector } from '@/lib/analysis/detectors/registry';
import { explainStep } from '@/lib/analysis/explain/cause/explain-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { decisionAt } from '@/lib/analysis/explain/ledger-decision';
import { disagreement } from '@/lib/analysis/explain/outcome/disagreement';
import { askedAt, outcomeText, stepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import { overflows } from '@/lib/analysis/explain/step-events';
import type { SessionReplay } from '@/lib/analysis/subject/replay-session';
import { formatInteger } from '@/lib/engine/base/format';
import { err, ok, type Result } from '@/lib/engine/base/result';

/** What a smaller session has to keep: a step's verdict, a finding, or that policy and recording disagree. */
export type Keep =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'finding'; readonly detector: string }
  /** null: at the first step at which they do. */
  | { readonly kind: 'disagreement'; readonly step: number | null };

/** What is kept of a replay, as it was found there. */
export interface Kept {
  /** What it is, in a few words. */
  readonly title: string;
  /** What holds of it before and after. */
  readonly words: string;
  /** Step of the whole session around which it is looked for; it stays where it is `pinned`. */
  readonly step: number;
  readonly pinned: boolean;
  /** It holds of a smaller session, of which `step` is now at this place; −1 where it is gone. */
  readonly holds: (smaller: SessionReplay, step: number) => boolean;
}

/** Finds in a replay what is to be kept. The error says, in a sentence, why it is not there. */
export function keptOf(whole: SessionReplay, keep: Keep): Result<Kept, string> {
  const { stepCount } = whole.session.profile;
  const step = keep.kind === 'finding' ? null : keep.step;
  if (step !== null && step >= stepCount) {
    const last = stepCount === 0 ? 'it has none' : `its steps are 0 to ${stepCount - 1}`;
    return err(`The session has no step ${step}: ${last}.`);
  }
  switch (keep.kind) {
    case 'step':
      return ok(keptStep(whole, keep.step));
    case 'finding':
      return keptFinding(whole, keep.detector);
    case 'disagreement':
      return keptDisagreement(whole, keep.step);
  }
}

function keptStep(whole: SessionReplay, step: number): Kept {
  const words = verdictWords(whole, step);
  return {
    title: `step ${formatInteger(step)}`,
    ...{ words, step, pinned: true },
    holds: (smaller, at) => verdictWords(smaller, at) === words,
  };
}

/**
 * A step's verdict without its numbers, which change with the session: both sides of the outcome, what the
 * policy asks for where it watches, the cause, the operand that decides, and whether it reaches the threshold.
 */
function verdictWords({ run, session, opening }: SessionReplay, step: number): string {
  const subject = causeSubject(session, opening, { agent: '', tools: null });
  const { cause } = explainStep(run, step, subject);
  const decision = decisionAt(run, step);
  const asked = askedAt(run, step);
  return [
    outcomeText(stepOutcome(run, step)),
    ...(overflows(run, step) ? ['overflow'] : []),
    ...(asked === null ? [] : [`the policy ${asked}`]),
    ...(decision === null
      ? ['nothing is compared']
      : [
          `value ${decision.reached ? 'reaches' : 'is below'} the threshold`,
          ...(decision.decidedBy === null ? [] : [`decided by ${decision.decidedBy}`]),
        ]),
    ...(cause === null ? [] : [`cause ${cause}`]),
  ].join(', ');
}

function keptFinding(whole: SessionReplay, detector: string): Result<Kept, string> {
  if (!isDetector(detector)) {
    return err(
      `There is no finding "${detector}": "highwater findings --json" lists those of a file.`,
    );
  }
  const [found] = findingsBy(detector, whole.run, aboutOf(whole));
  if (found === undefined) {
    return err(
      `The session has no finding "${detector}" by its numbers alone. "highwater findings" lists those that it has; what rests on texts cannot be kept without them.`,
    );
  }
  const { of, severity } = found;
  return ok({
    title: `finding ${detector}`,
    words: `${severity} of the ${of}`,
    step: found.link.step ?? found.steps[0]?.from ?? 0,
    pinned: false,
    holds: (smaller) =>
      findingsBy(detector, smaller.run, aboutOf(smaller)).some(
        (one) => one.of === of && one.severity === severity,
      ),
  });
}

const aboutOf = ({ measured }: SessionReplay) => ({
  agent: '',
  notices: measured.draft.head.notices,
});

function keptDisagreement(whole: SessionReplay, given: number | null): Result<Kept, string> {
  const { run } = whole;
  if (run.observation?.own !== true) {
    return err('No policy that models its agent watches the recording, so none disagrees with it.');
  }
  const { stepCount } = whole.session.profile;
  const steps = given === null ? Array.from({ length: stepCount }, (_, step) => step) : [given];
  const step = steps.find((one) => disagrees(whole, one) !== '');
  if (step === undefined) {
    return err(
      `Policy and recording agree ${given === null ? 'at every step' : `at step ${given}`}.`,
    );
  }
  const text = disagrees(whole, step);
  return ok({
    title: `disagreement at step ${formatInteger(step)}`,
    words: `${outcomeText(stepOutcome(run, step))}${text}`,
    ...{ step, pinned: true },
    holds: (smaller, at) => disagrees(smaller, at) === text,
  });
}

const disagrees = ({ run }: SessionReplay, step: number): string =>
  run.observation?.own === true ? disagreement(run, step, 'its policy') : '';
