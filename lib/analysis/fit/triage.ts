/** What a session needs of its reader: how bad it is, and one sentence of what happened under its own policy. */
import type { Finding } from '@/lib/analysis/detectors/finding';
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import { limitAt, overflowedAsRecorded, overflows } from '@/lib/analysis/explain/step-events';
import { stepList } from '@/lib/analysis/explain/step-list';
import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { judgeObserved } from './fidelity';
import type { Fidelity, JudgedCompaction } from './judgement';
import type { OpenedRun } from './opened/opened-run';
import type { Opening } from './opening';
import type { Severity } from './severities';

/** What the library says of a session. */
export interface Triage {
  readonly severity: Severity;
  /** What happened, under the session's own policy. */
  readonly sentence: string;
  /** Steps of its compactions, and of its overflows. */
  readonly compactions: readonly number[];
  readonly overflows: readonly number[];
}

/** A session of no more steps has nothing to decide. */
const BRIEF = 2;

/** Share of a threshold within which a decision is close to it. */
const CLOSE = 0.02;

/** Rules of the detectors by which compactions make a loop. */
const LOOPS = ['compaction-no-progress', 'refill-thrash'];

/** Judges a session as it opens; `findings` are those of the same run. */
export function triage({ opening, run }: OpenedRun, findings: readonly Finding[]): Triage {
  const { columns, observation } = run;
  const compactions = stepsWhere(run, (step) => columns.compacted[step] === 1);
  const over = stepsWhere(run, (step) =>
    observation === null ? overflows(run, step) : overflowedAsRecorded(run, step),
  );
  const found = { compactions, overflows: over };
  const [first] = over;
  if (first !== undefined) {
    return { ...found, severity: 'overflow', sentence: overflowText(run, opening, first, over) };
  }
  const of = observation === null ? 'replay' : 'recording';
  const loop = findings.find((one) => LOOPS.includes(one.detector) && one.of === of);
  if (loop !== undefined) return { ...found, severity: 'loop', sentence: loop.sentence };
  return { ...found, ...decided(run, opening, compactions) };
}

/** The same of a session that neither overflowed nor compacted in a loop. */
function decided(
  run: Replay,
  opening: Opening,
  compactions: readonly number[],
): Pick<Triage, 'severity' | 'sentence'> {
  const { own } = opening;
  const { stepCount } = run.session.profile;
  const isWatched = run.observation !== null;
  const fidelity = own === null || !isWatched ? null : judgeObserved(run, own);
  const unexplained = fidelity === null ? null : unexplainedText(fidelity);
  if (unexplained !== null) return { severity: 'unexplained', sentence: unexplained };
  if (compactions.length > 0) {
    return { severity: 'compacted', sentence: compactedText(run, compactions, fidelity, own) };
  }
  if (stepCount <= BRIEF) return { severity: 'brief', sentence: briefText(run) };
  if (own === null && isWatched) return { severity: 'below', sentence: peakText(run) };
  const nearest = nearestStep(run);
  if (nearest < 0) return { severity: 'below', sentence: peakText(run) };
  const short = intAt(run.columns.threshold, nearest) - floatAt(run.columns.decision, nearest);
  const isClose = short <= CLOSE * intAt(run.columns.threshold, nearest);
  return { severity: isClose ? 'close' : 'below', sentence: heldText(run, short, nearest) };
}

const n = formatInteger;

function stepsWhere({ columns }: Replay, is: (step: number) => boolean): readonly number[] {
  return [...columns.compacted.keys()].filter(is);
}

/** "Refused at step 94: 206,200 of 200,000. Held at 171,086, 8,914 short of its threshold." */
function overflowText(run: Replay, { own }: Opening, step: number, all: readonly number[]): string {
  const real = floatAt(run.columns.real, step);
  const limit = limitAt(run, step);
  const size = limit === null || !(real > limit) ? '' : `: ${n(real)} of ${n(limit)}`;
  const more = all.length === 1 ? '' : ` and ${n(all.length - 1)} more`;
  const isRefused = (byteAt(run.session.profile.steps.flags, step) & stepFlag.rejected) !== 0;
  const did = isRefused ? 'Refused' : 'Over its limit';
  const refused = `${did} at step ${n(step)}${more}${size}.`;
  if (own === null || run.columns.compacted[step] === 1) return refused;
  const value = floatAt(run.columns.decision, step);
  const threshold = intAt(run.columns.threshold, step);
  if (Number.isNaN(value) || threshold < 0) return refused;
  return reaches(run, step)
    ? `${refused} Its policy compacts there: ${n(value)} of ${n(threshold)}.`
    : `${refused} Held at ${n(value)}, ${n(threshold - value)} short of its threshold.`;
}

