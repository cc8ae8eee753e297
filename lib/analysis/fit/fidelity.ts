/**
 * Comparison of a recording's compactions with the policy that models its agent. Each recorded
 * compaction is checked in its recorded run: the steps since the compaction before it, on the
 * recorded counts, so that a miss does not affect the next. A second replay covers the whole
 * recording, where the policy's own compactions change all later counts.
 */
import { counted, formatInteger } from '@/lib/base/format';
import { recordedViews, type RecordedView } from '@/lib/replay/recorded-view';
import { prepare } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import type { MeasuredCompaction, Profile } from '@/lib/tokens/profile';
import type { ClaimedPolicy } from './claimed-policy';
import { recordedRunProfile } from './recorded-run';

/** A threshold no count reaches; every policy that is claimed has the setting `observed`. */
const NEVER = 100_000_000;

/** Outcome of a recorded compaction under the policy. */
export type FidelityOutcome =
  'reproduced' | 'earlier' | 'later' | 'not-fired' | 'manual' | 'trailing';

/** One recorded compaction, judged. */
export interface JudgedCompaction {
  /** The step it belongs to; the number of steps where none follows. */
  readonly step: number;
  readonly trigger: MeasuredCompaction['trigger'];
  readonly outcome: FidelityOutcome;
  /** Step at which the policy fires in this run; null for none. */
  readonly fired: number | null;
  /** fired − step; null where it does not fire or is not judged. */
  readonly steps: number | null;
  /** Tokens the agent recorded before it. */
  readonly preTokens: number | null;
  /** The policy's value at the recorded step on recorded counts, and its threshold. */
  readonly value: number | null;
  readonly threshold: number | null;
  /** value − threshold. */
  readonly tokens: number | null;
  /** Greatest value of the run's earlier steps, at which the agent did not compact. */
  readonly held: number | null;
  /** Reason of the outcome, read from the numbers. */
  readonly why: string;
}

/** A compaction of the policy's where the recording has none. */
interface ExtraCompaction {
  readonly step: number;
  readonly value: number;
  readonly threshold: number;
}

/** The verdict on one session. */
export interface Fidelity {
  readonly policyId: string;
  readonly preset: string | null;
  readonly words: string;
  /** Recorded compactions that are judged: automatic ones, and those whose trigger is not recorded. */
  readonly judged: number;
  readonly reproduced: number;
  readonly manual: number;
  readonly compactions: readonly JudgedCompaction[];
  readonly extras: readonly ExtraCompaction[];
  /** The whole recording replayed once: steps that compact, and how many of the judged ones are. */
  readonly whole: { readonly steps: readonly number[]; readonly same: number };
}

/** Judges a session's recorded compactions; `prefixTokens` as the session is replayed with. */
export function fidelityOf(profile: Profile, claim: ClaimedPolicy, prefixTokens: number): Fidelity {
  const summaries = profile.head.compactions.filter(({ kind }) => kind === 'summary');
  const compactions: JudgedCompaction[] = [];
  const extras: ExtraCompaction[] = [];
  for (const run of runsOf(profile, summaries)) {
    const session = prepare(recordedRunProfile(profile, run.view, run.end), prefixTokens);
    const made = replay(session, claim.policy, claim.settings);
    const recorded = run.compaction;
    if (recorded !== null) {
      // The policy without compactions: its value for every recorded count.
      const watched = replay(session, claim.policy, { ...claim.settings, observed: NEVER });
      compactions.push(judged(claim, { made, watched, from: run.view.step }, recorded));
    }
    extras.push(...extrasOf(made, run));
  }
  const { stepCount } = profile;
  compactions.push(...summaries.filter(({ step }) => step >= stepCount).map(trailing));
  const counted = compactions.filter(
    ({ outcome }) => outcome !== 'manual' && outcome !== 'trailing',
  );
  const whole = replay(prepare(profile, prefixTokens), claim.policy, claim.settings);
  const fired = firedSteps(whole);
  const own = new Set(
    summaries.filter(({ trigger }) => trigger !== 'manual').map(({ step }) => step),
  );
  return {
    policyId: claim.policy.id,
    preset: claim.preset,
    words: claim.words,
    judged: counted.length,
    reproduced: counted.filter(({ outcome }) => outcome === 'reproduced').length,
    manual: compactions.filter(({ outcome }) => outcome === 'manual').length,
    compactions,
    extras,
    whole: { steps: fired, same: fired.filter((step) => own.has(step)).length },
  };
}

/** A run of recorded steps; the compaction that ends it, null for the last one. */
interface Run {
  readonly view: RecordedView;
  readonly compaction: MeasuredCompaction | null;
  /** Steps of the run and of the one behind it, so that a late firing is seen. */
  readonly end: number;
}

