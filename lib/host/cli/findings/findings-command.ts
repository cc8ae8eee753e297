import { PRODUCER } from '@/lib/replay/engine';
import { counted, formatInteger } from '@/lib/base/format';
import { findings } from '@/lib/analysis/detectors/registry';
import { severities, type Finding, type Severity } from '@/lib/analysis/detectors/finding';
import { openSession, OWN_POLICY } from '@/lib/analysis/fit/opening';
import { stepRangesText } from '@/lib/analysis/detectors/words';
import type { Policy } from '@/lib/policies/contract/policy';
import type { PolicyChoice } from '@/lib/policies/contract/policy-choice';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import type { Fault } from '@/lib/replay/faults/faults';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, type ExitCode } from '../exit-code';
import { measureTrace } from '../measure-trace';
import { policyOf, settingsOf, type GivenSettings } from '../parse-settings';
import { readErrorText } from '../read-error';
import { withSizes } from '../tables/size-tables';
import { plain } from '../text-table';

/** Options of `findings`. */
interface FindingsCommandOptions {
  readonly policy?: string;
  readonly set: GivenSettings;
  readonly fault: readonly Fault[];
  readonly sizes?: string;
  readonly session?: string;
  readonly severity?: Severity;
  readonly failOn?: Severity;
  readonly json?: boolean;
}

/** A session, the policy it was replayed under, and everything found. */
interface JudgedSession {
  readonly one: NumberedSession;
  readonly policy: Policy;
  readonly settings: unknown;
  readonly found: readonly Finding[];
}

/** Prints what is wrong with the sessions of a trace. */
export async function findingsCommand(
  file: string,
  given: FindingsCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const standard = Object.keys(given.set).length > 0 ? DEFAULT_POLICY : OWN_POLICY;
  const named = given.policy ?? standard;
  const options = { ...given, set: await withSizes(given, io) };
  const choice = named === OWN_POLICY ? null : policyOf(named);
  if (choice !== null) settingsOf(choice, options.set, {});
  const trace = await measureTrace(file, io.resolve(file));
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const judged = chooseSessions(trace.value.sessions, options.session).map((one) =>
    judgeOne(one, choice, options),
  );
  const least = options.severity ?? 'info';
  if (options.json === true) {
    const sessions = judged.map((one) => sessionJson(one, least));
    io.out(`${JSON.stringify({ file, producer: PRODUCER, sessions })}\n`);
  } else {
    for (const one of judged) io.out(sessionText(one, least));
    io.out(`Computed by ${PRODUCER}.\n`);
  }
  const { failOn } = options;
  const failed =
    failOn !== undefined && judged.some(({ found }) => found.some((one) => isAtLeast(one, failOn)));
  return failed ? exitCode.checkFailed : exitCode.clean;
}

const isAtLeast = ({ severity }: Finding, least: Severity): boolean =>
  severities.indexOf(severity) <= severities.indexOf(least);

function judgeOne(
  one: NumberedSession,
  choice: PolicyChoice | null,
  { set, fault }: FindingsCommandOptions,
): JudgedSession {
  const { draft, profile, nameOf: named } = one.session;
  const { source, notices } = draft.head;
  const opening = openSession(source, profile);
  const policy = choice?.policy ?? opening.policy;
  const suggested =
    choice === null ? opening.settings : (sessionSettings(policy, profile.head) as GivenSettings);
  const settings = settingsOf(choice ?? { policy, preset: null }, set, suggested);
  const session = prepare(profile, opening.prefixTokens);
  const run = replay(session, policy, settings, { faults: fault });
  return { one, policy, settings, found: findings(run, { agent: source.agent, notices }, named) };
}

function sessionJson({ one, policy, settings, found }: JudgedSession, least: Severity) {
  return {
    number: one.number,
    name: one.session.draft.head.name,
    policy: policy.id,
    settings,
    findings: found.filter((finding) => isAtLeast(finding, least)),
  };
}

const marks: Readonly<Record<Severity, string>> = { error: '▲', warning: '◆', info: '○' };

function sessionText({ one, policy, found }: JudgedSession, least: Severity): string {
  const shown = found.filter((finding) => isAtLeast(finding, least));
  const left = found.length - shown.length;
  const rest = left === 0 ? '' : ` ${formatInteger(left)} less severe not shown.`;
  const head = `${plain(nameOf(one))}\n${policy.label}: ${counted(found.length, 'finding')}.${rest}\n`;
  return `${head}${shown.map(findingText).join('')}\n`;
}

function findingText(finding: Finding): string {
  const { severity, title, of, sentence, detail, advice } = finding;
  const steps = stepRangesText(finding.steps);
  const lines = [
    `${marks[severity]} ${title}${steps === '' ? '' : ` · ${steps}`} · ${severity}, of the ${of}`,
    `    ${sentence}`,
    ...(detail === '' ? [] : [`    ${detail}`]),
    ...advice.map(({ text }) => `    → ${text}`),
  ];
  return `${lines.map(plain).join('\n')}\n`;
}
