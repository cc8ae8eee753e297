import { writeFile } from 'node:fs/promises';
import { counted } from '@/lib/base/format';
import { settingFields, type Settings } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';
import { PRODUCER } from '@/lib/replay/engine';
import { expectationsText, recordedExpectations } from '@/lib/report/expectations/record';
import { policyOptions } from '@/lib/report/options/policy-options';
import {
  coverageOf,
  coverageWords,
  tellingOf,
  undecidedWords,
} from '@/lib/tuning/evidence/coverage';
import {
  askCorpus,
  smallestLimit,
  type Answer,
  type NamedRange,
} from '@/lib/tuning/recommend/ask-corpus';
import { recommend, type Recommendation } from '@/lib/tuning/recommend/recommendation';
import {
  answerWords,
  deciderWords,
  edgeWords,
  holdOutWords,
  type Words,
} from '@/lib/tuning/recommend/recommendation-words';
import { cellAt, type TuneField } from '@/lib/tuning/recommend/tune-field';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { policyOf, type GivenSettings } from '../parse-settings';
import { withSizes } from '../tables/size-tables';
import { plain } from '../text-table';
import { cellRow, cellTable, type CellRow } from './cell-rows';
import { corpusOfFiles, type FileSession } from './corpus-of-files';

/** Options of `tune`. */
interface TuneOptions {
  readonly policy: string;
  readonly set: GivenSettings;
  readonly vary: readonly NamedRange[];
  readonly limit?: number;
  readonly sizes?: string;
  readonly json?: boolean;
  readonly record?: string;
}

/** Share by which a recommendation may differ later. */
const WITHIN = 0.05;

/** Steps of a setting's whole slider. */
const AXIS_STEPS = 18;

/** Recommends settings for the recorded sessions of some files, with the evidence. */
export async function tuneCommand(
  files: readonly string[],
  given: TuneOptions,
  io: CliIo,
): Promise<ExitCode> {
  const { policy, preset } = policyOf(given.policy);
  const set = await withSizes(given, io);
  const settings: Settings = { ...(preset?.settings as Settings | undefined), ...set };
  const { sessions, read, failed } = await corpusOfFiles(files, io);
  if (sessions.length === 0) {
    if (failed === 0) io.message('No trace was found. Name files, folders or archives of traces.');
    return exitCode.unreadable;
  }
  const ranges = given.vary.length > 0 ? given.vary : defaultRanges(policy, sessions, given.limit);
  const question = { policy, settings, ranges, limit: given.limit ?? null };
  const answer = asked(sessions, question);
  const recommendation = recommend(answer.field);
  const tuned = { policy, settings, answer, recommendation, ranges };
  if (given.record !== undefined) await record(given.record, tuned, sessions, io);
  io.out(given.json === true ? jsonText(tuned) : humanText(tuned));
  return failed > 0 || read === 0 ? exitCode.unreadable : exitCode.clean;
}

interface Tuned {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly ranges: readonly NamedRange[];
  readonly answer: Answer;
  /** null without a recorded session. */
  readonly recommendation: Recommendation | null;
}

