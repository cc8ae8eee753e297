'use client';

import { formatInteger } from '@/lib/engine/base/format';
import { policies } from '@/lib/policies/registry';
import { outcomeKinds } from '@/lib/answers/report/outcome/scenario-outcome';
import { FilterSelect } from '@/components/ui/filter-select';
import { FilterBar } from '../filter-bar';
import { outcomeWords } from '../outcome-mark';
import { ProgressNote } from '../progress-note';
import type { Outcomes } from '../use-outcomes';
import { allColumns, columnOf, type GalleryView } from './gallery-view';

/** Above the table: policy, preset, filters and progress of the outcomes. */
export function GalleryToolbar(props: {
  readonly view: GalleryView;
  readonly onChange: (part: Partial<GalleryView>) => void;
  readonly shown: number;
  readonly total: number;
  readonly outcomes: Outcomes;
}) {
  const { view, onChange, shown, total, outcomes } = props;
  const column = columnOf(view.policy);
  const presets = allColumns.filter(
    ({ policy, preset }) => policy === column.policy && preset !== null,
  );
  return (
    <div className="border-b">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line2 px-4 py-1.5">
        <FilterSelect
          label="Policy"
          value={column.policy}
          options={policies.map(({ id, label }) => [id, label])}
          onChange={(policy) => onChange({ policy })}
        />
        {presets.length > 0 ? (
          <FilterSelect
            label="Preset"
            value={column.preset === null ? '' : column.key}
            any="defaults"
            options={presets.map(({ key, label }) => [key, label])}
            onChange={(key) => onChange({ policy: key === '' ? column.policy : key })}
          />
        ) : null}
        <span className="truncate text-sm text-ink3">
          {column.version} · {column.basis}
        </span>
        <div className="ml-auto">
          <ProgressNote outcomes={outcomes} what="outcomes" />
        </div>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-1.5">
        <FilterBar filter={view.filter} onChange={(filter) => onChange({ filter })} />
        <FilterSelect
          label="Outcome"
          value={view.outcome}
          any="any"
          options={outcomeKinds.map((kind) => [kind, outcomeWords[kind]])}
          onChange={(outcome) => onChange({ outcome })}
        />
        <p role="status" aria-label="Scenarios shown" className="ml-auto text-ink2">
          {shown === total ? '' : `${formatInteger(shown)} of `}
          {formatInteger(total)} scenarios
        </p>
      </div>
    </div>
  );
}
