import type { EntryRange } from '@/lib/engine/policy/loop/sent-entries';
import {
  completeProfile,
  type MeasuredCompaction,
  type Profile,
} from '@/lib/engine/tokens/profile';
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
 * recorded compaction or elision, and the provider counted what it projects. `acts`: as its agent's own file has
 * it, which tells what the policy itself did to a request, and the texts behind the summary that stay there.
 */
export function writtenDown(replay: Replay, tells: 'requests' | 'acts' = 'requests'): Profile {
  const { profile } = replay.session;
  const { head, entries, steps } = profile;
  const real = steps.real.map((was, step) =>
    was >= 0 ? (replay.columns.real[step] as number) : was,
  );
  const acts = tells === 'acts';
  const { compacted, addedTokens } = replay.columns;
  // A text that is in no other request is in no log.
  const stay = acts && addedTokens.some((tokens, step) => tokens > 0 && compacted[step] === 0);
  const told = (step: number): boolean => (acts ? compacted[step] === 1 : changes(replay, step));
  const compactions = [...steps.real.keys()].flatMap((step) => {
    const texts = stay ? (addedTokens[step] ?? 0) : 0;
    return boundariesAt(replay, step, told(step) ? texts : null);
  });
  return completeProfile({ ...head, compactions, guard: [] }, entries, { ...steps, real });
}

/** What a step changes; `texts`: tokens behind a summary of it, null for none. */
function boundariesAt(
  replay: Replay,
  step: number,
  texts: number | null,
): readonly MeasuredCompaction[] {
  const { notes, session } = replay;
  const entry = session.profile.steps.entries[step] as number;
  const elided = notes.elisions.flatMap((one) => (one.step === step ? [one.entry] : []));
  if (texts === null) return elisionOf(step, entry, elided);
  const ranges = notes.kept.findLast((one) => one.step === step)?.ranges ?? [];
  const isKept = (at: number): boolean => ranges.some(([from, to]) => at >= from && at < to);
  return [
    ...elisionOf(
      step,
      entry,
      elided.filter((at) => !isKept(at)),
    ),
    summaryAt(replay, step, entry, texts),
    // Of an entry that stays beside the summary a part leaves with the others.
    ...elisionOf(step, entry, elided.filter(isKept)),
  ];
}

function elisionOf(
  step: number,
  entry: number,
  entries: readonly number[],
): readonly MeasuredCompaction[] {
  const elided = [...new Set(entries)].sort((a, b) => a - b);
  return elided.length === 0 ? [] : [{ ...blank, kind: 'elision', step, entry, elided }];
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
  texts: number,
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
    summaryTokens: Math.floor(summaryBytes / 4) + texts,
    reads: summaryBytes > 0 ? 'text' : 'none',
    preTokens: session.profile.steps.real[step] === -1 || before === 0 ? null : before,
  };
}
