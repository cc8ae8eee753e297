/** A judgement in words. */
import { counted, formatInteger } from '@/lib/base/format';
import type { Fidelity, JudgedCompaction } from './judgement';

/** The policy that judges, and what the recording lacks of its count; null for nothing. */
interface Judge {
  readonly label: string;
  /** It compacts beside its running steps, and lands after an assumed delay. */
  readonly background: boolean;
  readonly lacks: string | null;
}

/** Reason of an outcome, read from its numbers. */
export function whyOf(
  { label, background, lacks }: Judge,
  one: Omit<JudgedCompaction, 'why'>,
): string {
  const { outcome, tokens, preTokens, value, threshold, steps } = one;
  if (one.lacks !== null) return lackingText(one.lacks, one);
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
  if (outcome === 'reproduced') return `The policy fires at the same step.${unsaid}`;
  if (value === null || value === 0) {
    return `The policy has no count here: no usage was reported before this step.${unsaid}`;
  }
  const gap = Math.abs(tokens ?? 0);
  if (outcome === 'earlier') {
    const pre =
      preTokens === null || threshold === null
        ? ''
        : ` The agent went on to ${formatInteger(preTokens)}, ${formatInteger(Math.abs(preTokens - threshold))} ${preTokens >= threshold ? 'above' : 'below'} the policy’s threshold.`;
    const slow = background ? ', or the summary took longer than assumed' : '';
    return `The policy fires ${counted(-(steps ?? 0), 'step')} before: its threshold is lower than the agent’s, or it counts more${slow}.${pre}${unsaid}`;
  }
  if (background && threshold !== null && value >= threshold) {
    const lands =
      steps === null ? 'it does not land in this run' : `it lands ${counted(steps, 'step')} later`;
    return `The policy’s value reaches its threshold, and its compaction runs beside the agent: after the assumed delay ${lands}.${unsaid}`;
  }
  const short = `At the recorded step the policy’s value is ${formatInteger(gap)} below its threshold`;
  if (preTokens !== null && threshold !== null && preTokens < threshold) {
    const below = formatInteger(threshold - preTokens);
    return `${short}; the agent’s own count was ${below} below it as well: its threshold was lower, or something else triggered it.${unsaid}`;
  }
  if (preTokens !== null && preTokens > value) {
    const more = formatInteger(preTokens - value);
    return `${short}; the agent counted ${more} more than the recording shows of the request.${unsaid}`;
  }
  return `${short}: ${label} here fires ${outcome === 'later' ? 'later' : 'not at all'} in this run.${unsaid}`;
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
  return `The file lacks ${lacks}: beyond the recorded ${formatInteger(preTokens)} it would weigh at most ${formatInteger(least - preTokens)} tokens. With an estimate of it the policy’s value is ${gap} below its threshold.`;
}

/** "reproduces 6 of 7 recorded compactions, the worst 3 steps late". */
export function fidelityWords(fidelity: Fidelity): string {
  const { judged, reproduced, explained, compactions, extras } = fidelity;
  const used = compactions.filter(({ outcome }) => outcome === 'inferred').length;
  const spent = used === 0 ? '' : `, ${formatInteger(used)} used to infer a setting`;
  const counts =
    judged === 0
      ? `${counted(compactions.length, 'recorded compaction')}, none to check`
      : `reproduces ${formatInteger(reproduced)} of ${counted(judged, 'recorded compaction')}`;
  const excused = explained === 0 ? '' : `, ${formatInteger(explained)} explained`;
  const head = `${counts}${excused}${spent}`;
  const more = extras.length === 0 ? '' : `, ${formatInteger(extras.length)} extra`;
  const missed = compactions.filter(({ outcome }) => outcome === 'not-fired').length;
  if (missed > 0)
    return `${head}, ${missed === judged - reproduced ? '' : `${missed} `}not fired${more}`;
  const distances = compactions.map(({ steps }) => steps ?? 0);
  const worst = distances.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
  if (worst === 0) return `${head}${more}`;
  const side = worst > 0 ? 'late' : 'early';
  return `${head}, the worst ${counted(Math.abs(worst), 'step')} ${side}${more}`;
}

/**
 * The point up to which the whole replay agrees with the compactions that are reproduced one by one;
 * null where it makes all of them.
 */
export function agreementWords({ compactions, whole }: Fidelity): string | null {
  const made = new Set(whole.steps);
  const missed = compactions.filter(
    ({ outcome, step }) => outcome === 'reproduced' && !made.has(step),
  );
  const first = missed[0];
  if (first === undefined || whole.divergence === null) return null;
  return `the replay of the whole session agrees up to step ${formatInteger(whole.divergence)}; after it the counts are projected, and ${missed.length === 1 ? `the compaction at step ${formatInteger(first.step)} is` : `${formatInteger(missed.length)} of these compactions are`} not among its own`;
}

/** "never compacted, although its policy would have at step 38 …". */
export function neverWords({ extras }: Fidelity): string {
  const [first] = extras;
  if (first === undefined) return 'never compacted, and its policy would not have';
  const where = `step ${formatInteger(first.step)}, with ${formatInteger(first.value)} tokens at a threshold of ${formatInteger(first.threshold)}`;
  const more = extras.length === 1 ? '' : ` and ${counted(extras.length - 1, 'time')} more`;
  return `never compacted, although its policy would have at ${where}${more}`;
}

/** "the file lacks the result of the last call"; null where no miss is explained. */
export function lackingWords({ compactions }: Fidelity): string | null {
  const lacking = [...new Set(compactions.flatMap(({ lacks }) => (lacks === null ? [] : [lacks])))];
  return lacking.length === 0 ? null : `the file lacks ${lacking.join(' and ')}`;
}
