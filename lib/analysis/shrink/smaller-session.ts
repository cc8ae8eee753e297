import { firstAtLeast } from '@/lib/engine/base/search';
import type { RecordedCompaction, Session, Step } from '@/lib/engine/session/schema';

/** What of a session stays: ascending places in each of its lists. */
export interface Rows {
  readonly steps: readonly number[];
  readonly entries: readonly number[];
  readonly compactions: readonly number[];
  readonly failed: readonly number[];
  readonly notices: readonly number[];
}

/** The session of some rows: what names a step or an entry names its new place. */
export function smallerSession(session: Session, rows: Rows): Session {
  const { environments, asked, failedCompactions, ...head } = session;
  // As many stay below a place as stand before its new one.
  const stepOf = (step: number): number => firstAtLeast(rows.steps, step);
  const entryOf = (entry: number): number => firstAtLeast(rows.entries, entry);
  const { length } = rows.steps;
  return {
    ...head,
    entries: picked(session.entries, rows.entries),
    steps: picked(session.steps, rows.steps).map((step) => smallerStep(step, entryOf)),
    compactions: picked(session.compactions, rows.compactions).map((one) => ({
      ...smallerCompaction(one, rows.entries, entryOf),
      step: stepOf(one.step),
    })),
    notices: picked(session.notices, rows.notices),
    ...(failedCompactions === undefined
      ? {}
      : {
          failedCompactions: picked(failedCompactions, rows.failed).map((one) => {
            return { ...one, step: stepOf(one.step) };
          }),
        }),
    ...(environments === undefined
      ? {}
      : { environments: smallerSpans(environments, stepOf, length) }),
    ...(asked === undefined ? {} : { asked: smallerSpans(asked, stepOf, length) }),
  };
}

const picked = <T>(all: readonly T[], places: readonly number[]): readonly T[] =>
  places.map((place) => all[place] as T);

/** A recorded watermark counts entries. */
function smallerStep(step: Step, entryOf: (entry: number) => number): Step {
  const { guard } = step;
  const entries = entryOf(step.entries);
  if (guard === undefined || guard.watermark === null) return { ...step, entries };
  return { ...step, entries, guard: { ...guard, watermark: entryOf(guard.watermark) } };
}

function smallerCompaction(
  one: RecordedCompaction,
  entries: readonly number[],
  entryOf: (entry: number) => number,
): RecordedCompaction {
  const staying = new Set(entries);
  return {
    ...one,
    entry: entryOf(one.entry),
    kept: one.kept
      .map(([from, to]) => [entryOf(from), entryOf(to)] as const)
      .filter(([from, to]) => to > from),
    elided: one.elided.filter((entry) => staying.has(entry)).map(entryOf),
  };
}

/** Spans whose steps are all gone go too: of those that begin at one step, the last is in force. */
function smallerSpans<T extends { readonly from: number }>(
  spans: readonly T[],
  stepOf: (step: number) => number,
  steps: number,
): readonly T[] {
  const moved = spans.map((span) => ({ ...span, from: stepOf(span.from) }));
  return moved.filter(({ from }, i) => from < steps && moved[i + 1]?.from !== from);
}
