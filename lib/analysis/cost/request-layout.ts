/** What the requests of a replay are made of, in their order: what a provider's cache compares. */
import { byteAt, intAt } from '@/lib/engine/base/read';
import { mark } from '@/lib/engine/replay/prepare';
import { recordedViews, type RecordedView } from '@/lib/engine/replay/recorded-view';
import type { Replay } from '@/lib/engine/replay/replay';

/** Entries from `from` to before `to`, or the summary that a step wrote with what stands beside it. */
export interface RequestPart {
  readonly from: number;
  /** Infinity: to the end of the log. */
  readonly to: number;
  /** Step of the compaction that wrote it; −1 for entries. */
  readonly summary: number;
}

/** The parts of a request behind its prefix; the last one goes to the end of the log. */
export type RequestLayout = readonly RequestPart[];

/** From a step on requests have another layout, or the same with some entries blanked. */
export interface LayoutChange {
  readonly step: number;
  readonly layout: RequestLayout;
  /** Entries that are shorter from this step on. */
  readonly elided: readonly number[];
}

type Ranges = readonly (readonly [number, number])[];

const NONE: Ranges = [];
const NOTHING: readonly number[] = [];

/**
 * The changes of a replay's layout, ascending; the first is at step 0. While a replay is the recording
 * its layout is the recorded one, whatever its policy notes; behind the divergence it follows from
 * columns and notes.
 */
export function layoutChanges(replay: Replay): readonly LayoutChange[] {
  const { columns, marks, session } = replay;
  const { compacted, reproduced, covered, injected } = columns;
  const views = recordedViews(session.profile);
  const notes = new NotesOfSteps(replay);
  const changes: LayoutChange[] = [];
  let view = -1;
  let written = -1;
  for (let step = 0; step < session.profile.stepCount; step++) {
    const noted = notes.take(step);
    const begins = views[view + 1]?.step === step;
    if (begins) view++;
    if (compacted[step] === 1) written = step;
    const diverged = (byteAt(marks, step) & mark.diverged) !== 0;
    const recorded = !diverged || (compacted[step] === 1 && reproduced[step] === 1);
    if (recorded) {
      if (begins) changes.push(recordedChange(views, view));
      continue;
    }
    const same =
      step > 0 &&
      compacted[step] === 0 &&
      covered[step] === covered[step - 1] &&
      injected[step] === injected[step - 1];
    if (same && !noted) continue;
    const before = same && !notes.keeps ? changes.at(-1)?.layout : undefined;
    changes.push({ step, layout: before ?? notes.layout(step, written), elided: notes.elided });
  }
  return changes;
}

/** The layout of a recorded view. */
function recordedChange(views: readonly RecordedView[], index: number): LayoutChange {
  const view = views[index] as RecordedView;
  const before = new Set(views[index - 1]?.elided ?? []);
  const elided = view.elided.filter((entry) => !before.has(entry));
  const summary = view.summarised ? view.since + 1 : -1;
  return { step: view.step, layout: layoutOf(view.kept, view.from, { summary }), elided };
}

/** Parts of a request: what is kept in front of the summary, the summary, and what follows it. */
function layoutOf(
  kept: Ranges,
  covered: number,
  { summary, leads = false }: { readonly summary: number; readonly leads?: boolean },
): RequestLayout {
  const parts: RequestPart[] = [];
  const add = (from: number, to: number): void => {
    const last = parts.at(-1);
    if (last !== undefined && last.summary < 0 && last.to === from) {
      parts[parts.length - 1] = { ...last, to };
    } else parts.push({ from, to, summary: -1 });
  };
  const write = (): void => {
    if (summary >= 0) parts.push({ from: 0, to: 0, summary });
  };
  const before = kept.filter(([from, to]) => to > from && from < covered);
  // What reaches the entries behind the summary is a tail, and stands with them.
  const tail = before.at(-1)?.[1] === covered ? before.at(-1) : undefined;
  if (leads) write();
  for (const range of before) if (range !== tail) add(...range);
  if (!leads) write();
  add(tail?.[0] ?? covered, Infinity);
  return parts;
}

/** Kept ranges and elisions of a replay, read once in step order. */
class NotesOfSteps {
  readonly #replay: Replay;
  #kept = NONE;
  #nextKept = 0;
  #nextElision = 0;
  /** The step last taken brings kept ranges, and these elisions. */
  keeps = false;
  elided: readonly number[] = NOTHING;

  constructor(replay: Replay) {
    this.#replay = replay;
  }

  /** Takes what is noted up to a step; true where something is. */
  take(step: number): boolean {
    const { kept, elisions } = this.#replay.notes;
    const [before, first] = [this.#nextKept, this.#nextElision];
    while ((kept[this.#nextKept]?.step ?? Infinity) <= step) {
      this.#kept = kept[this.#nextKept++]?.ranges ?? NONE;
    }
    while ((elisions[this.#nextElision]?.step ?? Infinity) <= step) this.#nextElision++;
    this.keeps = this.#nextKept > before;
    this.elided =
      this.#nextElision === first
        ? NOTHING
        : elisions.slice(first, this.#nextElision).map(({ entry }) => entry);
    return this.keeps || this.elided.length > 0;
  }

  /** The layout of the step last taken; `written`: step of the newest compaction. */
  layout(step: number, written: number): RequestLayout {
    const { columns, policy } = this.#replay;
    const summary = byteAt(columns.injected, step) === 1 ? Math.max(0, written) : -1;
    const leads = policy.traits.summaryLeads === true;
    return layoutOf(this.#kept, intAt(columns.covered, step), { summary, leads });
  }
}
