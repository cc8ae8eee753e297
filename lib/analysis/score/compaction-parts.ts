/** Where the error of a projection across a compaction comes from. */
import { numberAt } from '@/lib/engine/base/read';
import { summaryEntryTokens } from '@/lib/engine/mechanisms/summary-text';
import { projectReal, type Projection } from '@/lib/engine/replay/projection/projection';
import { thoughtSize } from '@/lib/engine/replay/projection/thoughts';
import { keptSum, recordedViews } from '@/lib/engine/replay/recorded-view';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';

/** What a request behind a compaction is made of, in the order in which errors are told. */
export const compactionParts = ['summary', 'kept', 'density', 'prefix', 'hidden', 'back'] as const;

export type CompactionPart = (typeof compactionParts)[number];

/** The parts in words. */
export const partNames: Readonly<Record<CompactionPart, string>> = {
  summary: 'summary',
  kept: 'kept entries',
  density: 'density',
  prefix: 'prefix',
  hidden: 'hidden growth',
  back: 'what came back',
};

/** Tokens that each part was projected too high, whole; together they are projected − recorded. */
export type PartErrors = Readonly<Record<CompactionPart, number>>;

/** A projection and what it is compared with. */
interface Projected {
  /** The session up to the compaction, replayed with the table's sizes. */
  readonly made: Replay;
  /** Tokens of its request, and with the recorded summary in place of the table's. */
  readonly projected: number;
  readonly withSummary: number;
  readonly recorded: number;
  /** Bytes of that summary. */
  readonly summaryBytes: number;
}

/**
 * Parts are exchanged one after the other, the projected for the recorded: the summary's bytes, the entries
 * that stayed, what their tokens cost by all that the session shows later, the prefix. What is left is
 * growth that was expected to survive and cannot have, since less than it is there, and what came back. A
 * summary that the recording does not show is no part: what it was off by is among what came back.
 */
export function partErrors(
  profile: Profile,
  prefixTokens: number,
  step: number,
  { made, projected, withSummary, recorded, summaryBytes }: Projected,
): PartErrors {
  const { session, columns } = made;
  const known = session.projection;
  const later = projectReal(profile, prefixTokens);
  const texts = summaryEntryTokens(summaryBytes);
  const added = known.density.value * numberAt(columns.addedTokens, step);
  const joined = numberAt(known.joined, step);
  const stayed = withSummary - known.prefix - joined - known.density.value * texts - added;
  const recordedKept = keptAt(profile, known, step);
  const laterKept = keptAt(profile, later, step);
  const rest = recorded - later.prefix - laterKept - later.density.value * texts;
  const hidden = Math.round(Math.max(0, joined - Math.max(0, rest)));
  const whole = {
    summary: Math.round(projected - withSummary),
    kept: Math.round(stayed - recordedKept),
    density: Math.round(
      recordedKept - laterKept + (known.density.value - later.density.value) * texts,
    ),
    prefix: Math.round(known.prefix - later.prefix),
    hidden,
  };
  const told = Object.values(whole).reduce((sum, one) => sum + one, 0);
  return { ...whole, back: projected - recorded - told };
}

/** Real tokens of the recorded entries of a request behind a compaction, sized by a projection. */
function keptAt(profile: Profile, { sizes, densities }: Projection, step: number): number {
  const view = recordedViews(profile).findLast((one) => one.step === step);
  if (view === undefined) return 0;
  const end = profile.steps.entries[step] ?? 0;
  return (
    keptSum(view, sizes) +
    numberAt(sizes, end) -
    numberAt(sizes, view.from) +
    thoughtSize(profile, densities, step, view.from)
  );
}
