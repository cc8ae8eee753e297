import { PRODUCER } from '@/lib/replay/engine';
import { formatFactor, formatInteger, formatProjected, formatSigned } from '@/lib/base/format';
import type { CauseReport } from '@/lib/analysis/explain/cause/cause-report';
import { outcomeText } from '@/lib/analysis/explain/outcome/step-outcome';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import { decisionTexts } from '@/lib/analysis/explain/ledger-decision';
import { explainStep } from '@/lib/analysis/subject/judge-session';
import { ratesOf, sessionPrices } from '@/lib/host/prices/session-prices';
import type { CliIo } from '../cli-io';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { askedOf, askedReplay, type Asked, type AskedOptions } from './asked-replay';

/** Options of `explain`. */
interface ExplainCommandOptions extends AskedOptions {
  readonly step?: number;
}

/** Prints why a step compacted or did not, with its operands and what would have turned it. */
export async function explainCommand(
  file: string,
  given: ExplainCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const asked = await askedOf(given, io);
  const trace = await measureTrace(file, io.resolve(file));
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const explained = chooseSessions(trace.value.sessions, given.session)
    .filter(({ session }) => session.profile.stepCount > 0)
    .map((one) => ({ one, report: explainOne(one, asked, given.step) }));
  if (explained.length === 0) throw new UsageError('The session has no step to explain.');
  if (given.json === true) {
    const sessions = explained.map(({ one, report }) => ({
      number: one.number,
      name: one.session.draft.head.name,
      ...report,
    }));
    io.out(`${JSON.stringify({ file, producer: PRODUCER, sessions })}\n`);
  } else {
    for (const { one, report } of explained) {
      io.out(`${nameOf(one)}\n${causeText(report)}\n`);
    }
    io.out(`Computed by ${PRODUCER}.\n`);
  }
  return exitCode.clean;
}

/** Explains a step, or the first event. @throws UsageError for a step that is none. */
export function explainOne(
  one: NumberedSession,
  asked: Asked,
  wanted: number | undefined,
): CauseReport {
  const { stepCount } = one.session.profile;
  if (wanted !== undefined && wanted >= stepCount) {
    throw new UsageError(
      `The session has no step ${wanted}: its steps are 0 to ${formatInteger(stepCount - 1)}.`,
    );
  }
  const prices = ratesOf(sessionPrices(one.session.profile, new Date()));
  return explainStep(one.session, askedReplay(one, asked), wanted, {
    dollarsOf: (run) => costTotal(run, prices),
  });
}

/** The session's verdict, headline, sentences, operands and remedies, one a line. */
export function causeText(report: CauseReport): string {
  const { verdict, headline, clauses, operands, decision } = report;
  const { remedies, changed, whose, untested } = report;
  const rows = operands.map(({ label, value, unit, origin, projected = false }) => {
    const shown =
      value === null
        ? '–'
        : unit === 'factor'
          ? `${projected ? '~' : ''}${formatFactor(value)}`
          : formatProjected(value, projected);
    return `  ${label}: ${shown} (${origin})`;
  });
  const compared =
    decision === null
      ? []
      : [
          `  Decision value: ${decisionTexts(decision).value} (${decision.formula})`,
          `  Threshold: ${formatInteger(decision.threshold)}${decision.thresholdFormula === '' ? '' : ` (${decision.thresholdFormula})`}`,
          `  Margin: ${decisionTexts(decision).margin} (${decision.words})`,
        ];
  const chips = remedies.map(
    ({ label, margin, text }) =>
      `  ${label}: ${margin === null ? '' : `margin ${formatSigned(margin)}; `}${text}`,
  );
  return [
    ...[changed, whose, verdict?.text ?? null].filter((text) => text !== null),
    headline.text,
    ...clauses.map(({ text }) => text),
    ...rows,
    ...compared,
    `  Outcome: ${outcomeText(report.outcome)}`,
    ...(chips.length === 0 ? [] : [turnedText(report), ...chips]),
    ...(untested === null ? [] : [untested]),
    '',
  ].join('\n');
}

/** "Would have compacted with", "Safer". */
const turnedText = ({ turned }: CauseReport): string =>
  turned?.startsWith('Safer') === true ? turned : `${turned ?? ''} with`;
