'use client';

import { AnswerView } from '@/components/answer/answer-view';
import { Button } from '@/components/ui/button';
import { WordsView } from '@/components/ui/text/words-view';
import type { CorpusChoice } from '@/lib/api/contract/filter-address';
import { useForgetPromise, usePromised, usePromiseScore } from '@/lib/api/queries/promise-queries';
import { formatInteger } from '@/lib/engine/base/format';

/** What became of the recommendations that were taken: the tally, and each promise on demand. */
export function Promises({ choice }: { readonly choice: CorpusChoice }) {
  const promised = usePromised().data ?? [];
  const score = usePromiseScore(choice, promised.length > 0);
  const forget = useForgetPromise();
  if (promised.length === 0) return null;
  const [tally, ...each] = score.data?.blocks ?? [];
  return (
    <details aria-busy={score.isPending} data-promises="" className="text-sm text-ink2">
      <summary className="cursor-default py-0.5">
        Of recommendations that were taken before:{' '}
        {score.error !== null ? (
          score.error.message
        ) : tally?.kind === 'sentence' ? (
          <WordsView words={tally.words} />
        ) : (
          'being scored …'
        )}
      </summary>
      <div className="max-w-[72rem] py-1">
        <AnswerView blocks={each} name="Promises kept" />
        <div className="flex flex-wrap gap-2 py-1">
          {promised.map(({ id }, at) => (
            <Button key={id} size="small" onClick={() => forget.mutate(id)}>
              Forget promise {formatInteger(at + 1)}
            </Button>
          ))}
        </div>
      </div>
    </details>
  );
}
