import { intAt } from '@/lib/engine/base/read';
import type { Policy } from '@/lib/engine/policy/policy';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import type { EntryShape } from '@/lib/engine/tokens/text/part-shapes';
import { limitAt } from '../step-events';
import type { Compaction } from './compaction-list';
import { cutTo, summarisedAt, type SummarisedContents } from './contents';
import { storedSummary, summariserInput, type SummariserInput } from './summariser-input';

/** The agent's own policy and its settings. */
export interface OwnSummariser {
  readonly policy: Policy;
  readonly settings: unknown;
}

/** A summariser's call: who asks, what it is given, and whether the call itself fits the limit. */
export interface SummariserCall {
  readonly policy: string;
  /** Source of the prompt. */
  readonly source: string;
  readonly sections: readonly string[];
  /** Name of the rule that cuts the oldest contents; null where none does. */
  readonly cut: string | null;
  readonly input: SummariserInput;
  /** Real tokens of the call's own request; null where unknown. */
  readonly tokens: number | null;
  /** Nobody measured them. */
  readonly projected: boolean;
  /** Limit less `tokens`; null where one of them is unknown. */
  readonly spare: number | null;
}

/** The session whose compactions are looked at. */
interface CompactionSource {
  readonly replay: Replay;
  /** null where no policy models the agent. */
  readonly own: OwnSummariser | null;
}

/** Who is asked to summarise what. */
export interface SummaryCall extends OwnSummariser {
  readonly contents: SummarisedContents;
}

/** Who wrote a compaction's summary; null where no policy models the agent. */
export function askedSummary(
  { replay, own }: CompactionSource,
  compaction: Compaction,
): SummaryCall | null {
  if (compaction.source === 'recorded') {
    return own && { ...own, contents: recordedContents(compaction) };
  }
  const { step } = compaction;
  const settings = settingsAt(replay, step);
  return { policy: replay.policy, settings, contents: summarisedAt(replay, step) };
}

/** The same contents through ContextGuard's prompt, under the settings it opens the session with. */
export function askedOfGuard(replay: Replay, compaction: Compaction): SummaryCall {
  const policy = policyOrDefault(DEFAULT_POLICY);
  const settings = sessionSettings(policy, replay.session.profile.head);
  const budget = policy.summariser?.budget(settings) ?? Infinity;
  const { all } =
    compaction.source === 'recorded'
      ? recordedContents(compaction)
      : summarisedAt(replay, compaction.step);
  return { policy, settings, contents: { all, given: cutTo(replay, all, budget) } };
}

/** A recorded compaction replaced what it covers; its summariser was given all of it. */
function recordedContents({ before, covered }: Compaction): SummarisedContents {
  const all = { summary: before.contents.summary, ranges: covered };
  return { all, given: all };
}

/** Bytes of the summary that was stored before a compaction; 0 for none. */
export const previousBytes = (
  { columns }: Replay,
  { source, step }: Pick<Compaction, 'source' | 'step'>,
): number => (source === 'replayed' ? storedSummary(columns.summaryBytes, step) : 0);

/** The call that such a request makes; null where nothing is known of the prompt. */
export function summariserCall(
  replay: Replay,
  shapes: readonly EntryShape[],
  compaction: Compaction,
  { policy, settings, contents }: SummaryCall,
): SummariserCall | null {
  const prompt = policy.summariser;
  if (prompt === undefined) return null;
  const { profile, projection } = replay.session;
  const step = Math.min(compaction.step, profile.stepCount - 1);
  const source = { profile, shapes, turnStart: intAt(profile.steps.turnStart, step) };
  const stored = previousBytes(replay, compaction);
  const input = summariserInput(source, contents, prompt, settings, stored);
  const density = profile.steps.ratio?.[step] ?? projection.density.value;
  // Messages given as they are make a request of the size that was compacted.
  const whole = Object.values(prompt.gives).every((given) => given === 'whole');
  const written = whole ? null : Math.round((input.prompt?.tokens ?? input.given) * density);
  const tokens = written ?? compaction.before.tokens;
  const limit = limitAt(replay, step);
  return {
    policy: policy.label,
    source: prompt.source,
    sections: prompt.sections,
    cut: prompt.cut ?? null,
    input,
    tokens,
    projected: written !== null || compaction.before.basis === 'projected',
    spare: limit === null || tokens === null ? null : limit - tokens,
  };
}
