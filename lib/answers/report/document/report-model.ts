import { findings } from '@/lib/analysis/detectors/registry';
import { provenFinding, type ProvenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
import { causeReport, type CauseReport } from '@/lib/analysis/explain/cause/cause-report';
import { firstStep } from '@/lib/analysis/explain/cause/first-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { overflowOf } from '@/lib/analysis/explain/ledger-request';
import type { LedgerOverflow } from '@/lib/analysis/explain/ledger-row';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from '@/lib/analysis/explain/verdict';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import { formatInteger } from '@/lib/engine/base/format';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import { profileHash } from '@/lib/engine/tokens/profile-hash';
import { chartPicture, type ChartPicture } from './chart/chart-picture';
import { commandOf } from './command-line';
import { costFacts } from './cost-facts';
import { recordingFacts, policyFacts, totalFacts, type Fact } from './report-facts';
import { settingRows, type SettingRow } from './report-settings';
import { stepsThatMatter, type StepThatMatters } from './report-steps';
import { shownSubject, type ReportNote, type ReportSubject } from './report-subject';

/** One step of a report: why it is there, its cause and operands. */
export interface ReportedStep extends StepThatMatters {
  readonly report: CauseReport;
  /** The request as it was sent. */
  readonly sent: LedgerOverflow;
}

/** Everything that a report says; each form prints the same. */
export interface ReportModel {
  readonly producer: string;
  /** Names and labels of the recording are in it. */
  readonly texts: boolean;
  /** Name of the session; "Numbers only" without its texts. */
  readonly name: string;
  /** The step that was asked about, with what would have turned it; null for a session without steps. */
  readonly asked: ReportedStep | null;
  /** Other steps that matter, ascending. */
  readonly others: readonly ReportedStep[];
  readonly stepCount: number;
  readonly happened: string | null;
  readonly verdict: string;
  readonly chart: ChartPicture | null;
  readonly findings: readonly ProvenFinding[];
  readonly recording: readonly Fact[];
  readonly policy: readonly Fact[];
  readonly settings: readonly SettingRow[];
  /** Each fault, and what it did. */
  readonly faults: readonly Fact[];
  readonly totals: readonly Fact[];
  /** null where no price is known. */
  readonly cost: readonly Fact[] | null;
  readonly notes: readonly ReportNote[];
  /** Hash of the recording's numbers: the same with its texts and without. */
  readonly hash: string;
  /** The command that prints this cause again. */
  readonly command: string;
}

/** The report of a replay. */
export function reportModel(given: ReportSubject): ReportModel {
  const subject = shownSubject(given);
  const { run, opening, head, texts, notes } = subject;
  const { session } = run;
  const { profile } = session;
  const happened = profile.stepCount === 0 ? null : whatHappened(profile, opening);
  const { agent } = head.source;
  const { asked, others } = reportedSteps(subject);
  return {
    producer: PRODUCER,
    texts,
    name: head.name,
    asked,
    others,
    stepCount: profile.stepCount,
    happened,
    verdict: wordsText(verdict(run, { agent, draft: run.policy.label, happened })),
    chart: profile.stepCount === 0 ? null : chartPicture(subject),
    findings:
      profile.stepCount === 0
        ? []
        : findings(run, { agent, notices: head.notices }, subject.nameOf).map((one) =>
            provenFinding(session, run, one),
          ),
    recording: recordingFacts(subject),
    policy: policyFacts(subject),
    settings: settingRows(run, opening),
    faults: run.faults.map(({ fault, text }) => ({ label: formatFault(fault), value: text })),
    totals: totalFacts(replayTotals(run)),
    cost: subject.cost === null ? null : costFacts(subject.cost),
    notes,
    hash: profileHash(profile),
    command: commandOf(subject, asked?.step ?? 0),
  };
}

/** The step asked about and the others, with their causes; only the first has its remedies replayed. */
function reportedSteps(subject: ReportSubject): Pick<ReportModel, 'asked' | 'others'> {
  const { run, opening, head, tools } = subject;
  if (run.session.profile.stepCount === 0) return { asked: null, others: [] };
  const names = { agent: head.source.agent, tools, dollarsOf: subject.cost?.dollarsOf ?? null };
  const about = causeSubject(run.session, opening, names);
  const step = subject.step ?? firstStep(run.session, opening);
  const steps = stepsThatMatter(run, step).map((one): ReportedStep => ({
    ...one,
    report: causeReport(run, one.step, about),
    sent: overflowOf(run, one.step),
  }));
  return {
    asked: steps.find((one) => one.step === step) ?? null,
    others: steps.filter((one) => one.step !== step),
  };
}

/** "Step 143 did not compact: …", a change's verdict before it; or what there is to say without steps. */
export function headlineOf({ asked, name }: Pick<ReportModel, 'asked' | 'name'>): string {
  if (asked === null) return `${name} has no step.`;
  const { verdict, headline } = asked.report;
  return verdict === null ? headline.text : `${verdict.text} ${headline.text}`;
}

/** "4 of 144 steps". */
export const stepsShown = ({ asked, others, stepCount }: ReportModel): string =>
  `${formatInteger(others.length + (asked === null ? 0 : 1))} of ${formatInteger(stepCount)} steps`;
