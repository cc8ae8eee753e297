import { keptSum, recordedViews, type RecordedView } from '../recorded-view';
import type { Profile } from '@/lib/engine/tokens/profile';
import { densityOf } from './density';
import { grain } from './grain';
import type { EntrySizes } from './sizing';
import { thoughtSize } from './thoughts';

/** A view of the recording with the remainders that only the policy `recorded` keeps. */
export interface SizedView extends RecordedView {
  /** Real tokens of summary and kept entries, less the elided ones. */
  readonly offset: number;
  /** Tokens the agent re-injected after the compaction; they make the recorded number come out. */
  readonly remainder: number;
}

/** Sets each recorded view's remainder so that its first known real comes out. */
export function sizeViews(profile: Profile, core: EntrySizes): readonly SizedView[] {
  const views = recordedViews(profile);
  const { real, entries } = profile.steps;
  let remainder = 0;
  return views.map((view, index) => {
    const end = views[index + 1]?.step ?? profile.stepCount;
    const density = densityOf(profile, core.texts, Math.min(view.step, profile.stepCount - 1) || 0);
    const offset = keptSum(view, core.sizes) + grain(density.value * view.summaryTokens);
    const sized = { ...view, offset, remainder: 0 };
    let first = view.step;
    while (first < end && (real[first] ?? -1) < 0) first++;
    if (!view.boundary) return sized;
    if (first < end) {
      const n = entries[first] ?? 0;
      remainder = (real[first] ?? 0) - recordedSize(profile, core, sized, first, n);
    }
    return { ...sized, remainder };
  });
}

/** Real tokens of a step's recorded request under a view, rebuilt from sizes. */
function recordedSize(
  profile: Profile,
  core: EntrySizes,
  view: SizedView,
  step: number,
  n: number,
): number {
  const hidden = (core.hidden[step] ?? 0) - (core.hidden[view.since] ?? 0);
  return (
    core.prefix +
    view.offset +
    view.remainder +
    (core.sizes[n] ?? 0) -
    (core.sizes[view.from] ?? 0) +
    (core.joined[step] ?? 0) +
    hidden +
    thoughtSize(profile, core.densities, step, view.from)
  );
}