/** The first recorded compaction that the policy does not make, or the first that only the policy makes. */
function unexplainedText({ compactions, disagreements, reproduced }: Fidelity): string | null {
  const missed = compactions.filter(({ outcome }) => outcome === 'held' || outcome === 'far-below');
  const [first] = missed;
  if (first !== undefined) {
    const others =
      reproduced === 0 ? '' : `; ${n(reproduced)} of ${n(reproduced + missed.length)} reproduced`;
    const again = missed.length === 1 ? '' : `, and ${n(missed.length - 1)} more`;
    return `Compacted at step ${n(first.step)}${awayText(first)}${again}${others}.${lacksText(missed)}`;
  }
  const [asked] = disagreements;
  if (asked === undefined) return null;
  return `Reached its threshold at step ${n(asked.step)}, ${n(asked.value)} of ${n(asked.threshold)}, and did not compact.`;
}

const lacksText = (missed: readonly JudgedCompaction[]): string => {
  const lacks = missed.find((one) => one.lacks !== null)?.lacks;
  return lacks ? ` The file lacks ${lacks.words}.` : '';
};

function awayText({ tokens, value }: JudgedCompaction): string {
  if (value === null || value === 0 || tokens === null) return ', before any usage was reported';
  return tokens < 0 ? `, ${n(-tokens)} below its threshold` : ', while its policy asks for nothing';
}

/** "Compacted at steps 159 and 225, at 167,450; reproduced 2 of 2." */
function compactedText(
  run: Replay,
  steps: readonly number[],
  fidelity: Fidelity | null,
  own: Opening['own'],
): string {
  const manual = new Set(
    (fidelity?.compactions ?? []).flatMap(({ outcome, step }) =>
      outcome === 'manual' ? [step] : [],
    ),
  );
  const at = `Compacted at ${stepList(steps, { steps: manual, word: 'by hand' })}`;
  if (own === null && run.observation !== null) return `${at}; no policy models its agent.`;
  const values = steps.flatMap((step) => {
    const value = floatAt(run.columns.decision, step);
    return value > 0 && !manual.has(step) ? [value] : [];
  });
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const near =
    values.length === 0
      ? ''
      : least === most
        ? `, at ${n(least)}`
        : `, at ${n(least)} to ${n(most)}`;
  const judged = fidelity?.judged ?? 0;
  const reproduced =
    judged === 0 ? '' : `; reproduced ${n(fidelity?.reproduced ?? 0)} of ${n(judged)}`;
  return `${at}${near}${reproduced}.`;
}

/** The step whose decision comes nearest to its threshold without reaching it; −1 where none is known. */
function nearestStep(run: Replay): number {
  const { decision, threshold } = run.columns;
  let nearest = -1;
  let least = Infinity;
  for (let step = 0; step < decision.length; step++) {
    const short = intAt(threshold, step) - floatAt(decision, step);
    if (!(floatAt(decision, step) > 0) || intAt(threshold, step) < 0 || short < 0) continue;
    if (short >= least) continue;
    nearest = step;
    least = short;
  }
  return nearest;
}

function heldText({ policy }: Replay, short: number, step: number): string {
  const unit = policy.decision?.unit ?? 'tokens';
  const of = unit === 'tokens' ? '' : ` ${unit}`;
  return `Held ${n(short)}${of} below its threshold at step ${n(step)}; nothing compacted.`;
}

/** "Peak 12,400 of 200,000; nothing compacted." */
function peakText(run: Replay): string {
  const peak = run.columns.real.reduce((most, value) => (value > most ? value : most), 0);
  const of = run.limit === null ? '; its limit is not known' : ` of ${n(run.limit)}`;
  return peak > 0 ? `Peak ${n(peak)}${of}; nothing compacted.` : 'Nothing compacted.';
}

const briefText = (run: Replay): string =>
  run.session.profile.stepCount === 0 ? 'No request is recorded.' : peakText(run);