function runsOf(profile: Profile, summaries: readonly MeasuredCompaction[]): readonly Run[] {
  const views = recordedViews(profile);
  // Several boundaries before one step are one: the last stands.
  const ends = summaries.filter(
    ({ step }, i) => step < profile.stepCount && summaries[i + 1]?.step !== step,
  );
  const cuts = new Map(ends.map((one) => [one.step, one]));
  return views.flatMap((view, i): readonly Run[] => {
    const next = views[i + 1];
    const compaction = next === undefined ? null : (cuts.get(next.step) ?? null);
    const end = compaction === null ? next?.step : views[i + 2]?.step;
    const run = { view, compaction, end: end ?? profile.stepCount };
    return run.end > view.step ? [run] : [];
  });
}

/** Steps of a replay that compact. */
function firedSteps({ columns }: Replay): readonly number[] {
  const steps: number[] = [];
  columns.compacted.forEach((bit, step) => {
    if (bit === 1) steps.push(step);
  });
  return steps;
}

/** A run under the policy, and under the policy without its compactions; it began at step `from`. */
interface JudgedRun {
  readonly made: Replay;
  readonly watched: Replay;
  readonly from: number;
}

function judged(
  claim: ClaimedPolicy,
  { made, watched, from }: JudgedRun,
  { step, trigger, preTokens }: MeasuredCompaction,
): JudgedCompaction {
  const at = step - from;
  const first = made.columns.compacted.indexOf(1);
  const fired = first < 0 ? null : first;
  const value = known(watched.columns.decision[at]);
  const threshold = known(made.columns.threshold[at]);
  const outcome = trigger === 'manual' ? 'manual' : outcomeOf(fired, at);
  const base = {
    step,
    trigger,
    outcome,
    fired: fired === null ? null : fired + from,
    steps: fired === null || outcome === 'manual' ? null : fired - at,
    preTokens,
    value,
    threshold,
    tokens: value === null || threshold === null ? null : value - threshold,
    held: greatest(watched, at),
  };
  return { ...base, why: whyOf(claim, base) };
}

function outcomeOf(fired: number | null, at: number): FidelityOutcome {
  if (fired === null) return 'not-fired';
  if (fired === at) return 'reproduced';
  return fired < at ? 'earlier' : 'later';
}

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) || value < 0 ? null : value;

/** Greatest decision value of the steps before `end`; null where none is above 0. */
function greatest({ columns }: Replay, end: number): number | null {
  let most = 0;
  for (let step = 0; step < end; step++) most = Math.max(most, columns.decision[step] ?? 0);
  return most > 0 ? most : null;
}

function whyOf(claim: ClaimedPolicy, one: Omit<JudgedCompaction, 'why'>): string {
  const { outcome, tokens, preTokens, value, threshold, steps } = one;
  const unsaid = one.trigger === 'unknown' ? ' The recording does not say what triggered it.' : '';
  if (outcome === 'manual') return 'The user requested it; no policy decides that.';
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
    return `The policy fires ${counted(-(steps ?? 0), 'step')} before: its threshold is lower than the agent’s, or it counts more.${pre}${unsaid}`;
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
  return `${short}: ${claim.policy.label} here fires ${outcome === 'later' ? 'later' : 'not at all'} in this run.${unsaid}`;
}

function trailing({ step, trigger, preTokens }: MeasuredCompaction): JudgedCompaction {
  return {
    step,
    trigger,
    outcome: 'trailing',
    fired: null,
    steps: null,
    preTokens,
    value: null,
    threshold: null,
    tokens: null,
    held: null,
    why: 'No step follows it, so there is no request to check it against.',
  };
}

/** Firings before the recorded compaction beside the first, and all where none is recorded. */
function extrasOf(made: Replay, { view, compaction, end }: Run): readonly ExtraCompaction[] {
  const until = (compaction?.step ?? end) - view.step;
  const within = firedSteps(made).filter((step) => step < until);
  const matched = compaction !== null && compaction.trigger !== 'manual' ? 1 : 0;
  return within.slice(matched).map((step) => ({
    step: step + view.step,
    value: made.columns.decision[step] ?? 0,
    threshold: made.columns.threshold[step] ?? 0,
  }));
}

/** "reproduces 6 of 7 recorded compactions, the worst 3 steps late". */
export function fidelityWords({ judged, reproduced, compactions, extras }: Fidelity): string {
  const head = `reproduces ${formatInteger(reproduced)} of ${counted(judged, 'recorded compaction')}`;
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
