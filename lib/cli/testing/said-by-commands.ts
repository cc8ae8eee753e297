import { causeReport, type CauseReport } from '@/lib/analysis/explain/cause/cause-report';
import { explainStep } from '@/lib/analysis/explain/cause/explain-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import type { Clause } from '@/lib/analysis/explain/cause/cause';
import type { CauseSubject } from '@/lib/analysis/explain/cause/context';
import type { Replay } from '@/lib/engine/replay/replay';
import { wordsText } from '@/lib/engine/base/answer/words';
import { decisionAt } from '@/lib/analysis/explain/ledger-decision';
import { operandRows } from '@/lib/analysis/explain/ledger-operands';
import { overflowOf } from '@/lib/analysis/explain/ledger-request';
import type { StepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import {
  placeOf,
  type Contradictions,
  type MeantStep,
} from '@/lib/analysis/explain/testing/contradictions';
import { saidOutcome } from '@/lib/analysis/explain/testing/said';
import type { SessionReplay } from '@/lib/analysis/subject/replay-session';
import { causeBlocks } from '@/lib/answers/questions/explain';
import { answerText } from '@/lib/answers/print/text';

/** How many steps of a session of so many have their remedies replayed: each takes as long as the session. */
const withRemedies = (steps: number): number => Math.min(24, Math.ceil(24_000 / steps));

/** Steps of a session whose sentences are read back: of a longer one every second, third …, and those with an event. */
const MOST_TOLD = 1_500;

/** What is told of a step without its remedies: they are no sentences about the past. */
function plainReport(run: Replay, step: number, subject: CauseSubject) {
  const told = explainStep(run, step, subject);
  const said = (one: Clause) => ({ ...one, text: wordsText(one.words) });
  const decision = decisionAt(run, step);
  return {
    ...told,
    policy: run.policy.id,
    compacted: told.outcome.policy === 'compacted',
    verdict: said(told.verdict),
    headline: said(told.headline),
    clauses: told.clauses.map(said),
    operands: operandRows(run, step, decision),
    decision,
    sent: overflowOf(run, step),
    turned: null,
    remedies: [],
  } satisfies CauseReport;
}

/** Reads back `highwater explain` of every step, which a report prints too, and its JSON. */
export function readExplanations(
  replayed: SessionReplay,
  meant: readonly MeantStep[],
  into: Contradictions,
): void {
  const { run, session, opening, measured } = replayed;
  const { agent } = measured.draft.head.source;
  const subject = causeSubject(session, opening, { agent, tools: null });
  const most = withRemedies(meant.length);
  const every = Math.ceil(meant.length / most);
  const told = Math.ceil(meant.length / MOST_TOLD);
  let compacted = 0;
  meant.forEach((one, step) => {
    const { policy, provider } = one.outcome;
    if (policy === 'compacted') compacted++;
    const eventful = policy !== 'held' || provider === 'refused';
    if (step % told !== 0 && !eventful) return;
    const chosen = policy === 'compacted' && compacted <= most;
    const whole = step % every === 0 || chosen;
    const report = whole ? causeReport(run, step, subject) : plainReport(run, step, subject);
    const at = placeOf(step);
    readText(`explain, ${at}`, answerText(causeBlocks(report)), report, one, into);
    readJson(`explain --json, ${at}`, report, one, into);
  });
}

/** "  Last real: 150,000 (response of step 142)" → its number, by name. */
function linesOf(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^ {2}([^:]+): (.*)$/gm);
  return new Map([...lines].map(([, name = '', rest = '']) => [name, rest]));
}

function readText(
  where: string,
  text: string,
  report: CauseReport,
  meant: MeantStep,
  into: Contradictions,
): void {
  const lines = linesOf(text);
  const [first = '', ...rest] = text.split('\n').filter((line) => !line.startsWith('  '));
  const { verdict, changed, whose, untested } = report;
  const around = [verdict.text, changed, whose, untested];
  const texts = [first, ...rest].filter((line) => line !== '' && !around.includes(line));
  into.sentences(where, [...texts.slice(0, 1 + report.clauses.length), verdict.text], meant);
  into.outcome(`${where}, outcome`, saidOutcomePair(lines.get('Outcome')), meant.outcome);
  into.number(`${where}, heuristic`, lines.get('Heuristic') ?? '', meant.heuristic);
  const decision = lines.get('Decision value') ?? '–';
  into.number(`${where}, decision`, decision, meant.value, meant.valueGuessed);
  into.number(`${where}, threshold`, lines.get('Threshold') ?? '–', meant.threshold);
  const margin = lines.get('Margin') ?? '–';
  into.number(`${where}, margin`, margin, meant.margin);
  const sent = lines.get('Real, as sent') ?? '–';
  into.number(`${where}, real`, sent, meant.sent, meant.sentGuessed);
}

/** "held · no usage" → the pair. */
function saidOutcomePair(text: string | undefined): StepOutcome | null {
  const [policy, provider] = text?.split(' · ') ?? [];
  return policy === undefined || provider === undefined
    ? null
    : ({ policy, provider } as StepOutcome);
}

function readJson(
  where: string,
  report: CauseReport,
  meant: MeantStep,
  into: Contradictions,
): void {
  const said = JSON.parse(JSON.stringify(report)) as CauseReport;
  into.outcome(where, said.outcome, meant.outcome);
  into.same(`${where}, compacted`, said.compacted, meant.outcome.policy === 'compacted');
  const texts = [said.headline, ...said.clauses, said.verdict].map(({ text }) => text);
  into.sentences(where, texts, meant);
  into.same(`${where}, value`, said.decision?.value ?? NaN, meant.value);
  into.same(`${where}, margin`, said.decision?.margin ?? NaN, meant.margin);
  const words = said.decision?.words.toLowerCase();
  if (words === undefined) return;
  into.same(
    `${where}, words`,
    saidOutcome(words.split(/[,:;]/)[0] ?? '')?.policy,
    meant.outcome.policy,
  );
}
