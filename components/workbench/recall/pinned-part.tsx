import { pinnedWords } from '@/lib/analysis/recall/recall-words';
import type { PinnedRow } from '@/lib/analysis/recall/pinned-fates';

/** What became of instructions, the first request and the open tasks. */
export function PinnedPart({ rows }: { readonly rows: readonly PinnedRow[] }) {
  return (
    <div className="mt-4" data-recall="pinned">
      <h4 className="text-xs font-semibold text-ink3">What should outlive a compaction</h4>
      {rows.length === 0 ? (
        <p className="mt-1 text-ink2">
          No entry before it holds instructions, a request or open tasks; the system prompt is sent
          with every request.
        </p>
      ) : (
        <ul className="mt-1">
          {rows.map((row, i) => (
            <li key={i} className={row.fate === 'gone' ? 'text-overflow' : undefined}>
              {pinnedWords(row)}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 max-w-[80ch] text-sm text-ink2">
        Searched for line by line in the summary; one that says it in other words counts as gone.
      </p>
    </div>
  );
}
