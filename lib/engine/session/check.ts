import {
  usageCounts,
  type Entry,
  type FailedCompaction,
  type RecordedCompaction,
  type Session,
  type SessionHead,
  type Step,
  type StepEnvironment,
} from './schema';
import type { StepNote } from './step-note';

/** Largest count that fits a profile's columns. */
const MOST = 0x7fffffff;

/** Most of all sized and inline parts together, in bytes and what chars weigh more; keeps token sums exact. */
const MOST_BYTES = 4 * MOST;

/** Most UTF-16 units together: a quarter of each entry's, rounded up, stays within a sum. */
const MOST_UNITS = 2 * MOST;

/** Most that an estimator weighs a char outside ASCII more than one of ASCII, which is a quarter of a token. */
const WIDE = 5;

/** Most that an estimator adds around a field: quotes, colon and comma in JSON. */
const SYNTAX = 6;

/** A place of a session that contradicts the rest of it. */
interface Contradiction {
  readonly message: string;
  /** JSON path below the session: `.steps[3].entries`. */
  readonly at: string;
}

/** The first contradiction of a well-typed session; null if it is consistent. */
export function findContradiction(session: Session): Contradiction | null {
  const check = new SessionCheck();
  for (const entry of session.entries) check.entry(entry);
  for (const step of session.steps) check.step(step);
  return check.end(session);
}

/** Checks a well-typed session, entry by entry and step by step. */
export class SessionCheck {
  #bytes = 0;
  #units = 0;
  #entries = 0;
  /** Entry count of each step's request. */
  readonly #seen: number[] = [];
  /** The first entry at which the sizes exceed the bounds or contradict each other, and such a step. */
  #tooLarge: number | null = null;
  #tooWide: number | null = null;
  #impossible: number | null = null;

  entry(entry: Entry): void {
    let bytes = 0;
    let fields = 0;
    let units = 0;
    let wide = 0;
    let characters = 0;
    for (const part of entry.parts) {
      if (part.kind === 'inline') this.#bytes += part.bytes;
      else if (part.kind === 'sized') {
        for (const size of part.sizes) bytes += size;
        fields += part.sizes.length;
        units += part.units ?? 0;
        wide += part.wide ?? 0;
        for (const more of part.characters ?? []) characters += more;
      }
    }
    // A char outside ASCII has two bytes at least.
    if (2 * wide > bytes) this.#tooWide ??= this.#entries;
    this.#bytes += Math.max(bytes, units) + WIDE * wide;
    this.#units += units;
    const most = Math.max(bytes + SYNTAX * fields, units, characters);
    const fits = most <= MOST && this.#bytes <= MOST_BYTES && this.#units <= MOST_UNITS;
    if (!fits) this.#tooLarge ??= this.#entries;
    this.#entries++;
  }

  step(step: Step): void {
    const counts = [step.real, step.limit, ...usageCounts.map((name) => step[name])];
    if (counts.some((tokens) => (tokens ?? 0) > MOST)) this.#impossible ??= this.#seen.length;
    this.#seen.push(step.entries);
  }

  /** The first contradiction, once all entries and steps have been checked. */
  end({
    compactions,
    failedCompactions = [],
    environments = [],
    asked = [],
    notes = [],
  }: Pick<
    SessionHead,
    'compactions' | 'failedCompactions' | 'environments' | 'asked' | 'notes'
  >): Contradiction | null {
    if (this.#tooLarge !== null) {
      return { message: 'The sizes are impossibly large.', at: `.entries[${this.#tooLarge}]` };
    }
    if (this.#tooWide !== null) {
      const message = 'The characters outside ASCII take more bytes than there are.';
      return { message, at: `.entries[${this.#tooWide}]` };
    }
    return (
      this.#checkSteps() ??
      this.#checkCompactions(compactions) ??
      this.#checkFailed(failedCompactions) ??
      this.#checkSpans(environments, 'environments') ??
      this.#checkSpans(asked, 'asked') ??
      this.#checkNotes(notes)
    );
  }

  #checkFailed(failed: readonly FailedCompaction[]): Contradiction | null {
    const i = failed.findIndex(({ step }, at) => {
      return step > this.#seen.length || step < (failed[at - 1]?.step ?? 0);
    });
    if (i < 0) return null;
    const message = 'The failed compaction is out of order, or belongs to a missing step.';
    return { message, at: `.failedCompactions[${i}]` };
  }

  #checkSpans(
    spans: readonly Pick<StepEnvironment, 'from'>[],
    member: string,
  ): Contradiction | null {
    const i = spans.findIndex(({ from }, at) => {
      return from < (at === 0 ? 0 : (spans[at - 1]?.from ?? 0) + 1) || from > this.#seen.length;
    });
    if (i < 0) return null;
    const message = 'The environment is out of order, or begins behind the last step.';
    return { message, at: `.${member}[${i}]` };
  }

  #checkNotes(notes: readonly StepNote[]): Contradiction | null {
    const i = notes.findIndex(({ last }) => last >= this.#seen.length);
    if (i < 0) return null;
    const message = `The note is on step ${notes[i]?.last ?? 0}; the session has ${this.#seen.length} steps.`;
    return { message, at: `.notes[${i}]` };
  }

  #checkSteps(): Contradiction | null {
    let before = 0;
    for (const [i, entries] of this.#seen.entries()) {
      const at = `.steps[${i}].entries`;
      if (entries > this.#entries) {
        return { message: `The step sees ${entries} of ${this.#entries} entries.`, at };
      }
      if (entries < before) {
        return { message: 'The step sees fewer entries than the one before.', at };
      }
      before = entries;
      if (i === this.#impossible) {
        return { message: 'The token count is impossibly large.', at: `.steps[${i}]` };
      }
    }
    return null;
  }

  #checkCompactions(compactions: readonly RecordedCompaction[]): Contradiction | null {
    let before = 0;
    for (const [i, compaction] of compactions.entries()) {
      const message = compactionFault(this.#entries, this.#seen, compaction, before);
      if (message !== null) return { message, at: `.compactions[${i}]` };
      before = compaction.entry;
    }
    return null;
  }
}

function compactionFault(
  entries: number,
  steps: readonly number[],
  { entry, step, kept, elided }: RecordedCompaction,
  before: number,
): string | null {
  if (entry > entries) return 'The compaction is beyond the last entry.';
  if (entry < before) return 'The compaction is before the one listed above it.';
  if (step > steps.length) return 'The compaction belongs to a missing step.';
  if ((steps[step] ?? entry) < entry) return 'The step ends before its compaction.';
  let end = 0;
  for (const [from, to] of kept) {
    if (from < end || to <= from || to > entry)
      return 'The kept ranges are out of order or bounds.';
    end = to;
  }
  const ordered = elided.every((at, i) => at < entry && (i === 0 || at > (elided[i - 1] ?? -1)));
  return ordered ? null : 'The blanked entries are out of order or bounds.';
}
