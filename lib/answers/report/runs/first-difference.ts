import { unpacked } from './packed-columns';
import type { RunRecord, RunResult } from './run-record';

/** A number then and now; null where there is none. */
export interface RunPair {
  readonly name: string;
  readonly then: number | null;
  readonly now: number | null;
}

/** The first step at which two results differ, with all that differs there. */
export interface FirstDifference {
  readonly step: number;
  /** Columns by name; `events`, `kept` and `elisions` count what the step has of them. */
  readonly values: readonly RunPair[];
}

/** What is compared of a result's notes, by name and step. */
type NotesByStep = Readonly<Record<'events' | 'kept' | 'elisions', ReadonlyMap<number, string[]>>>;

function byStep<T extends { readonly step: number }>(
  notes: readonly T[],
  text: (note: T) => string,
): ReadonlyMap<number, string[]> {
  const steps = new Map<number, string[]>();
  for (const note of notes) {
    const at = steps.get(note.step);
    if (at === undefined) steps.set(note.step, [text(note)]);
    else at.push(text(note));
  }
  return steps;
}

const notesOf = ({ events, kept, elisions }: RunResult): NotesByStep => ({
  events: byStep(events, ({ kind }) => kind),
  kept: byStep(kept, ({ ranges }) => JSON.stringify(ranges)),
  elisions: byStep(elisions, ({ entry, tokens }) => `${entry} ${tokens}`),
});

/** Finds it among the columns that both have and the notes; null where nothing differs. */
export function firstDifference(then: RunRecord, now: RunRecord): FirstDifference | null {
  const most = Math.max(then.session.steps, now.session.steps);
  const columns = Object.entries(then.result.columns).flatMap(([name, column]) => {
    const other = now.result.columns[name];
    if (other === undefined) return [];
    return [{ name, was: unpacked(column, most), is: unpacked(other, most) }];
  });
  const notes = [notesOf(then.result), notesOf(now.result)] as const;
  for (let step = 0; step < most; step++) {
    const values = [
      ...columns.flatMap(({ name, was, is }): readonly RunPair[] =>
        was[step] === is[step] ? [] : [{ name, then: was[step] ?? null, now: is[step] ?? null }],
      ),
      ...noteDifferences(...notes, step),
    ];
    if (values.length > 0) return { step, values };
  }
  return null;
}

function noteDifferences(was: NotesByStep, is: NotesByStep, step: number): readonly RunPair[] {
  return (['events', 'kept', 'elisions'] as const).flatMap((name): readonly RunPair[] => {
    const [before = [], after = []] = [was[name].get(step), is[name].get(step)];
    if (before.join('\n') === after.join('\n')) return [];
    return [{ name, then: before.length, now: after.length }];
  });
}
