import type { RecordedCompaction, Session } from './schema';

/** The largest count that a profile's columns hold. */
const MOST = 0x7fffffff;

/** Bytes that all sized and inline parts may add up to, so that token sums stay whole. */
const MOST_BYTES = 4 * MOST;

/** A place of a session that contradicts the rest of it. */
export interface Contradiction {
  readonly message: string;
  /** JSON path below the session: `.steps[3].entries`. */
  readonly at: string;
}

/** The first contradiction of a session whose types are right; null when it hangs together. */
export function findContradiction(session: Session): Contradiction | null {
  return checkSizes(session) ?? checkSteps(session) ?? checkCompactions(session);
}

function checkSizes({ entries }: Session): Contradiction | null {
  let bytes = 0;
  for (const [i, entry] of entries.entries()) {
    for (const part of entry.parts) {
      if (part.kind === 'inline') bytes += part.bytes;
      else if (part.kind === 'sized') for (const size of part.sizes) bytes += size;
    }
    if (bytes > MOST_BYTES)
      return { message: 'The sizes are impossibly large.', at: `.entries[${i}]` };
  }
  return null;
}

function checkSteps({ entries, steps }: Session): Contradiction | null {
  let before = 0;
  for (const [i, step] of steps.entries()) {
    const at = `.steps[${i}].entries`;
    if (step.entries > entries.length) {
      return { message: `The step sees ${step.entries} of ${entries.length} entries.`, at };
    }
    if (step.entries < before) {
      return { message: 'The step sees fewer entries than the one before.', at };
    }
    before = step.entries;
    const counts = [step.real, step.limit, step.output, step.cacheWrite];
    if (counts.some((tokens) => (tokens ?? 0) > MOST)) {
      return { message: 'The token count is impossibly large.', at: `.steps[${i}]` };
    }
  }
  return null;
}

function checkCompactions(session: Session): Contradiction | null {
  let before = 0;
  for (const [i, compaction] of session.compactions.entries()) {
    const message = compactionFault(session, compaction, before);
    if (message !== null) return { message, at: `.compactions[${i}]` };
    before = compaction.entry;
  }
  return null;
}

function compactionFault(
  { entries, steps }: Session,
  { entry, step, kept, elided }: RecordedCompaction,
  before: number,
): string | null {
  if (entry > entries.length) return 'The compaction stands beyond the last entry.';
  if (entry < before) return 'The compaction stands before the one listed above it.';
  if (step > steps.length) return 'The compaction belongs to a step that is not there.';
  if ((steps[step]?.entries ?? entry) < entry) return 'The step ends before its compaction.';
  let end = 0;
  for (const [from, to] of kept) {
    if (from < end || to <= from || to > entry)
      return 'The kept ranges are out of order or bounds.';
    end = to;
  }
  const ordered = elided.every((at, i) => at < entry && (i === 0 || at > (elided[i - 1] ?? -1)));
  return ordered ? null : 'The blanked entries are out of order or bounds.';
}