function asked(...question: Parameters<typeof askCorpus>): Answer {
  try {
    return askCorpus(...question);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${error.message}.`.replace(/\.\.$/, '.'));
  }
}

/** Windows around the limit, and the first other setting that is tuned, over the whole of its slider. */
function defaultRanges(
  policy: Policy,
  sessions: readonly FileSession[],
  given: number | undefined,
): readonly NamedRange[] {
  const tuned = settingFields(policy).filter(({ slider }) => slider !== undefined);
  const limit = given ?? smallestLimit(sessions) ?? 200_000;
  const step = Math.max(1, Math.round(limit / 40));
  return tuned.slice(0, 2).map(({ key: setting, slider, kind }) => {
    if (slider === undefined || slider === 'window') {
      return { setting, from: limit - 10 * step, to: limit + 6 * step, step };
    }
    const { min: from, max: to } = slider;
    const wide = (to - from) / AXIS_STEPS;
    return {
      setting,
      from,
      to,
      step: Math.max(slider.step, kind === 'integer' ? Math.ceil(wide) : wide),
    };
  });
}

/** Settings as given, with the values of a place of the grid. */
function settingsAt(
  { settings }: Tuned,
  { column }: TuneField,
  place: readonly number[],
): Settings {
  const values = column.axes.map(
    ({ setting, values: all }, axis) => [setting, all[place[axis] ?? -1]] as const,
  );
  return { ...settings, ...Object.fromEntries(values) };
}

const proposed = ({ answer: { field }, recommendation }: Tuned): readonly number[] =>
  recommendation?.choice.place ?? field.baseline;

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

/** The cell of a place as a row. */
function rowAt({ answer: { field }, recommendation }: Tuned, place: readonly number[]): CellRow[] {
  const index = cellAt(field, place);
  const cell = field.cells[index];
  if (cell === undefined || recommendation === null) return [];
  return [cellRow(field.column, cell, recommendation.region.sums, index)];
}

function jsonText(tuned: Tuned): string {
  const { policy, answer, recommendation } = tuned;
  const { field, sessions, plan } = answer;
  const place = proposed(tuned);
  const words = (all: readonly Words[]): string => all.map(({ text }) => text).join('');
  const value = {
    producer: PRODUCER,
    limit: field.constraints.limit,
    plan,
    coverage: coverageOf(sessions),
    telling: tellingOf(field),
    choice: recommendation?.choice.kind ?? null,
    settings: settingsAt(tuned, field, place),
    today: settingsAt(tuned, field, field.baseline),
    words: recommendation === null ? null : words(answerWords(field, recommendation)),
    edges: recommendation?.edges ?? [],
    changes: (recommendation?.changes ?? []).map(({ row, ...change }) => ({
      session: sessions[row]?.facts.name,
      ...change,
    })),
    holdOut: {
      byTime: recommendation?.byTime ?? null,
      bySession: recommendation?.bySession ?? null,
    },
    options: policyOptions(policy, completeSettings(tuned, place)),
    cells: field.cells.flatMap((cell, index) =>
      recommendation === null
        ? []
        : [cellRow(field.column, cell, recommendation.region.sums, index)],
    ),
  };
  return `${JSON.stringify(value)}\n`;
}

const completeSettings = (tuned: Tuned, place: readonly number[]): Settings =>
  tuned.policy.settings.parse(settingsAt(tuned, tuned.answer.field, place)) as Settings;

function humanText(tuned: Tuned): string {
  const { answer, recommendation } = tuned;
  const { field, sessions } = answer;
  const coverage = coverageOf(sessions);
  const telling = tellingOf(field);
  const generated =
    coverage.generated === 0
      ? ''
      : ` ${counted(coverage.generated, 'generated session')} ${coverage.generated === 1 ? 'is' : 'are'} swept and ${coverage.generated === 1 ? 'does' : 'do'} not decide.`;
  const lines = [
    `${coverageWords(coverage)}${generated}`,
    `${counted(telling.sessions, 'recorded session')} can tell settings of this grid apart.`,
    ...undecidedWords(field, telling),
    '',
    ...(recommendation === null
      ? ['No recorded session: nothing is recommended, for generated sessions never decide.']
      : recommendationLines(tuned, recommendation)),
  ];
  return `${lines.map((line) => `${plain(line)}\n`).join('')}${tableText(tuned)}${optionsText(tuned)}Computed by ${PRODUCER}.\n`;
}

function recommendationLines(
  { answer: { field } }: Tuned,
  recommendation: Recommendation,
): readonly string[] {
  const text = (words: readonly Words[]): string => words.map((word) => word.text).join('');
  const { sessions } = field;
  const changes = recommendation.changes.slice(0, 10).map(({ row, kind, today, then }) => {
    const name = sessions[row]?.facts.name ?? '';
    return `  ${kind}: ${name}, ${today} → ${counted(then, 'compaction')}`;
  });
  const more = recommendation.changes.length - changes.length;
  return [
    text(answerWords(field, recommendation)),
    `Room: ${edgeWords(field, recommendation)}.`,
    text(deciderWords(field, recommendation)),
    text(holdOutWords(field, recommendation.byTime)),
    text(holdOutWords(field, recommendation.bySession)),
    ...(changes.length === 0 ? [] : ['Against today:', ...changes]),
    ...(more > 0 ? [`  and ${counted(more, 'session')} more: --json prints each.`] : []),
  ];
}

/** The cells along each setting through the proposal. */
function tableText(tuned: Tuned): string {
  const { answer, recommendation } = tuned;
  if (recommendation === null) return '';
  const { column, baseline } = answer.field;
  const place = proposed(tuned);
  const tables = column.axes.map(({ setting, values }, axis) => {
    const places = values.map((_, at) => place.with(axis, at));
    const rows = places.flatMap((one) => rowAt(tuned, one));
    const note = (row: CellRow): string => {
      const one = places[rows.indexOf(row)] ?? [];
      const breach = recommendation.region.breaches[cellAt(answer.field, one)];
      const marks = [
        ...(one.join() === place.join() ? ['proposed'] : []),
        ...(one.join() === baseline.join() ? ['today'] : []),
        ...(breach === 'limit' ? ['above the limit'] : []),
      ];
      return marks.join(', ');
    };
    return `\nAlong ${setting}; overflow and loop count recorded sessions:\n${cellTable(column, rows, note)}`;
  });
  return `${tables.join('')}\n`;
}

/** The proposed settings as the policy's users write them. */
function optionsText(tuned: Tuned): string {
  if (tuned.recommendation === null) return '';
  const place = proposed(tuned);
  const { snippets, notSettable } = policyOptions(tuned.policy, completeSettings(tuned, place));
  const own = snippets.filter(({ target }) => target !== 'JSON' && target !== 'highwater.yaml');
  return [
    ...own.map(({ target, file, code, notes }) =>
      [
        `${target}${file === null ? '' : ` (${file})`}:\n${code}`,
        ...notes.map((note) => `${note}\n`),
      ].join(''),
    ),
    ...notSettable.map((text) => `${text}\n`),
    '\n',
  ].join('');
}
