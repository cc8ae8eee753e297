import { oncePer } from '@/lib/engine/base/once/once-per';
import { sentRanges } from '@/lib/engine/policy/loop/sent-entries';
import type { MeasuredCompaction, Profile } from '@/lib/engine/tokens/profile';
import { recordedViews, type RecordedView } from '../recorded-view';

/** A recorded change of the log before a step; several before one step are one. */
export interface RecordedBoundary {
  readonly step: number;
  /** Who caused it; `unknown` where the file does not say. */
  readonly trigger: MeasuredCompaction['trigger'];
  /** False for a boundary that only blanks entries. */
  readonly summary: boolean;
  /** Entries of the log when the program checked. */
  readonly checked: number;
  /** UTF-8 bytes of the summary's entry; 0 for none. */
  readonly summaryBytes: number;
  /** The program's own count before it; null where the file has none. */
  readonly preTokens: number | null;
  /** Index of the view from this boundary on, and of the one that it is asked on; null: the one in force. */
  readonly view: number;
  readonly asked: number | null;
}

/** A recording as a policy watches it. */
export interface Recording {
  /** The session's own, with columns of steps that are changed while a boundary is checked. */
  readonly profile: Profile;
  /**
   * The views of the recording as a policy would have left them: a kept range that reaches the end of what
   * the summary covers is a tail, so what is covered ends where the tail begins. Behind them those that
   * checks are asked on, where a boundary before had blanked entries.
   */
  readonly views: readonly RecordedView[];
  /** In step order. */
  readonly boundaries: readonly RecordedBoundary[];
}

/** A recording whose own blanks, at a boundary, are in force before its check; made once a profile. */
export const blankedBefore = oncePer((profile: Profile) => recordingOf(profile, false));

/** The same for a policy whose blanks are part of its check. */
export const blankedAfter = oncePer((profile: Profile) => recordingOf(profile, true));

function recordingOf(given: Profile, blanksAfter: boolean): Recording {
  const recorded = recordedViews(given);
  const views = recorded.map((view) => ({ ...view, ...sentRanges(view.from, view.kept) }));
  const { entries, turnStart } = given.steps;
  const steps = { ...given.steps, entries: entries.slice(), turnStart: turnStart.slice() };
  const boundaries: RecordedBoundary[] = [];
  for (const [index, view] of recorded.entries()) {
    const here = given.head.compactions.filter(({ step }) => step === view.step);
    // Of several before one step the last summary is the program's answer to its check.
    const one = here.findLast(({ kind }) => kind === 'summary') ?? here.at(-1);
    if (!view.boundary || one === undefined) continue;
    const before = blanksAfter ? [] : here.slice(0, here.indexOf(one));
    const blanked = before.flatMap(({ kind, elided }) => (kind === 'elision' ? elided : []));
    const inForce = views[index - 1];
    const isOther = blanked.length > 0 && inForce !== undefined;
    if (isOther) {
      const elided = [...new Set([...inForce.elided, ...blanked])].sort((a, b) => a - b);
      views.push({ ...inForce, elided });
    }
    boundaries.push({
      step: view.step,
      trigger: one.trigger,
      summary: one.kind === 'summary',
      checked: Math.min(one.entry, entries[view.step] ?? one.entry),
      summaryBytes: one.summaryBytes,
      preTokens: one.preTokens,
      view: index,
      asked: isOther ? views.length - 1 : null,
    });
  }
  return { profile: { ...given, steps }, views, boundaries };
}
