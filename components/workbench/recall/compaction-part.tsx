import { formatInteger } from '@/lib/base/format';
import { coveredWords, keptWords, rankWords } from '@/lib/analysis/recall/recall-words';
import type { KeyedRecall } from './compaction-recalls';
import { MomentList } from './moment-list';
import { NameList } from './name-list';
import { PinnedPart } from './pinned-part';
import { ReworkPart } from './rework-part';

/** The chosen compaction: its names, what had to be done again, and what became of what is pinned. */
export function CompactionPart({ one }: { readonly one: KeyedRecall }) {
  const { plain, recorded } = one;
  const rank = rankWords(plain.rank);
  const lost = plain.names.filter(({ kept }) => kept !== true);
  const kept = plain.names.filter(({ kept: held }) => held === true);
  const isKnown = recorded !== null && recorded.kept !== null;
  return (
    <section
      data-recall="compaction"
      aria-label={`Compaction at step ${formatInteger(plain.step)}`}
      className="grid gap-x-8 gap-y-4 border-t border-line px-4 py-3 @4xl:grid-cols-2"
    >
      <div className="min-w-0">
        <h3 className="text-xs font-semibold text-ink3">
          Step {formatInteger(plain.step)}, {recorded === null ? 'of the replay' : 'as recorded'}
        </h3>
        <div className="mt-1 max-w-[80ch]">
          <p>{coveredWords(plain)}</p>
          {recorded === null ? (
            <p className="text-ink2">
              Nobody wrote its summary: what that would keep is not known.
            </p>
          ) : (
            <p>{keptWords(recorded)}</p>
          )}
          {rank === null ? null : <p>{rank}</p>}
        </div>
        <MomentList within={plain.within} />
        <NameList title={isKnown ? 'Lost, and named again' : 'Named again'} names={lost} />
        {kept.length === 0 ? null : <NameList title="In the summary" names={kept} />}
      </div>
      <div className="min-w-0">
        {recorded === null ? (
          <p className="max-w-[80ch] text-sm text-ink2">
            Repeated calls and what becomes of instructions are told of recorded compactions: after
            one of the replay nobody acted.
          </p>
        ) : (
          <>
            <ReworkPart one={recorded} />
            <PinnedPart rows={recorded.pinned} />
          </>
        )}
      </div>
    </section>
  );
}
