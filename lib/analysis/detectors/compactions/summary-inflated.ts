import { formatInteger } from '@/lib/engine/base/format';
import { sumBetween } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { MeasuredCompaction, Profile } from '@/lib/engine/tokens/profile';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens } from '../finding';

/** A recorded summary that is no smaller than its head: D12 of the field. */
export const summaryInflated = defineDetector({
  id: 'summary-inflated',
  title: 'A summary is no smaller than what it replaces',
  definition:
    'A recorded summary counts at least as many tokens, bytes ÷ 4, as the entries and the summary that it replaces.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const found = inflated(session.profile);
    const [first] = found;
    if (first === undefined) return null;
    const at = [...new Set(found.map(({ step }) => step))];
    const { summaryTokens, head } = first;
    return {
      at,
      severity: 'warning',
      figures: [
        tokens('summary, counted', summaryTokens),
        tokens('replaced, counted', head),
        stepCount('compactions', at.length),
      ],
      sentence: `${formatInteger(summaryTokens)} counted tokens replace ${formatInteger(head)}: ${stepList(at)}.`,
      advice: [advise('Compact more at once: a short head is no larger than its summary')],
      tab: 'request',
    };
  },
});

/** Recorded summaries that count no less than what they replace. */
function inflated(profile: Profile): readonly (MeasuredCompaction & { readonly head: number })[] {
  const { head, stepCount: all } = profile;
  const summaries = head.compactions.filter(({ kind }) => kind === 'summary');
  return summaries.flatMap((one, i) => {
    const before = summaries[i - 1];
    const replaced = replacedBy(profile, one, before);
    const grew = one.summaryTokens > 0 && one.summaryTokens >= replaced;
    return grew && one.step < all ? [{ ...one, head: replaced }] : [];
  });
}

/** Counted tokens of the entries since the boundary before that did not stay, and of that summary. */
function replacedBy(
  { sum, thoughtSum }: Profile,
  { entry, kept }: MeasuredCompaction,
  before: MeasuredCompaction | undefined,
): number {
  const from = before?.entry ?? 0;
  const size = (a: number, b: number): number =>
    sumBetween(sum, a, b) + sumBetween(thoughtSum, a, b);
  const stays = kept.reduce((all, [a, b]) => {
    const begin = Math.max(a, from);
    return b > begin ? all + size(begin, b) : all;
  }, 0);
  return size(from, Math.max(from, entry)) - stays + (before?.summaryTokens ?? 0);
}
