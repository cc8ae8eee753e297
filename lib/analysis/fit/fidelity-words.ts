/** A judgement in words. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Fidelity, JudgedCompaction } from './judgement';

/** How the policy that judges compacts, and what the recording lacks of its count; null for nothing. */
interface Judge {
  /** It compacts beside its running steps, and lands after an assumed delay. */
  readonly background: boolean;
  readonly lacks: string | null;
}

/** Whose a recorded compaction is that no policy decides. */
export const userWords = {
  manual: 'the user asked for it',
  'far-below': 'may be its user’s: the file names no trigger',
} as const;

/** Reason of an outcome, read from its numbers. */
export function whyOf({ background, lacks }: Judge, one: Omit<JudgedCompaction, 'why'>): string {
  const { outcome, tokens, preTokens, value, threshold } = one;
  if (one.lacks !== null) return lackingText(one.lacks.words, one);
  const held = value ?? 0;
  const least = Math.min(held, preTokens ?? Infinity);
  const counts = least < held ? 'the agent’s count' : 'the policy’s value';
  // Results that came after the agent's count are in the file, and weigh a share of what is missing.
  const most = least < held ? 'at most ' : '';
  const weight =
    lacks === null || threshold === null || held >= threshold
      ? ''
      : ` The file lacks ${lacks}: beyond ${counts} it would have to weigh ${most}${formatInteger(threshold - least)} tokens.`;
  const trigger = one.trigger === 'unknown' ? ' The recording does not say what triggered it.' : '';
  const unsaid = `${weight}${trigger}`;
  if (outcome === 'manual') return 'The user requested it; no policy decides that.';
  if (outcome === 'inferred') {
    return 'A setting was inferred from this compaction, so it proves nothing.';
  }
  if (outcome === 'not-observable') {
    return 'The recording begins with it: no request before it can be asked about.';
  }
  if (outcome === 'far-below') {
    const most = formatInteger(Math.max(held, preTokens ?? 0));
    return `It may be its user’s, as the file names no trigger and ${most} tokens are far below the threshold of ${formatInteger(threshold ?? 0)}; it does not count against the policy.`;
  }
  if (outcome === 'reproduced') return `The policy fires at the same step.${unsaid}`;
  if (value === null || value === 0) {
    return `The policy has no count here: no usage was reported before this step.${unsaid}`;
  }
  if (threshold !== null && value >= threshold) {
    const why = background ? 'a compaction beside it is under way' : 'it asks for nothing';
    return `The policy’s value reaches its threshold, and ${why}.${unsaid}`;
  }
  const short = `At the recorded step the policy’s value is ${formatInteger(Math.abs(tokens ?? 0))} below its threshold`;
  if (preTokens !== null && threshold !== null && preTokens < threshold) {
    const below = formatInteger(threshold - preTokens);
    return `${short}; the agent’s own count was ${below} below it as well: its threshold was lower, or something else triggered it.${unsaid}`;
  }
  if (preTokens !== null && preTokens > value) {
    const more = formatInteger(preTokens - value);
    return `${short}; the agent counted ${more} more than the recording shows of the request.${unsaid}`;
  }
  return `${short}, and the recording shows no other cause.${unsaid}`;
}

/** A miss that a gap of the file explains; the gap weighs what is missing at the threshold, or more. */
function lackingText(lacks: string, one: Omit<JudgedCompaction, 'why'>): string {
  const { value, threshold, preTokens } = one;
  const [count, least] = [value ?? 0, threshold ?? 0];
  const gap = formatInteger(least - count);
  if (preTokens === null || preTokens >= count) {
    const own = preTokens === null ? '' : ` The agent counted ${formatInteger(preTokens)}.`;
    return `The file lacks ${lacks}: without it the policy’s value is ${gap} below its threshold.${own}`;
  }
  return `The file lacks ${lacks}, which weighs at most ${formatInteger(least - preTokens)} tokens beyond the recorded ${formatInteger(preTokens)}. With an estimate of it the policy’s value is ${gap} below its threshold.`;
}

/** "reproduces 6 of 7 recorded compactions, 1 explained". */
export function fidelityWords(fidelity: Fidelity): string {
  const { judged, explained, compactions, disagreements } = fidelity;
  const used = compactions.filter(({ outcome }) => outcome === 'inferred').length;
  const spent = used === 0 ? '' : `, ${formatInteger(used)} used to infer a setting`;
  const counts =
    judged === 0
      ? `${counted(compactions.length, 'recorded compaction')}, none to check`
      : `reproduces ${reproducedWords(fidelity)}`;
  const excused = explained === 0 ? '' : `, ${formatInteger(explained)} explained`;
  const more =
    disagreements.length === 0
      ? ''
      : `; asks ${counted(disagreements.length, 'time')} where the recording does not compact`;
  return `${counts}${excused}${spent}${more}`;
}

/** Automatic compactions and those of unknown trigger are two counts. */
function reproducedWords({ judged, reproduced, unknown, unknownReproduced }: Fidelity): string {
  const of = (right: number, all: number): string =>
    `${formatInteger(right)} of ${counted(all, 'recorded compaction')}`;
  const unsaid = 'whose trigger is not recorded';
  if (unknown === 0) return of(reproduced, judged);
  if (unknown === judged) return `${of(reproduced, judged)} ${unsaid}`;
  const automatic = of(reproduced - unknownReproduced, judged - unknown);
  return `${automatic} and ${formatInteger(unknownReproduced)} of ${formatInteger(unknown)} ${unsaid}`;
}

/** "never compacted, although its policy asked for it at step 38 …". */
export function neverWords({ disagreements }: Fidelity): string {
  const [first] = disagreements;
  if (first === undefined) return 'never compacted, and its policy never asked for it';
  const where = `step ${formatInteger(first.step)}, with ${formatInteger(first.value)} tokens at a threshold of ${formatInteger(first.threshold)}`;
  const more =
    disagreements.length === 1 ? '' : ` and ${counted(disagreements.length - 1, 'time')} more`;
  return `never compacted, although its policy asked for it at ${where}${more}`;
}

/** "the file lacks the result of the last call"; null where no miss is explained. */
export function lackingWords({ compactions }: Fidelity): string | null {
  const lacking = [...new Set(compactions.flatMap(({ lacks }) => lacks?.words ?? []))];
  return lacking.length === 0 ? null : `the file lacks ${lacking.join(' and ')}`;
}
