import { Names } from '../names';
import type { PinnedContent } from './reference-index';
import type { PinnedTable } from './pinned-table';
import type { SummaryText } from './summary-names';

/**
 * What of a session should outlive a compaction: its instructions, the user's first request, the lists of
 * open tasks; with how much of each the recorded summaries quote.
 */
export function pinnedContents(
  rows: readonly number[],
  { rows: known }: PinnedTable,
  summaries: readonly (SummaryText | null)[],
): readonly PinnedContent[] {
  const same = new Names();
  let asked = false;
  const out: PinnedContent[] = [];
  rows.forEach((row, entry) => {
    const found = known.get(row);
    if (found === undefined) return;
    const { what, pieces, hash } = found;
    // What the user said later is not pinned; the first request alone is.
    if (what === 'request' && asked) return;
    asked ||= what === 'request';
    const quoted = summaries.map((text) =>
      text === null ? -1 : pieces.filter((piece) => text.quotes(piece)).length,
    );
    out.push({ what, entry, same: same.index(`${what} ${hash}`), pieces: pieces.length, quoted });
  });
  return out;
}
