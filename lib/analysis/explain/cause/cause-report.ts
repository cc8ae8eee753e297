import type { Replay } from '@/lib/engine/replay/replay';
import { decisionAt } from '../ledger-decision';
import { operandRows } from '../ledger-operands';
import { overflowOf } from '../ledger-request';
import type { Clause } from './cause';
import type { CauseSubject } from './context';
import { explainStep } from './explain-step';
import { effectOf } from './remedies/effect';
import { offered, type KnownRemedy } from './remedies/offered';
import { remedyList, type RemedyList } from './remedies/remedy-list';
import { wordsText } from '@/lib/engine/base/answer/words';

const clauseReport = ({ cause, words, evidence, figures }: Clause) => ({
  cause,
  text: wordsText(words),
  words,
  figures,
  evidence,
});

/**
 * A step's cause as every medium tells it: what the page says, with its numbers. Each remedy is a replay of
 * the session, before which it yields how many are done.
 */
export function* causeSlices(replay: Replay, step: number, subject: CauseSubject) {
  const explanation = explainStep(replay, step, subject);
  const { cause, verdict, session, headline, clauses, changed, whose } = explanation;
  const { outcome, turned, untested } = explanation;
  const decision = decisionAt(replay, step);
  const list = remedyList(replay, step, subject, turned);
  return {
    step,
    policy: replay.policy.id,
    /** Id of the headline's cause; null where the operands alone say it. */
    cause,
    /** What the policy's side did, and what the provider said. */
    outcome,
    compacted: outcome.policy === 'compacted',
    /** Differences to what happened; null where nothing differs. */
    changed,
    /** Whose decision it is where the recording names no policy; null where it does. */
    whose,
    /** The session in one sentence: what happened, or what the change makes of it. */
    verdict: clauseReport(verdict),
    session,
    headline: clauseReport(headline),
    clauses: clauses.map(clauseReport),
    operands: operandRows(replay, step, decision),
    decision,
    /** The request as it was sent, beside the limit. */
    sent: overflowOf(replay, step),
    /** Heading of the remedies: each single change that turns the decision, and what else it would do. */
    turned: list?.title ?? null,
    /** Why no change can be tested at the step; null where one can. */
    untested,
    remedies: list === null ? [] : yield* remedySlices(list, step, subject),
  };
}

function* remedySlices(
  { base, aim, remedies }: RemedyList,
  step: number,
  { session, dollarsOf }: CauseSubject,
) {
  const known: KnownRemedy[] = [];
  for (const [done, remedy] of remedies.entries()) {
    yield { done, of: remedies.length };
    const effect = effectOf(session, base, { step, aim, dollarsOf }, remedy);
    if (effect !== null) known.push({ remedy, effect });
  }
  return offered(known).flatMap(({ remedy: { label, setting, value }, effect }) =>
    effect === null ? [] : [{ label, setting, value, ...effect }],
  );
}

/** A step's cause and remedies, as data. */
export type CauseReport =
  ReturnType<typeof causeSlices> extends Generator<unknown, infer Report, unknown> ? Report : never;

/** The same at once. */
export function causeReport(replay: Replay, step: number, subject: CauseSubject): CauseReport {
  const work = causeSlices(replay, step, subject);
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
