/** What a session needs of its reader: how bad it is, and what happened under its own policy. */
import type { Finding } from '@/lib/analysis/detectors/finding';
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import {
  compactedSteps,
  overflowSteps,
  recordedSentence,
} from '@/lib/analysis/explain/session-sentence';
import { wordsText } from '@/lib/engine/base/answer/words';
import { formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { judgeObserved } from './fidelity';
import type { Fidelity, JudgedCompaction } from './judgement';
import type { OpenedRun } from './opened/opened-run';
import type { Opening } from './opening';
import type { Severity } from './severities';

/** What the library says of a session. */
export interface Triage {
  readonly severity: Severity;
  /** What happened, as its page says it, and how its own policy stood. */
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
  const { own } = opening;
  const isWatched = run.observation !== null;
  const fidelity = own === null || !isWatched ? null : judgeObserved(run, own);
  const compactions = compactedSteps(run);
  const over = overflowSteps(run);
  const loop = findings.find(
    (one) => LOOPS.includes(one.detector) && one.of === (isWatched ? 'recording' : 'replay'),
  );
  const { severity, why } =
    over.length > 0
      ? { severity: 'overflow' as const, why: own === null ? '' : decisionText(run, over) }
      : loop !== undefined
        ? { severity: 'loop' as const, why: loop.sentence }
        : decided(run, own, { fidelity, compactions });
  const sentences = [wordsText(recordedSentence(run, fidelity)), why];
  return { severity, sentence: sentences.filter(Boolean).join(' '), compactions, overflows: over };
}

/** How bad a session is, and the sentence behind what happened; empty for none. */
interface Judged {
  readonly severity: Severity;
  readonly why: string;
}

/** The same of a session that neither overflowed nor compacted in a loop. */
function decided(
  run: Replay,
  own: Opening['own'],
  found: Pick<Triage, 'compactions'> & { readonly fidelity: Fidelity | null },
): Judged {
  const unexplained = found.fidelity === null ? null : unexplainedText(found.fidelity);
  if (unexplained !== null) return { severity: 'unexplained', why: unexplained };
  const isStranger = own === null && run.observation !== null;
  if (found.compactions.length > 0) {
    return { severity: 'compacted', why: isStranger ? 'No policy models its agent.' : '' };
  }
  if (run.session.profile.stepCount <= BRIEF) return { severity: 'brief', why: '' };
  const nearest = isStranger ? -1 : nearestStep(run);
  if (nearest < 0) return { severity: 'below', why: '' };
  const short = shortAt(run, nearest);
  const isClose = short <= CLOSE * intAt(run.columns.threshold, nearest);
  return { severity: isClose ? 'close' : 'below', why: heldText(run, short, nearest) };
}

const n = formatInteger;

/** Threshold − decision value of a step; NaN where either is not known. */
function shortAt({ columns }: Replay, step: number): number {
  const threshold = intAt(columns.threshold, step);
  return threshold < 0 ? NaN : threshold - floatAt(columns.decision, step);
}

/** "Held 30,000 below its threshold.", "Its policy compacts there."; empty where nothing is compared. */
function decisionText(run: Replay, [step = -1]: readonly number[]): string {
  const short = shortAt(run, step);
  if (Number.isNaN(short) || run.columns.compacted[step] === 1) return '';
  return reaches(run, step) ? 'Its policy compacts there.' : heldText(run, short, null);
}

/** The first recorded compaction that the policy does not make, or the first that only the policy makes. */
function unexplainedText({ compactions, disagreements }: Fidelity): string | null {
  const missed = compactions.filter(({ outcome }) => outcome === 'held');
  const [first] = missed;
  if (first !== undefined)
    return `At step ${n(first.step)} ${awayText(first)}.${lacksText(missed)}`;
  const [asked] = disagreements;
  if (asked === undefined) return null;
  const { step, value, threshold } = asked;
  return compactions.length === 0
    ? `At step ${n(step)} it counted ${n(value)} of ${n(threshold)}.`
    : `Its policy asked for it at step ${n(step)} too: ${n(value)} of ${n(threshold)}.`;
}

const lacksText = (missed: readonly JudgedCompaction[]): string => {
  const lacks = missed.find((one) => one.lacks !== null)?.lacks;
  return lacks ? ` The file lacks ${lacks.words}.` : '';
};

function awayText({ tokens, value }: JudgedCompaction): string {
  if (value === null || value === 0 || tokens === null) return 'no usage was reported before';
  return tokens < 0 ? `it was ${n(-tokens)} below its threshold` : 'its policy asks for nothing';
}

/** The step whose decision comes nearest to its threshold without reaching it; −1 where none is known. */
function nearestStep(run: Replay): number {
  let nearest = -1;
  let least = Infinity;
  for (let step = 0; step < run.columns.decision.length; step++) {
    const short = shortAt(run, step);
    if (!(floatAt(run.columns.decision, step) > 0) || !(short >= 0) || short >= least) continue;
    nearest = step;
    least = short;
  }
  return nearest;
}

/** "Held 799 below its threshold at step 2."; `step` null where it was named before. */
function heldText({ policy }: Replay, short: number, step: number | null): string {
  const unit = policy.decision?.unit ?? 'tokens';
  const of = unit === 'tokens' ? '' : ` ${unit}`;
  const at = step === null ? '' : ` at step ${n(step)}`;
  return `Held ${n(short)}${of} below its threshold${at}.`;
}
