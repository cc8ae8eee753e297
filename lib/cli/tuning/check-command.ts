import { writeFile } from 'node:fs/promises';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { choosePolicy, chooseSettings } from '@/lib/policies/policy-choice';
import type { Settings } from '@/lib/engine/policy/fields';
import type { PolicyChoice } from '@/lib/policies/policy-choice';
import { PRODUCER } from '@/lib/engine/replay/engine';
import {
  evaluate,
  type CheckedSession,
  type Verdict,
} from '@/lib/answers/report/expectations/evaluate';
import { expectationWords } from '@/lib/answers/report/expectations/expectation-words';
import { matchSessions } from '@/lib/answers/report/expectations/match';
import { evaluateRecommendations } from '@/lib/answers/report/expectations/recommended';
import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, type ExitCode } from '../exit-code';
import { ensureSizeTables } from '../tables/size-tables';
import { plain } from '@/lib/answers/print/text-table';
import { corpusOfFiles } from './corpus-of-files';
import { readExpectations, type ExpectationsFile } from './expectations-file';
import { junitText } from './junit';

/** Options of `check`. */
interface CheckOptions {
  readonly json?: boolean;
  readonly junit?: string;
  readonly sizes?: string;
}

/** A check's result. */
interface Checked {
  readonly verdicts: readonly Verdict[];
  /** Sessions that are missing, or whose content changed. */
  readonly problems: readonly string[];
  readonly sessions: number;
}

/** Most failures that are printed with their reasons. */
const MOST_SHOWN = 20;

/** Checks what highwater.yaml expects of the sessions given. */
export async function checkCommand(
  { yaml, files }: { readonly yaml: string; readonly files: readonly string[] },
  { json, junit, sizes }: CheckOptions,
  io: CliIo,
): Promise<ExitCode> {
  await ensureSizeTables(io, sizes);
  const file = await readExpectations(yaml, io.resolve(yaml));
  const choice = policyOfFile(file);
  const corpus = await corpusOfFiles(files, io);
  const given = corpus.sessions.map((one) => ({
    name: one.facts.name,
    file: one.file,
    profile: one.session.profile,
    facts: one.facts,
  }));
  const { sessions, problems } = matchSessions(file.expectations, given);
  const verdicts = verdictsOn(file, choice, sessions);
  const checked = { verdicts, problems, sessions: sessions.length };
  if (junit !== undefined) await writeReport(junit, io, junitText(yaml, verdicts, problems));
  io.out(json === true ? jsonText(yaml, file, checked) : humanText(yaml, file, checked));
  if (corpus.failed > 0 || corpus.read === 0) return exitCode.unreadable;
  return holds(checked) ? exitCode.clean : exitCode.checkFailed;
}

/** The verdicts in the file's order. @throws InputError that names the line of axes that are none. */
function verdictsOn(
  { expectations, place }: ExpectationsFile,
  choice: PolicyChoice,
  sessions: readonly (CheckedSession & { readonly given: { readonly facts: CorpusFacts } })[],
): readonly Verdict[] {
  const corpus = sessions.map(({ session, given: { facts } }) => ({ session, facts }));
  const preset = choice.preset?.settings as Settings | undefined;
  const settings: Settings = { ...preset, ...expectations.settings };
  const swept = expectations.expectations.flatMap((one, index) => {
    if (one.expect !== 'recommendation') return [];
    const asked = { expectations: [one], settings, limit: expectations.limit };
    try {
      const verdicts = evaluateRecommendations(asked, choice.policy, corpus);
      return verdicts.map((verdict) => ({ ...verdict, index }));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new InputError(`${place(['expectations', index])}: ${error.message}`);
    }
  });
  const verdicts = [...evaluate(expectations, choice, sessions), ...swept];
  return verdicts.sort((a, b) => a.index - b.index);
}

const holds = ({ verdicts, problems }: Checked): boolean =>
  problems.length === 0 && verdicts.every(({ why }) => why === null);

/** The policy of a file, with or without a preset. @throws InputError that names the line. */
function policyOfFile({ expectations, place }: ExpectationsFile): PolicyChoice {
  const [id = '', preset] = expectations.policy.split('@');
  const chosen = choosePolicy(id, preset);
  if (!chosen.ok) throw new InputError(`${place(['policy'])}: ${chosen.error.message}`);
  const settings = chooseSettings(chosen.value, expectations.settings, {});
  if (settings.ok) return chosen.value;
  const key = settings.error.at.slice('settings.'.length);
  throw new InputError(`${place(['settings', key])}: ${settings.error.message}`);
}

async function writeReport(file: string, io: CliIo, text: string): Promise<void> {
  try {
    await writeFile(io.resolve(file), text);
  } catch (error) {
    const cause = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new InputError(`${file}: the report cannot be written (${cause}). Check the folder.`);
  }
}

function jsonText(yaml: string, { expectations }: ExpectationsFile, checked: Checked): string {
  const { policy, settings, limit, producer } = expectations;
  const { verdicts, problems, sessions } = checked;
  const value = {
    producer: PRODUCER,
    file: yaml,
    recordedBy: producer,
    policy,
    settings,
    limit,
    sessions,
    holds: holds(checked),
    problems,
    verdicts: verdicts.map(({ index, text, session, why, step }) => ({
      expectation: index,
      text,
      session,
      holds: why === null,
      step,
      why,
    })),
  };
  return `${JSON.stringify(value)}\n`;
}

function humanText(yaml: string, { expectations }: ExpectationsFile, checked: Checked): string {
  const { verdicts, problems, sessions } = checked;
  const failed = verdicts.filter(({ why }) => why !== null);
  const shown = failed.slice(0, MOST_SHOWN);
  const more = failed.length - shown.length;
  const kept = expectations.expectations.flatMap((one, index) => {
    const own = verdicts.filter((verdict) => verdict.index === index && verdict.why === null);
    const [first] = own;
    if (first === undefined) return [];
    const who =
      own.length === 1 ? (first.session ?? 'all sessions') : `${counted(own.length, 'session')}`;
    return [`✓ ${who}: ${expectationWords(one)}`];
  });
  const total = verdicts.length + problems.length;
  const bad = failed.length + problems.length;
  const lines = [
    `${yaml}: ${expectations.policy}, ${counted(sessions, 'session')}, ${counted(expectations.expectations.length, 'expectation')}.`,
    ...problems.map((text) => `✗ ${text}`),
    ...shown.flatMap(({ session, text, why }) => [
      `✗ ${session ?? 'all sessions'}: ${text}`,
      `    ${why ?? ''}`,
    ]),
    ...(more > 0 ? [`✗ and ${formatInteger(more)} more; --json prints each.`] : []),
    ...kept,
    bad === 0
      ? `${counted(total, 'check')}: all hold.`
      : `${formatInteger(bad)} of ${counted(total, 'check')} failed.`,
    ...otherEngine(expectations.producer),
    `Computed by ${PRODUCER}.`,
  ];
  return lines.map((line) => `${plain(line)}\n`).join('');
}

/** A line where the file was recorded by an engine whose numbers may differ. */
function otherEngine(producer: string): readonly string[] {
  const engine = (text: string): string => text.replace(/^.*\+/, '');
  if (engine(producer) === engine(PRODUCER)) return [];
  return [`Recorded by ${producer}: results of two engines may differ for that reason alone.`];
}
