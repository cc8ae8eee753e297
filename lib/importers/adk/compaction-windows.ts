import type { Part, RecordedCompaction } from '@/lib/session/schema';
import type { AdkCompaction } from './event';

/**
 * ADK's native compactions of one lane. Each replaces the events of a window of time; a later
 * window may overlap an earlier one, whose summary then stays, or swallow it whole.
 */
export class CompactionWindows {
  /** Time of each entry of the log so far. */
  readonly #times: (number | null)[] = [];
  #active: readonly AdkCompaction[] = [];

  /** An entry was appended to the log. */
  entry(seconds: number | null): void {
    this.#times.push(seconds);
  }

  /** Takes a compaction at the end of the log so far: what the next request holds in its place. */
  add(compaction: AdkCompaction): Pick<RecordedCompaction, 'kind' | 'summary' | 'kept'> {
    const survivors = this.#active.filter(
      ({ start, end }) => start < compaction.start || end > compaction.end,
    );
    this.#active = [...survivors, compaction];
    const summary: readonly Part[] = this.#active.flatMap((window) => window.summary);
    return { kind: 'summary', summary, kept: this.#kept() };
  }

  #kept(): readonly (readonly [number, number])[] {
    const kept: [number, number][] = [];
    this.#times.forEach((seconds, i) => {
      if (this.#active.some((window) => covers(window, seconds))) return;
      const last = kept.at(-1);
      if (last?.[1] === i) last[1] = i + 1;
      else kept.push([i, i + 1]);
    });
    return kept;
  }
}

function covers({ start, end }: AdkCompaction, seconds: number | null): boolean {
  return seconds !== null && seconds >= start && seconds <= end;
}
