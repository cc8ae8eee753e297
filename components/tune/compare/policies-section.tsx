'use client';

import { memo, useMemo, useState } from 'react';
import { PolicyLines, type PolicyLine } from '@/components/charts/tune/policy-lines';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { counted } from '@/lib/engine/base/format';
import { figureOf } from '@/lib/tuning/figures/figure';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { CellSums } from '@/lib/tuning/region/cell-sums';
import { comparedPolicies } from '../model/compared-view';
import { CEILING, comparable } from '../state/sweep-plan';
import { PolicyKey, PolicyTable } from './policy-table';
import type { TuneSetup } from '../state/tune-setup';

/**
 * Steps per compaction by policy and window, beside those of a policy that knows what comes; or a figure
 * that was asked for.
 */
export const PoliciesSection = memo(function PoliciesSection(props: {
  readonly setup: TuneSetup;
  readonly sums: CellSums;
  /** Of the same cells; null for none. */
  readonly figure?: FigureSums | null;
  /** null: the policies are those that were kept. */
  readonly onCompare: ((ids: readonly string[]) => void) | null;
}) {
  const { setup, sums, figure = null, onCompare } = props;
  const { tune, limit, policy } = setup;
  const [table, setTable] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [wanted, setWanted] = useState(false);
  const drawn = wanted && figure !== null ? figureOf(figure.figure) : null;
  const policies = useMemo(() => comparedPolicies(tune, sums, figure), [tune, sums, figure]);
  const lines = useMemo(
    () =>
      policies.map(({ id, label, cells }): PolicyLine => ({
        key: id,
        label,
        kind: id === CEILING.id ? 'ceiling' : id === policy.id ? 'chosen' : 'other',
        values: cells.map((cell) =>
          drawn !== null ? cell.figure : cell.known ? cell.steps : null,
        ),
      })),
    [policies, policy, drawn],
  );
  return (
    <section aria-label="Policies by window" className="min-w-0">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 px-4">
        <h2 className="font-semibold">Policies × windows</h2>
        <Quantity figure={figure} wanted={wanted} onWanted={setWanted} />
        <span className="ml-auto flex">
          {onCompare === null ? null : (
            <Button size="small" variant="quiet" onClick={() => setChoosing(true)}>
              Policies …
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-pressed={table}
            onClick={() => setTable(!table)}
          >
            {table ? 'Chart' : 'Table'}
          </Button>
        </span>
      </div>
      {table ? (
        <PolicyTable
          policies={policies}
          windows={tune.windows}
          chosen={policy.id}
          figure={figure === null ? null : figureOf(figure.figure)}
        />
      ) : (
        <div className="flex gap-3 px-4 pb-2">
          <PolicyLines
            windows={tune.windows}
            lines={lines}
            limit={limit}
            label={`${drawn === null ? 'Steps per compaction' : capital(drawn.name)} by policy and window; the table beside it has the numbers`}
            {...(drawn === null ? {} : { text: { tick: drawn.short, reading: drawn.text } })}
          />
          <PolicyKey policies={policies} chosen={policy.id} drawn={drawn} />
        </div>
      )}
      {choosing && onCompare !== null ? (
        <Dialog
          title="Policies to compare"
          description="Each is replayed under its defaults at every window; the page’s own policy under its settings."
          onClose={() => setChoosing(false)}
        >
          {comparable.map(({ id, label, provenance }) => (
            <label key={id} className="flex items-baseline gap-2 py-0.5">
              <input
                type="checkbox"
                checked={setup.compared.includes(id)}
                onChange={({ currentTarget }) =>
                  onCompare(
                    currentTarget.checked
                      ? [...setup.compared, id]
                      : setup.compared.filter((one) => one !== id),
                  )
                }
              />
              {label}
              <span className="ml-auto text-sm text-ink3">{provenance.system}</span>
            </label>
          ))}
        </Dialog>
      ) : null}
    </section>
  );
});

/** What the chart draws: steps per compaction, or the figure that was asked for. */
function Quantity(props: {
  readonly figure: FigureSums | null;
  readonly wanted: boolean;
  readonly onWanted: (wanted: boolean) => void;
}) {
  const { figure, wanted, onWanted } = props;
  if (figure === null) return <span className="text-sm text-ink2">steps per compaction</span>;
  return (
    <select
      aria-label="Quantity by policy and window"
      value={wanted ? 'figure' : 'steps'}
      className="h-6 rounded border border-line bg-panel text-sm text-ink2"
      onChange={({ currentTarget }) => onWanted(currentTarget.value === 'figure')}
    >
      <option value="steps">steps per compaction</option>
      <option value="figure">
        {figureOf(figure.figure).name} of {counted(figure.known, 'session')}
      </option>
    </select>
  );
}

const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
