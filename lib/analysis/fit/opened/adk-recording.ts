/**
 * What a recording of Google ADK says of the compaction that ran. ADK writes no configuration: which
 * kind ran, and with which numbers, is read from its compaction events; where there is none, nothing is.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import type { Policy } from '@/lib/engine/policy/policy';
import { finishedTurns } from '@/lib/engine/mechanisms/turns';
import type { MeasuredCompaction, Profile, ProfileHead } from '@/lib/engine/tokens/profile';
import type { InferredSetting } from '../threshold-evidence';

type Settings = InferredSetting['settings'];

/** A recorded compaction: the entries before it, and how many of them it covered. */
interface Boundary extends Pick<MeasuredCompaction, 'step' | 'entry'> {
  readonly covered: number;
}

const boundaries = ({ compactions }: Pick<ProfileHead, 'compactions'>): readonly Boundary[] =>
  compactions
    .filter(({ kind }) => kind === 'summary')
    .map(({ step, entry, kept }) => {
      const last = kept.at(-1);
      return { step, entry, covered: last?.[1] === entry ? last[0] : entry };
    });

/** Those with a step behind them. */
const checked = ({ head, stepCount }: Profile): readonly Boundary[] =>
  boundaries(head).filter(({ step }) => step < stepCount);

/** True where every compaction took all events up to the end of an invocation: ADK's sliding window. */
export function isSliding(head: ProfileHead): boolean {
  const found = boundaries(head);
  return found.length > 0 && found.every(({ entry, covered }) => covered === entry);
}

/** How the policy was picked, for a sentence. */
export function adkWords(head: ProfileHead): string {
  if (boundaries(head).length === 0) {
    return 'it recorded no compaction, and ADK has no default for one';
  }
  return isSliding(head)
    ? 'its compactions cover whole invocations'
    : 'its compactions keep the newest events';
}

/** The interval of a sliding window: the fewest invocations between two of its compactions. */
export function slidingShown(profile: Profile, settings: Settings): InferredSetting | null {
  let [covered, least, from] = [0, Infinity, -1];
  for (const { step, covered: end } of checked(profile)) {
    const turns = finishedTurns(profile, covered, step);
    if (turns > 0 && turns < least) [least, from] = [turns, step];
    covered = end;
  }
  if (from < 0 || least === settings['interval']) return null;
  const text = `step ${formatInteger(from)} compacted after ${formatInteger(least)} invocations: that is the interval`;
  return { settings: { ...settings, interval: least }, from, text };
}

/**
 * The newest events that its compactions kept, and the token threshold where one number explains all
 * of them: the least count at which it compacted, where it never went on at as many.
 */
export function tailShown(
  profile: Profile,
  settings: Settings,
  { decision }: Pick<Policy, 'decision'>,
): InferredSetting | null {
  const found = checked(profile);
  const [first] = found;
  if (first === undefined) return null;
  const retention = Math.max(1, Math.min(...found.map(({ entry, covered }) => entry - covered)));
  const kept = `its compactions kept ${formatInteger(retention)} events`;
  const fired = found
    .map(({ step }) => ({ step, tokens: newestCount(profile, step) }))
    .reduce((least, one) => (one.tokens < least.tokens ? one : least));
  const held = heldUntil(profile, found);
  if (fired.tokens <= held || fired.tokens === Infinity) {
    return { settings: { ...settings, retention }, from: first.step, text: kept };
  }
  const tokenThreshold = decision?.relation === '>' ? fired.tokens - 1 : fired.tokens;
  return {
    settings: { ...settings, retention, tokenThreshold },
    from: fired.step,
    text: `${kept}, and a token threshold of ${formatInteger(tokenThreshold)} explains all of them`,
  };
}

/**
 * The greatest count, up to the last compaction, behind which it did not compact. Later ones say nothing: a
 * call that is never answered stops every further compaction.
 */
function heldUntil({ steps }: Profile, found: readonly Boundary[]): number {
  const last = found.at(-1)?.step ?? 0;
  const fired = new Set(found.map(({ step }) => step - 1));
  let held = 0;
  for (let i = 0; i < last; i++) if (!fired.has(i)) held = Math.max(held, intAt(steps.real, i));
  return held;
}

/** The newest prompt token count before a step; Infinity without one. */
function newestCount({ steps }: Profile, step: number): number {
  for (let i = step - 1; i >= 0; i--) if (intAt(steps.real, i) > 0) return intAt(steps.real, i);
  return Infinity;
}
