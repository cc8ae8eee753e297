'use client';

import { memo, useMemo, useState } from 'react';
import { PolicyLines, type PolicyLine } from '@/components/charts/tune/policy-lines';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatInteger } from '@/lib/base/format';
import type { CellSums } from '@/lib/tuning/region/cell-sums';
import { comparedPolicies, type ComparedCell, type ComparedPolicy } from '../model/compared-view';
import { CEILING, comparable } from '../state/sweep-plan';
import type { TuneSetup } from '../state/tune-setup';

/** Steps per compaction by policy and window, beside those of a policy that knows what comes. */
export const PoliciesSection = memo(function PoliciesSection(props: {
  readonly setup: TuneSetup;
  readonly sums: CellSums;
  /** null: the policies are those that were kept. */
  readonly onCompare: ((ids: readonly string[]) => void) | null;
}) {
  const { setup, sums, onCompare } = props;
  const { tune, limit, policy } = setup;
  const [table, setTable] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const policies = useMemo(() => comparedPolicies(tune, sums), [tune, sums]);
  const lines = useMemo(
    () =>
      policies.map(({ id, label, cells }): PolicyLine => ({
        key: id,
        label,
        kind: id === CEILING.id ? 'ceiling' : id === policy.id ? 'chosen' : 'other',
        values: cells.map(({ known, steps }) => (known ? steps : null)),
      })),
    [policies, policy],
  );
  return (
    <section aria-label="Policies by window" className="min-w-0">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 px-4">
        <h2 className="font-semibold">Policies × windows</h2>
        <span className="text-sm text-ink2">steps per compaction</span>
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
        <PolicyTable policies={policies} windows={tune.windows} chosen={policy.id} />
      ) : (
        <div className="flex gap-3 px-4 pb-2">
          <PolicyLines
            windows={tune.windows}
            lines={lines}
            limit={limit}
            label="Steps per compaction by policy and window; the table beside it has the numbers"
          />
          <PolicyKey policies={policies} chosen={policy.id} />
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

const weightOf = (id: string, chosen: string): string =>
  id === chosen ? 'font-medium text-accent' : id === CEILING.id ? 'font-medium' : 'text-ink2';

/** The policies and their value at the largest window. */
const PolicyKey = (props: {
  readonly policies: readonly ComparedPolicy[];
  readonly chosen: string;
}) => (
  <ul className="w-44 shrink-0 self-center text-sm">
    {props.policies.map(({ id, label, cells }) => (
      <li key={id} className={`flex justify-between gap-2 ${weightOf(id, props.chosen)}`}>
        <span className="truncate" title={label}>
          {label}
        </span>
        <CellText cell={cells.at(-1)} />
      </li>
    ))}
  </ul>
);

/** The chart's numbers. */
const PolicyTable = (props: {
  readonly policies: readonly ComparedPolicy[];
  readonly windows: readonly number[];
  readonly chosen: string;
}) => (
  <div
    tabIndex={0}
    role="region"
    aria-label="Policies by window, as a table"
    className="max-h-64 overflow-auto px-4 pb-2"
  >
    <table className="w-full text-right text-sm">
      <caption className="sr-only">
        Steps per compaction; ▲ sessions that overflow, ↻ that loop
      </caption>
      <thead>
        <tr className="text-ink3">
          <th scope="col" className="text-left font-normal">
            policy
          </th>
          {props.windows.map((window) => (
            <th key={window} scope="col" className="pl-2 font-normal">
              {formatInteger(window)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.policies.map(({ id, label, cells }) => (
          <tr key={id} className="h-6 border-t border-line2">
            <th scope="row" className={`text-left font-normal ${weightOf(id, props.chosen)}`}>
              {label}
            </th>
            {cells.map((cell, at) => (
              <td key={at} className="pl-2 whitespace-nowrap">
                <CellText cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function CellText({ cell }: { readonly cell: ComparedCell | undefined }) {
  if (cell?.known !== true) return <span className="text-ink3">·</span>;
  const { steps, overflowing, looping } = cell;
  return (
    <span className="whitespace-nowrap">
      {overflowing > 0 ? (
        <span className="text-overflow">▲ {formatInteger(overflowing)} </span>
      ) : null}
      {looping > 0 ? <span className="text-overflow">↻ {formatInteger(looping)} </span> : null}
      {steps === null ? 'none' : formatInteger(Math.round(steps))}
    </span>
  );
}
