import type { EntryRange } from '@/lib/policies/contract/loop/sent-entries';
import {
  completeProfile,
  stepFlag,
  type MeasuredCompaction,
  type Profile,
} from '@/lib/tokens/profile';
import type { Replay } from '../replay';

const blank = {
  trigger: 'auto',
  summaryTokens: 0,
  summaryBytes: 0,
  reads: 'none',
  kept: [],
  elided: [],
  preTokens: null,
  postTokens: null,
} as const;

/** The recording without what its own agent compacted. */
export const uncompacted = ({ head, entries, steps }: Profile): Profile =>
  completeProfile({ ...head, compactions: [], guard: [] }, entries, steps);

/**
 * A replay as the numbers that a recording of it would hold: each change of what its requests hold is a
 * recorded compaction or elision, and the provider counted what it projects.
 */
export function writtenDown(replay: Replay): Profile {
  const { profile } = replay.session;
  const { head, entries, steps } = profile;
  const real = steps.real.map((was, step) =>
    was >= 0 && ((steps.flags[step] ?? 0) & stepFlag.reported) !== 0
      ? (replay.columns.real[step] as number)
      : was,
  );
  const compactions = [...steps.real.keys()].flatMap((step) => boundariesAt(replay, step));
  return completeProfile({ ...head, compactions, guard: [] }, entries, { ...steps, real });
}

function boundariesAt(replay: Replay, step: number): readonly MeasuredCompaction[] {
  const elided = new Set(
    replay.notes.elisions.flatMap((one) => (one.step === step ? [one.entry] : [])),
  );
  const entry = replay.session.profile.steps.entries[step] as number;
  const elision: MeasuredCompaction = {
    ...blank,
    kind: 'elision',
    step,
    entry,
    elided: [...elided].sort((a, b) => a - b),
  };
  const summary = changes(replay, step) ? [summaryAt(replay, step, entry)] : [];
  return elided.size > 0 ? [elision, ...summary] : summary;
}

/** A compaction, or a request that otherwise begins elsewhere or has another summary than the one before. */
function changes({ columns }: Replay, step: number): boolean {
  if (columns.compacted[step] === 1) return true;
  const names = ['covered', 'injected', 'summaryBytes'] as const;
  return step > 0 && names.some((name) => columns[name][step] !== columns[name][step - 1]);
}

function summaryAt(
  { columns, notes, form, session }: Replay,
  step: number,
  entry: number,
): MeasuredCompaction {
  const covered = columns.covered[step] as number;
  const ranges = notes.kept.findLast((one) => one.step <= step)?.ranges ?? [];
  const kept: EntryRange[] = ranges.filter(([from, to]) => to > from && to <= covered);
  if (covered < entry) kept.push([covered, entry]);
  const bytes = columns.summaryBytes[step] as number;
  const summaryBytes = columns.injected[step] === 1 ? bytes + form.wrapperBytes : 0;
  const before = columns.realBefore[step] as number;
  return {
    ...blank,
    kind: 'summary',
    step,
    entry,
    kept,
    summaryBytes,
    summaryTokens: Math.floor(summaryBytes / 4),
    reads: summaryBytes > 0 ? 'text' : 'none',
    preTokens: session.profile.steps.real[step] === -1 || before === 0 ? null : before,
  };
}
