import { ask } from '@/lib/answers/model/ask';
import type { Answer } from '@/lib/answers/model/question';
import type { Block } from '@/lib/answers/model/block';
import { cost } from '@/lib/answers/questions/cost';
import { explain } from '@/lib/answers/questions/explain';
import { findings } from '@/lib/answers/questions/findings';
import type { CauseReport } from '@/lib/analysis/explain/cause/cause-report';
import { firstStep } from '@/lib/analysis/explain/cause/first-step';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { verdictOf } from '@/lib/analysis/subject/verdict-of';
import { formatInteger } from '@/lib/engine/base/format';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import { profileHash } from '@/lib/engine/tokens/profile-hash';
import { chartPicture, type ChartPicture } from './chart/chart-picture';
import { commandOf } from './command-line';
import { recordingFacts, policyFacts, totalFacts, type Fact } from './report-facts';
import { settingRows, type SettingRow } from './report-settings';
import { stepsThatMatter, type StepThatMatters } from './report-steps';
import { headOf, shownSubject, type ReportNote, type ReportSubject } from './report-subject';

/** One step of a report: why it is there, and what the question `explain` answers of it. */
export interface ReportedStep extends StepThatMatters {
  readonly answer: Answer<CauseReport>;
}

/** Everything that a report says; each form prints the same. */
export interface ReportModel {
  readonly producer: string;
  /** Names and labels of the recording are in it. */
  readonly texts: boolean;
  /** Name of the session; "Numbers only" without its texts. */
  readonly name: string;
  /** The step that was asked about; null for a session without steps. */
  readonly asked: ReportedStep | null;
  /** Other steps that matter, ascending. */
  readonly others: readonly ReportedStep[];
  readonly stepCount: number;
  readonly verdict: string;
  readonly chart: ChartPicture | null;
  /** What the question `findings` answers. */
  readonly findings: readonly Block[];
  readonly recording: readonly Fact[];
  readonly policy: readonly Fact[];
  readonly settings: readonly SettingRow[];
  /** Each fault, and what it did. */
  readonly faults: readonly Fact[];
  readonly totals: readonly Fact[];
  /** What the question `cost` answers; null where no price is known. */
  readonly cost: readonly Block[] | null;
  readonly notes: readonly ReportNote[];
  /** Hash of the recording's numbers: the same with its texts and without. */
  readonly hash: string;
  /** The command that prints this cause again. */
  readonly command: string;
}

/** The report of a replay. */
export function reportModel(given: ReportSubject): ReportModel {
  const subject = shownSubject(given);
  const { run, opening, texts, notes } = subject;
  const { profile } = run.session;
  const { asked, others } = reportedSteps(subject);
  return {
    producer: PRODUCER,
    texts,
    name: headOf(subject).name,
    asked,
    others,
    stepCount: profile.stepCount,
    verdict: verdictOf(subject),
    chart: profile.stepCount === 0 ? null : chartPicture(subject),
    findings: profile.stepCount === 0 ? [] : ask(findings, subject, { severity: 'info' }).blocks,
    recording: recordingFacts(subject),
    policy: policyFacts(subject),
    settings: settingRows(run, opening),
    faults: run.faults.map(({ fault, text }) => ({ label: formatFault(fault), value: text })),
    totals: totalFacts(replayTotals(run)),
    cost: costBlocks(subject),
    notes,
    hash: profileHash(profile),
    command: commandOf(subject, asked?.step ?? 0),
  };
}

/** The step asked about and the others, each explained. */
function reportedSteps(subject: ReportSubject): Pick<ReportModel, 'asked' | 'others'> {
  const { run, opening } = subject;
  if (run.session.profile.stepCount === 0) return { asked: null, others: [] };
  const step = subject.step ?? firstStep(run.session, opening);
  const steps = stepsThatMatter(run, step).map((one): ReportedStep => ({
    ...one,
    answer: ask(explain, subject, { step: one.step }),
  }));
  return {
    asked: steps.find((one) => one.step === step) ?? null,
    others: steps.filter((one) => one.step !== step),
  };
}

function costBlocks(subject: ReportSubject): ReportModel['cost'] {
  if (subject.run.session.profile.stepCount === 0) return null;
  const { facts, blocks } = ask(cost, subject, { prices: {} });
  return facts.prices.models.every(({ rates }) => rates === null) ? null : blocks;
}

/** "Step 143 did not compact: …", a change's verdict before it; or what there is to say without steps. */
export function headlineOf({ asked, name }: Pick<ReportModel, 'asked' | 'name'>): string {
  if (asked === null) return `${name} has no step.`;
  const { changed, verdict, headline } = asked.answer.facts;
  return changed === null ? headline.text : `${verdict.text} ${headline.text}`;
}

/** "4 of 144 steps". */
export const stepsShown = ({ asked, others, stepCount }: ReportModel): string =>
  `${formatInteger(others.length + (asked === null ? 0 : 1))} of ${formatInteger(stepCount)} steps`;
