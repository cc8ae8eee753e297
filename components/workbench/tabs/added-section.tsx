import { useId, useMemo, useState } from 'react';
import { Options } from '@/components/ui/options';
import { formatInteger } from '@/lib/engine/base/format';
import { scoreParts } from '@/lib/analysis/score/added/part-score';
import {
  ADDED_RULE,
  intervalText,
  NO_SCRIPTS,
  ratioText,
  underTexts,
} from '@/lib/analysis/score/added/part-words';
import { ruleSamples } from '@/lib/analysis/score/added/rule-samples';
import type { RankedScore } from '@/lib/analysis/score/estimator-score-ranking';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { AddedTable } from './added-table';

const HEADS = ['n', 'median', '95 % of the median', 'under by > 5 %', '95 % of the share'] as const;

/** One rule's score by script and kind of what each step added: the rule in force, or a chosen one. */
export function AddedSection(props: {
  readonly session: Replayable;
  /** The rules, best first. */
  readonly rules: readonly RankedScore[];
  readonly inForce: string | null;
}) {
  const { session, rules, inForce } = props;
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const of = (wanted: string | null) => rules.find(({ variant }) => variant.id === wanted);
  const rule = (of(chosen) ?? of(inForce) ?? rules[0])?.variant;
  const scores = useMemo(
    () => (rule === undefined ? [] : scoreParts(ruleSamples(session, rule))),
    [session, rule],
  );
  if (rule === undefined || scores.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-6 border-t pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="font-medium">
          By what a step added
        </h2>
        <select
          aria-label="Rule"
          className="h-6 max-w-80 rounded border border-line bg-panel px-1 text-sm"
          value={rule.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          <Options of={rules.map(({ variant }) => [variant.id, variant.label])} />
        </select>
      </div>
      <AddedTable
        caption={`Estimate divided by real of ${rule.label}, by what a step added`}
        heads={HEADS}
        rows={scores.map((score) => ({
          ...score,
          cells: [
            formatInteger(score.n),
            ratioText(score.median),
            intervalText(score),
            ...underTexts(score),
          ],
        }))}
      />
      <p className="mt-2 max-w-[80ch] text-sm text-ink3">
        {scores.some(({ by }) => by === 'script') ? ADDED_RULE : `${NO_SCRIPTS} ${ADDED_RULE}`}
      </p>
    </section>
  );
}
