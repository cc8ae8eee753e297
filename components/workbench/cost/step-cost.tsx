import { roundTo } from '@/lib/engine/base/round-to';
import { promptTokens, ratesAt } from '@/lib/analysis/cost/call-cost';
import type { CostColumns, CostReport } from '@/lib/analysis/cost/cost-report';
import { breakAt, priceLabels } from '@/lib/analysis/cost/cost-words';
import { priceNames } from '@/lib/analysis/cost/rates';
import { modelAt, recordedTokens } from '@/lib/analysis/cost/recorded-bill';
import { formatDollars, formatInteger, formatPrice } from '@/lib/engine/base/format';
import type { Prices } from '@/lib/api/contract/workbench/prices-contract';
import type { Replay } from '@/lib/engine/replay/replay';

/** The selected step's bill, token by token, beside what the model makes of it. */
export function StepCost(props: {
  readonly replay: Replay;
  readonly step: number;
  readonly prices: Prices;
  readonly steps: CostColumns;
  readonly report: Pick<CostReport, 'breaks'>;
  readonly isWhatIf: boolean;
}) {
  const { replay, step, prices, steps, report, isWhatIf } = props;
  const lost = breakAt(report, step);
  const tokens = recordedTokens(replay.session, step);
  const model = modelAt(replay.session.profile, step);
  const rates = prices.models.find((one) => one.model === model)?.rates ?? null;
  const at = tokens === null || rates === null ? null : ratesAt(rates, promptTokens(tokens));
  const modelled = (isWhatIf ? steps.replayed : steps.ran)[step] ?? NaN;
  const isSized = steps.sized.has(step);
  return (
    <div className="mt-4" data-cost="step">
      <h3 className="text-xs font-semibold text-ink3">Step {formatInteger(step)}</h3>
      {tokens === null || at === null ? (
        <p className="text-ink2">
          {tokens === null
            ? 'No usage, or refused: not charged.'
            : 'No price is known of its model.'}
        </p>
      ) : (
        <ul className="mt-1 font-mono text-sm">
          {priceNames
            .filter((name) => tokens[name] > 0)
            .map((name) => (
              <li key={name}>
                {formatInteger(tokens[name])} × {formatPrice(roundTo(at[name] * 1e6, 6))}/M ={' '}
                {formatDollars(tokens[name] * at[name])}{' '}
                <span className="font-sans text-ink3">
                  {priceLabels[name]}
                  {name === 'output' && isSized ? ', sized from its text' : ''}
                </span>
              </li>
            ))}
        </ul>
      )}
      {lost === null ? null : <p className="text-sm text-ink2">The cache was lost: {lost}.</p>}
      {Number.isNaN(modelled) ? null : (
        <p className="text-sm text-ink2">
          {isWhatIf ? 'The what-if’s' : 'Its'} request and its summariser, modelled: ~
          {formatDollars(modelled)}.
        </p>
      )}
    </div>
  );
}
