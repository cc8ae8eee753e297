'use client';

import { useMemo, useState } from 'react';
import { UndoToast } from '@/components/library/toast';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { SearchBox } from '@/components/ui/search-box';
import { SiteHeader } from '@/components/ui/site-header';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { RunBrief } from '@/lib/api/contract/run-contract';
import { useChangeRun, useRuns } from '@/lib/api/queries/run-queries';
import { RunsTable } from './runs-table';
import { searchedText } from './run-words';
import { useChecks, type Checks } from './use-checks';

/** Rows that are drawn before more are asked for. */
const ROWS = 200;

/** The frozen runs of the library. */
export function RunsPage() {
  const { data: runs, error } = useRuns();
  const change = useChangeRun();
  const checks = useChecks();
  const [query, setQuery] = useState('');
  const [rows, setRows] = useState(ROWS);
  const [deleted, setDeleted] = useState<RunBrief | null>(null);
  const found = useMemo(() => matching(runs ?? [], query), [runs, query]);
  const shown = found.slice(0, rows);
  return (
    <div className="flex min-h-full flex-col">
      <SiteHeader title="Runs" />
      <main id="main" className="w-full flex-1 px-4 py-4">
        <h2 className="text-lg font-semibold tracking-tight">Frozen runs</h2>
        <p className="mt-1 max-w-[80ch] text-ink2">
          A run is a replay as it was: policy, version, settings, faults, engine, every number and
          what was found. It never changes. A check replays it now and says whether the result is
          the same.
        </p>
        <Toolbar
          query={query}
          onQuery={setQuery}
          total={runs?.length ?? 0}
          shown={found}
          checks={checks}
        />
        <FaultNote fault={error ?? change.error} className="mt-2" />
        {runs?.length === 0 ? <NoRuns /> : null}
        {runs !== undefined && runs.length > 0 && found.length === 0 ? (
          <p className="border-t border-line2 py-6 text-ink2">No run has all of these words.</p>
        ) : null}
        {shown.length > 0 ? (
          <RunsTable
            runs={shown}
            checks={checks}
            onDelete={(run) =>
              change.mutate(
                { id: run.id, change: 'delete' },
                {
                  onSuccess: () => setDeleted(run),
                },
              )
            }
          />
        ) : null}
        {found.length > shown.length ? (
          <Button className="mt-3" onClick={() => setRows(rows + ROWS)}>
            Show {formatInteger(Math.min(ROWS, found.length - shown.length))} more
          </Button>
        ) : null}
      </main>
      {deleted === null ? null : (
        <UndoToast
          text={`Run ${deleted.number} was deleted.`}
          onUndo={() => {
            change.mutate({ id: deleted.id, change: 'restore' });
            setDeleted(null);
          }}
          onClose={() => setDeleted(null)}
        />
      )}
    </div>
  );
}

/** Runs with every word of a query. */
function matching(runs: readonly RunBrief[], query: string): readonly RunBrief[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return runs;
  return runs.filter((run) => {
    const text = searchedText(run);
    return words.every((word) => text.includes(word));
  });
}

function NoRuns() {
  return (
    <p className="mt-4 border-t border-line2 py-6 text-ink2">
      Nothing is frozen yet. Open a session, set the policy, and press <em>Freeze</em> above its
      parameters, or the key Enter. On the command line:{' '}
      <code className="font-mono">highwater freeze session.jsonl</code>.
    </p>
  );
}

function Toolbar(props: {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly total: number;
  readonly shown: readonly RunBrief[];
  readonly checks: Checks;
}) {
  const { query, onQuery, total, shown, checks } = props;
  return (
    <div className="mt-3 flex min-h-7 flex-wrap items-center gap-3 pb-3">
      <SearchBox
        label="Search runs"
        placeholder="Session, policy, setting, note …"
        className="w-72 pr-2"
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
      <span className="text-ink2" aria-live="polite">
        {shown.length === total
          ? counted(total, 'run')
          : `${formatInteger(shown.length)} of ${counted(total, 'run')}`}
        {total === 0 ? '' : standing(shown, checks)}
      </span>
      <Button
        className="ml-auto"
        disabled={shown.length === 0 || checks.running > 0}
        onClick={() => checks.check(shown.map(({ id }) => id))}
      >
        {checks.running > 0
          ? `Checking, ${formatInteger(checks.running)} to go`
          : 'Check all shown'}
      </Button>
    </div>
  );
}

/** " · 3 the same, 1 differs". */
function standing(shown: readonly RunBrief[], { of }: Checks): string {
  const counts = new Map<string, number>();
  for (const { id } of shown) {
    const state = of.get(id);
    const name = state?.kind === 'answer' ? state.check.outcome : null;
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const words = [
    ['same', 'the same'],
    ['differs', 'differ'],
    ['refused', 'cannot be replayed'],
  ] as const;
  const parts = words.flatMap(([name, text]) => {
    const count = counts.get(name);
    return count === undefined ? [] : [`${formatInteger(count)} ${text}`];
  });
  return parts.length === 0 ? '' : ` · ${parts.join(', ')}`;
}
