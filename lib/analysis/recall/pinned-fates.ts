import { intAt } from '@/lib/engine/base/read';
import type { PinnedContent } from '@/lib/engine/tokens/references/reference-index';
import type { PinnedKind } from '@/lib/engine/tokens/references/pinned-table';
import type { CoveredEntries } from './covered-names';
import type { RecallInput } from './recall-input';

/** What became of pinned content. */
export const pinnedFates = ['verbatim', 'in the summary', 'in part', 'gone', 'unknown'] as const;
export type PinnedFate = (typeof pinnedFates)[number];

/** Pinned content after a recorded compaction. */
export interface PinnedRow {
  readonly what: PinnedKind;
  readonly entry: number;
  readonly fate: PinnedFate;
  /** Lines or items of it, and how many of them the summary quotes; null where it has no text. */
  readonly pieces: number;
  readonly quoted: number | null;
}

/** What became of the pinned content of a log at the recorded compaction of number `at`. */
export function pinnedRows(
  input: RecallInput,
  { step, boundary }: CoveredEntries,
  at: number,
): readonly PinnedRow[] {
  const { index, replay } = input;
  const end = replay.session.profile.steps.entries[step] ?? boundary;
  const back = new Set(
    index.pinned.filter(({ entry }) => entry >= boundary && entry < end).map(({ same }) => same),
  );
  return pinnedBefore(index.pinned, boundary).map((one) => {
    const { what, entry, pieces } = one;
    const quoted = one.quoted[at] ?? -1;
    const stays = intAt(input.context.leaves, entry) > step || back.has(one.same);
    const fate = stays ? 'verbatim' : fateOf(quoted, pieces);
    return { what, entry, fate, pieces, quoted: quoted < 0 ? null : quoted };
  });
}

function fateOf(quoted: number, pieces: number): PinnedFate {
  if (quoted < 0) return 'unknown';
  if (quoted === 0) return 'gone';
  return quoted < pieces ? 'in part' : 'in the summary';
}

/** The first request, the newest list of tasks, and each of the instructions once, as it stood last. */
function pinnedBefore(
  pinned: readonly PinnedContent[],
  boundary: number,
): readonly PinnedContent[] {
  const last = new Map<string, PinnedContent>();
  for (const one of pinned) {
    if (one.entry >= boundary) continue;
    last.set(one.what === 'instructions' ? `${one.what} ${one.same}` : one.what, one);
  }
  return [...last.values()].sort((a, b) => a.entry - b.entry);
}
