import { againCost } from '@/lib/analysis/cost/again-cost';
import { modelAt } from '@/lib/analysis/cost/recorded-bill';
import { counted, formatDollars, formatInteger } from '@/lib/base/format';
import { reworkWords } from '@/lib/analysis/recall/recall-words';
import type { RecordedRecall } from '@/lib/analysis/recall/recall-report';
import { usePrices } from '@/lib/host/api/queries/price-queries';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { StepLink } from '../step-link';

/** Calls at most. */
const MOST = 20;

/** Calls that were made again behind a compaction: their tokens, time and money. */
export function ReworkPart({ one }: { readonly one: RecordedRecall }) {
  const words = reworkWords(one.rework);
  return (
    <div data-recall="rework">
      <h4 className="text-xs font-semibold text-ink3">Done again</h4>
      <p className="mt-1 max-w-[80ch]">
        {words ?? 'No call behind it repeats one that it covered with the same result.'}
        {words === null ? null : <Dollars one={one} />}
      </p>
      <ul className="mt-1">
        {one.rework.slice(0, MOST).map(({ call, step, reads, tokens }) => (
          <li key={call} className="text-sm">
            <StepLink step={step} /> {reads ? 'a read' : 'a call'}, {counted(tokens, 'token')}
          </li>
        ))}
      </ul>
      {one.rework.length > MOST ? (
        <p className="text-sm text-ink3">
          {MOST} of {formatInteger(one.rework.length)} shown.
        </p>
      ) : null}
    </div>
  );
}

/** What the repeated tokens cost once as fresh input. */
function Dollars({ one }: { readonly one: RecordedRecall }) {
  const { record } = useWorkbench();
  const { replay } = useLateFrame();
  const { data } = usePrices(record.row.id);
  const { profile } = replay.session;
  const priced = one.rework.flatMap(({ step, tokens }) => {
    const rates = data?.models.find((all) => all.model === modelAt(profile, step))?.rates;
    return rates
      ? [againCost([{ tokens, prompt: Math.max(0, profile.steps.real[step] ?? 0) }], rates)]
      : [];
  });
  if (priced.length < one.rework.length) return null;
  const sum = priced.reduce((all, dollars) => all + dollars, 0);
  return <> Sent once as fresh input they cost {formatDollars(sum)}.</>;
}
