import { PRODUCER } from '@/lib/replay/engine';
import { counted, formatInteger } from '@/lib/base/format';
import type { ProvenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
import { severities, type Finding, type Severity } from '@/lib/analysis/detectors/finding';
import { findingsOf } from '@/lib/analysis/subject/judge-session';
import { stepRangesText } from '@/lib/analysis/detectors/words';
import type { Policy } from '@/lib/policies/contract/policy';
import { ReferenceTable } from '@/lib/tokens/references/reference-table';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, type ExitCode } from '../exit-code';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { plain } from '../text-table';
import { askedOf, askedReplay, type Asked, type AskedOptions } from '../explain/asked-replay';

/** Options of `findings`. */
interface FindingsCommandOptions extends AskedOptions {
  readonly severity?: Severity;
  readonly failOn?: Severity;
}

/** A session, the policy it was replayed under, and everything found. */
export interface JudgedSession {
  readonly one: NumberedSession;
  readonly policy: Policy;
  readonly settings: unknown;
  /** Each with what a replay of its advice shows. */
  readonly found: readonly ProvenFinding[];
}

/** Prints what is wrong with the sessions of a trace. */
export async function findingsCommand(
  file: string,
  given: FindingsCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const asked = await askedOf(given, io);
  const trace = await measureTrace(file, io.resolve(file), { references: new ReferenceTable() });
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const judged = chooseSessions(trace.value.sessions, given.session).map((one) =>
    judgeOne(one, asked),
  );
  const least = given.severity ?? 'info';
  if (given.json === true) {
    const sessions = judged.map((one) => sessionJson(one, least));
    io.out(`${JSON.stringify({ file, producer: PRODUCER, sessions })}\n`);
  } else {
    for (const one of judged) io.out(judgedText(one, least));
    io.out(`Computed by ${PRODUCER}.\n`);
  }
  const { failOn } = given;
  const failed =
    failOn !== undefined && judged.some(({ found }) => found.some((one) => isAtLeast(one, failOn)));
  return failed ? exitCode.checkFailed : exitCode.clean;
}

/** True where a finding is as severe, or more. */
export const isAtLeast = ({ severity }: Pick<Finding, 'severity'>, least: Severity): boolean =>
  severities.indexOf(severity) <= severities.indexOf(least);

/** Replays a session as asked and judges it. */
export function judgeOne(one: NumberedSession, asked: Asked): JudgedSession {
  const replayed = askedReplay(one, asked);
  const { policy, settings } = replayed;
  return { one, policy, settings, found: findingsOf(one.session, replayed) };
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

/** The findings of a session that are as severe as `least`. */
export function judgedText({ one, policy, found }: JudgedSession, least: Severity): string {
  const shown = found.filter((finding) => isAtLeast(finding, least));
  const left = found.length - shown.length;
  const rest = left === 0 ? '' : ` ${formatInteger(left)} less severe not shown.`;
  const head = `${plain(nameOf(one))}\n${policy.label}: ${counted(found.length, 'finding')}.${rest}\n`;
  return `${head}${shown.map(findingText).join('')}\n`;
}

function findingText(finding: ProvenFinding): string {
  const { severity, title, of, sentence, detail, advice } = finding;
  const steps = stepRangesText(finding.steps);
  const lines = [
    `${marks[severity]} ${title}${steps === '' ? '' : ` · ${steps}`} · ${severity}, of the ${of}`,
    `    ${sentence}`,
    ...(detail === '' ? [] : [`    ${detail}`]),
    ...advice.map(({ text, effect }) => `    → ${text}${effect === null ? '' : `: ${effect}`}`),
  ];
  return `${lines.map(plain).join('\n')}\n`;
}
