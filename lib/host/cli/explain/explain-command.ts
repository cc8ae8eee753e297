import { PRODUCER } from '@/lib/replay/engine';
import { formatInteger, formatSigned } from '@/lib/base/format';
import { causeReport, type CauseReport } from '@/lib/analysis/explain/cause/cause-report';
import { firstStep } from '@/lib/analysis/explain/cause/first-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { openSession, OWN_POLICY, type Opening } from '@/lib/analysis/fit/opening';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import type { PolicyChoice } from '@/lib/policies/contract/policy-choice';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import type { Settings } from '@/lib/policies/contract/fields';
import type { Fault } from '@/lib/replay/faults/faults';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import type { CliIo } from '../cli-io';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { measureTrace } from '../measure-trace';
import { policyOf, settingsOf, type GivenSettings } from '../parse-settings';
import { readErrorText } from '../read-error';
import { withSizes } from '../tables/size-tables';

/** Options of `explain`. */
interface ExplainCommandOptions {
  readonly step?: number;
  readonly policy?: string;
  readonly set: GivenSettings;
  readonly fault: readonly Fault[];
  readonly sizes?: string;
  readonly session?: string;
  readonly json?: boolean;
}

/** Prints why a step compacted or did not, with its operands and what would have turned it. */
export async function explainCommand(
  file: string,
  given: ExplainCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const standard = Object.keys(given.set).length > 0 ? DEFAULT_POLICY : OWN_POLICY;
  const named = given.policy ?? standard;
  const options = { ...given, set: await withSizes(given, io) };
  const choice = named === OWN_POLICY ? null : policyOf(named);
  if (choice !== null) settingsOf(choice, options.set, {});
  const trace = await measureTrace(file, io.resolve(file));
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const explained = chooseSessions(trace.value.sessions, options.session)
    .filter(({ session }) => session.profile.stepCount > 0)
    .map((one) => ({ one, report: explainOne(one, choice, options) }));
  if (explained.length === 0) throw new UsageError('The session has no step to explain.');
  if (options.json === true) {
    const sessions = explained.map(({ one, report }) => ({
      number: one.number,
      name: one.session.draft.head.name,
      ...report,
    }));
    io.out(`${JSON.stringify({ file, producer: PRODUCER, sessions })}\n`);
  } else {
    for (const { one, report } of explained) io.out(`${nameOf(one)}\n${causeText(report)}\n`);
    io.out(`Computed by ${PRODUCER}.\n`);
  }
  return exitCode.clean;
}

function explainOne(
  { session: { profile, draft, tools } }: NumberedSession,
  choice: PolicyChoice | null,
  { set, fault, step: wanted }: ExplainCommandOptions,
): CauseReport {
  const { source } = draft.head;
  const opening = openSession(source, profile);
  const session = prepare(profile, opening.prefixTokens);
  const { stepCount } = profile;
  if (wanted !== undefined && wanted >= stepCount) {
    throw new UsageError(
      `The session has no step ${wanted}: its steps are 0 to ${formatInteger(stepCount - 1)}.`,
    );
  }
  const policy = choice?.policy ?? opening.policy;
  const run = replay(session, policy, settingsFor(opening, choice, set, profile.head), {
    faults: fault,
  });
  const subject = causeSubject(session, opening, { agent: source.agent, tools: tools() });
  return causeReport(run, wanted ?? firstStep(session, opening), subject);
}

/** The settings of a replay: the chosen policy’s, or the session’s own. */
export function settingsFor(
  opening: Opening,
  choice: PolicyChoice | null,
  set: GivenSettings,
  head: Parameters<typeof sessionSettings>[1],
): Settings {
  if (choice === null) {
    return settingsOf({ policy: opening.policy, preset: null }, set, opening.settings) as Settings;
  }
  const suggested = sessionSettings(choice.policy, head) as GivenSettings;
  return settingsOf(choice, set, suggested) as Settings;
}

/** Headline, sentences, operands and remedies, one a line. */
export function causeText(report: CauseReport): string {
  const { headline, clauses, operands, decision, remedies, changed } = report;
  const rows = operands.map(({ label, value, unit, origin }) => {
    const shown =
      value === null ? '–' : unit === 'factor' ? `${value.toFixed(4)}×` : formatInteger(value);
    return `  ${label}: ${shown} (${origin})`;
  });
  const compared =
    decision === null
      ? []
      : [
          `  Decision value: ${formatInteger(decision.value)} (${decision.formula})`,
          `  Threshold: ${formatInteger(decision.threshold)}${decision.thresholdFormula === '' ? '' : ` (${decision.thresholdFormula})`}`,
          `  ${decision.words}: ${formatSigned(decision.margin)}`,
        ];
  const chips = remedies.map(
    ({ label, margin, text }) =>
      `  ${label}: ${margin === null ? '' : `margin ${formatSigned(margin)}; `}${text}`,
  );
  return [
    ...(changed === null ? [] : [changed]),
    headline.text,
    ...clauses.map(({ text }) => text),
    ...rows,
    ...compared,
    ...(chips.length === 0 ? [] : [turnedText(report), ...chips]),
    '',
  ].join('\n');
}

/** "Would have compacted with", "Safer". */
const turnedText = ({ turned }: CauseReport): string =>
  turned?.startsWith('Safer') === true ? turned : `${turned ?? ''} with`;
