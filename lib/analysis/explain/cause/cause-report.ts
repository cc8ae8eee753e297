import type { Replay } from '@/lib/replay/replay';
import { decisionAt } from '../ledger-decision';
import { operandRows } from '../ledger-operands';
import type { Clause } from './cause';
import type { CauseSubject } from './context';
import { explainStep } from './explain-step';
import { effectOf } from './remedies/effect';
import { remedyList } from './remedies/remedy-list';
import { wordsText } from './words';

const clauseReport = ({ cause, words, evidence, figures }: Clause) => ({
  cause,
  text: wordsText(words),
  figures,
  evidence,
});

/** A step's cause as the command line and the API print it: what the page says, with its numbers. */
export function causeReport(replay: Replay, step: number, subject: CauseSubject) {
  const { cause, headline, clauses, changed, whose, outcome, turned } = explainStep(
    replay,
    step,
    subject,
  );
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
    headline: clauseReport(headline),
    clauses: clauses.map(clauseReport),
    operands: operandRows(replay, step, decision),
    decision,
    /** Heading of the remedies: each single change that turns the decision, and what else it would do. */
    turned: list?.title ?? null,
    remedies: (list?.remedies ?? []).flatMap((remedy) => {
      const { label, setting, value } = remedy;
      const effect = effectOf(subject.session, list?.base ?? replay, step, remedy);
      return effect === null ? [] : [{ label, setting, value, ...effect }];
    }),
  };
}

/** A step's cause and remedies, as data. */
export type CauseReport = ReturnType<typeof causeReport>;
