import { writeFile } from 'node:fs/promises';
import { mixedWords } from '@/lib/analysis/fit/opened/corpus-policy';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { expectationsText, recordedExpectations } from '@/lib/answers/report/expectations/record';
import {
  askCorpus,
  exactRecommendation,
  smallestLimit,
  type Answer,
} from '@/lib/tuning/recommend/ask-corpus';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { axisFields, firstAxis, UNKNOWN_LIMIT } from '@/lib/tuning/sweep/first-axes';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { policyOf, type GivenSettings } from '../parse-settings';
import { withSizes } from '../tables/size-tables';
import { runFigures, sumsOf, type FigureOptions } from './asked-figures';
import { corpusOfFiles, isNamed, policyOfFiles, type FileSession } from './corpus-of-files';
import { humanText, proposed, settingsAt, tunedJson, type Tuned } from './tune-text';

/** Options of `tune`. */
interface TuneOptions extends FigureOptions {
  /** The one that the sessions open with if left out, or `own`. */
  readonly policy?: string;
  readonly set: GivenSettings;
  readonly vary: readonly NamedRange[];
  readonly limit?: number;
  readonly sizes?: string;
  readonly json?: boolean;
  readonly record?: string;
}

/** Share by which a recommendation may differ later. */
const WITHIN = 0.05;

/** Recommends settings for the recorded sessions of some files, with the evidence. */
export async function tuneCommand(
  files: readonly string[],
  given: TuneOptions,
  io: CliIo,
): Promise<ExitCode> {
  if (isNamed(given.policy)) policyOf(given.policy);
  const set = await withSizes(given, io);
  const { sessions, read, failed } = await corpusOfFiles(files, io);
  if (sessions.length === 0) {
    if (failed === 0) io.message('No trace was found. Name files, folders or archives of traces.');
    return exitCode.unreadable;
  }
  const tuned = tune(sessions, { ...given, set });
  if (given.record !== undefined) await record(given.record, tuned, sessions, io);
  io.out(given.json === true ? `${JSON.stringify(tunedJson(tuned))}\n` : humanText(tuned));
  return failed > 0 || read === 0 ? exitCode.unreadable : exitCode.clean;
}

/**
 * Sweeps sessions and recommends settings; without ranges those that the page begins with. Figures are
 * computed when they are asked for.
 * @throws UsageError for a range or a setting that is none.
 */
export function tune(
  sessions: readonly FileSession[],
  given: Pick<TuneOptions, 'policy' | 'set' | 'vary' | 'limit' | keyof FigureOptions>,
): Tuned {
  const opened = isNamed(given.policy) ? null : policyOfFiles(sessions);
  const { policy, preset } = opened ?? policyOf(given.policy ?? '');
  const settings: Settings = { ...(preset?.settings as Settings | undefined), ...given.set };
  const ranges = given.vary.length > 0 ? given.vary : defaultRanges(policy, sessions, given.limit);
  const answer = asked(sessions, { policy, settings, ranges, limit: given.limit ?? null });
  const recommendation = exactRecommendation(answer, sessions);
  const recorded = [...sessions.keys()].filter((row) => sessions[row]?.facts.generated === false);
  const { plan, field } = answer;
  const figures = sumsOf(runFigures(sessions, { plan, cells: field.cells }, given), recorded);
  const mixed = opened && mixedWords(opened);
  return { policy, mixed, settings, corpus: sessions, answer, recommendation, ranges, figures };
}

function asked(...question: Parameters<typeof askCorpus>): Answer {
  try {
    return askCorpus(...question);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${error.message}.`.replace(/\.\.$/, '.'));
  }
}

/** The settings that the page begins with: the window around the limit, and the next that is tuned. */
function defaultRanges(
  policy: Policy,
  sessions: readonly FileSession[],
  given: number | undefined,
): readonly NamedRange[] {
  const limit = given ?? smallestLimit(sessions) ?? UNKNOWN_LIMIT;
  return axisFields(policy)
    .slice(0, 2)
    .map((field) => firstAxis(field, limit));
}

async function record(
  file: string,
  tuned: Tuned,
  sessions: readonly FileSession[],
  io: CliIo,
): Promise<void> {
  const { policy, answer, ranges, recommendation } = tuned;
  const { field, plan } = answer;
  const place = proposed(tuned);
  const settings = Object.fromEntries(
    field.column.axes.map(({ setting, values }, axis) => [setting, values[place[axis] ?? -1] ?? 0]),
  );
  const expectations = recordedExpectations({
    policy,
    settings: settingsAt(tuned, field, place),
    limit: plan.limit,
    sessions: sessions.map(({ facts, session }) => ({ name: facts.name, session })),
    ...(recommendation === null || recommendation.choice.kind === 'none'
      ? {}
      : { recommendation: { settings, within: WITHIN, vary: [...ranges] } }),
  });
  try {
    await writeFile(io.resolve(file), expectationsText(expectations), { flag: 'wx' });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'it is there already' : code;
    throw new InputError(`${file}: it cannot be written (${why}). Choose another name.`);
  }
  io.message(`${file}: recorded. "highwater check ${file} <files...>" checks it.`);
}
