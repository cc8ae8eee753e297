/**
 * Comparison of a recording's compactions with the policy that models its agent. Each recorded
 * compaction is checked in its recorded run: the steps since the compaction before it, on the
 * recorded counts, so that a miss does not affect the next. A second replay covers the whole
 * recording, where the policy's own compactions change all later counts.
 */
import { recordedViews, type RecordedView } from '@/lib/replay/recorded-view';
import { prepare } from '@/lib/replay/prepare';
import { replay, type Replay, type ReplayOptions } from '@/lib/replay/replay';
import type { Settings } from '@/lib/policies/contract/fields';
import type { MeasuredCompaction, Profile } from '@/lib/tokens/profile';
import type { ClaimedPolicy } from './claimed-policy';
import { whyOf } from './fidelity-words';
import type {
  ExtraCompaction,
  Fidelity,
  FidelityOutcome,
  JudgedCompaction,
  WholeReplay,
} from './judgement';
import { missingInput } from './missing-input';
import { recordedRunProfile } from './recorded-run';

/** The policy's own rule alone is judged: nobody compacts by hand. */
const OWN_RULE: ReplayOptions = { byHand: [] };

/** A threshold no count reaches. */
const NEVER = 100_000_000;

/** The policy that never fires: its values on the recorded counts. */
const withoutFiring = (settings: Settings): Settings => ({
  ...settings,
  ['observed' in settings ? 'observed' : 'window']: NEVER,
});

/** A policy under the settings that a recording is judged by. */
export type JudgedClaim = Pick<ClaimedPolicy, 'policy' | 'preset' | 'settings' | 'words'> & {
  /** Step of the recorded compaction that a setting was inferred from; null for none. */
  readonly inferredFrom?: number | null;
};

/** Judges a session's recorded compactions; `prefixTokens` as the session is replayed with. */
export function fidelityOf(profile: Profile, claim: JudgedClaim, prefixTokens: number): Fidelity {
  const summaries = profile.head.compactions.filter(({ kind }) => kind === 'summary');
  const compactions: JudgedCompaction[] = [];
  const extras: ExtraCompaction[] = [];
  for (const run of runsOf(profile, summaries)) {
    const session = prepare(recordedRunProfile(profile, run.view, run.end), prefixTokens);
    const made = replay(session, claim.policy, claim.settings, OWN_RULE);
    const recorded = run.compaction;
    if (recorded !== null) {
      // The policy without compactions: its value for every recorded count.
      const watched = replay(session, claim.policy, withoutFiring(claim.settings), OWN_RULE);
      compactions.push(judged(claim, { made, watched, from: run.view.step }, recorded));
    }
    extras.push(...extrasOf(made, run));
  }
  const { stepCount } = profile;
  compactions.push(...summaries.filter(({ step }) => step >= stepCount).map(trailing));
  const counted = compactions.filter(
    ({ outcome }) => outcome !== 'manual' && outcome !== 'trailing' && outcome !== 'inferred',
  );
  return {
    policyId: claim.policy.id,
    preset: claim.preset,
    words: claim.words,
    judged: counted.length,
    reproduced: counted.filter(({ outcome }) => outcome === 'reproduced').length,
    explained: counted.filter(({ lacks }) => lacks !== null).length,
    manual: compactions.filter(({ outcome }) => outcome === 'manual').length,
    compactions,
    extras,
    whole: wholeOf(replay(prepare(profile, prefixTokens), claim.policy, claim.settings)),
  };
}

function wholeOf(whole: Replay): WholeReplay {
  const { compactions } = whole.session.profile.head;
  const own = new Set(
    compactions
      .filter(({ kind, trigger }) => kind === 'summary' && trigger !== 'manual')
      .map(({ step }) => step),
  );
  const { decision, threshold } = whole.columns;
  let at = -1;
  decision.forEach((value, step) => {
    if (value > 0 && (at < 0 || value > (decision[at] ?? 0))) at = step;
  });
  const steps = firedSteps(whole);
  return {
    steps,
    same: steps.filter((step) => own.has(step)).length,
    divergence: whole.divergence < 0 ? null : whole.divergence,
    highest: at < 0 ? null : { step: at, value: decision[at] ?? 0, threshold: threshold[at] ?? 0 },
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
  claim: JudgedClaim,
  { made, watched, from }: JudgedRun,
  { step, trigger, preTokens }: MeasuredCompaction,
): JudgedCompaction {
  const at = step - from;
  const first = made.columns.compacted.indexOf(1);
  const fired = first < 0 ? null : first;
  const value = known(watched.columns.decision[at]);
  const threshold = known(made.columns.threshold[at]);
  const inferred = claim.inferredFrom === step ? 'inferred' : outcomeOf(fired, at);
  const outcome = trigger === 'manual' ? 'manual' : inferred;
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
  const { label, recordings, traits } = claim.policy;
  const { profile } = made.session;
  const unseen = recordings?.lacks?.(profile) ?? null;
  const missed = outcome === 'later' || outcome === 'not-fired';
  const weight = Math.max(0, (threshold ?? 0) - (value ?? 0));
  const lacks = missed && weight > 0 ? missingInput(profile, at, weight, unseen) : null;
  const judge = { label, background: traits.background === true, lacks: lacks ?? unseen };
  return { ...base, lacks, why: whyOf(judge, { ...base, lacks }) };
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
    lacks: null,
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
