import { WordsView } from '@/components/ui/text/words-view';
import type { KeptView } from '../model/kept-view';
import { sessionHref } from '../sessions/session-link';

/** The recommendation that follows from stored results, and what does not follow from them. */
export function KeptAnswerPart({ kept }: { readonly kept: KeptView }) {
  const { answer, why, sessions, setup } = kept;
  const hrefOf = (row: number): string | undefined => {
    const session = sessions[row];
    return session && sessionHref(session.facts.id, setup.policy.id, setup.today, null);
  };
  return (
    <section aria-label="Recommendation" className="border-b px-4 py-3">
      {answer === null ? (
        <p data-answer="" className="text-xl tracking-tight">
          <strong className="font-semibold">Nothing is recommended.</strong>{' '}
          <span className="text-ink2">{why}</span>
        </p>
      ) : (
        <>
          {answer.undecided.length === 0 ? null : (
            <p className="text-xl font-semibold tracking-tight">{answer.undecided.join(' ')}</p>
          )}
          <p data-answer="" className="max-w-[72rem] text-xl tracking-tight">
            <WordsView words={answer.answer} hrefOf={hrefOf} />
          </p>
          {answer.copies === null ? null : (
            <p className="mt-1 text-sm text-ink2">{answer.copies}</p>
          )}
          <p className="mt-1 text-sm text-ink2">
            <strong className="font-medium text-ink">Edges:</strong> {answer.edges}.{' '}
            <WordsView words={answer.decider} hrefOf={hrefOf} />
          </p>
        </>
      )}
      <p data-not-kept="" className="mt-1 text-sm text-ink2">
        From the stored totals of each session and setting. They do not hold what each step decided:
        coverage, exact edges, hold-outs near a threshold, other assumptions and ratios are there
        when the corpus is tuned as it is now.
      </p>
    </section>
  );
}
