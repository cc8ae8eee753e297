/** What is told of a swept corpus: coverage, the recommendation and its evidence, cells, options. */
import { counted } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import { wordsText } from '@/lib/engine/base/answer/words';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import {
  coverageWords,
  undecidedWords,
  type Coverage,
  type Telling,
} from '@/lib/tuning/evidence/coverage';
import { lackWords, nothingNearWords, wouldDecide } from '@/lib/tuning/evidence/would-decide';
import type { FigureResults, FigureSums } from '@/lib/tuning/figures/figure-results';
import type { Answer } from '@/lib/tuning/recommend/ask-corpus';
import type { Recommendation } from '@/lib/tuning/recommend/recommendation';
import {
  answerWords,
  deciderWords,
  edgeWords,
  holdOutWords,
} from '@/lib/tuning/recommend/recommendation-words';
import {
  unsureWords,
  type Sensitivity,
  type SensitivityRow,
} from '@/lib/tuning/recommend/sensitivity';
import type { LogChange } from '@/lib/tuning/recommend/log-changes';
import { settingName } from '@/lib/tuning/recommend/setting-words';
import { cellAt } from '@/lib/tuning/region/cell-space';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { sentence, type Block } from '../../model/block';
import type { PolicyOptions } from '../../report/options/policy-options';
import { comparedBlocks, type PricedColumn } from './answer-table';
import { logChangeBlocks } from './log-change-table';
import { cellRow, cellTable, type CellRow } from './cell-rows';
import { figureNotes } from './swept-corpus';
import type { TunedRow } from './tuned-rows';

/** A corpus that was swept, and what is recommended. */
export interface Tuned {
  readonly row: TunedRow;
  /** What is to be known of the sessions. */
  readonly notes: readonly string[];
  readonly settings: Settings;
  readonly ranges: readonly NamedRange[];
  readonly corpus: readonly CorpusSession[];
  readonly answer: Answer;
  /** null without a recorded session. */
  readonly recommendation: Recommendation | null;
  /** Today's settings, the recommended ones and the runner-up; none without a recommendation. */
  readonly columns: readonly PricedColumn[];
  /** What smaller tool results come to under today's settings; none without a recommendation. */
  readonly logChanges: readonly LogChange[];
  /** What each session costs under each of the columns. */
  readonly costs: FigureResults | null;
  /** Figures that were asked for, over the recorded sessions. */
  readonly figures: readonly FigureSums[];
  /** What the proposal comes to for the recorded sessions if what nobody recorded was otherwise. */
  readonly sensitivity: Sensitivity;
}

/** Settings as given, with the values of a place of the grid. */
export function settingsAt(
  { settings, answer }: Pick<Tuned, 'settings' | 'answer'>,
  place: readonly number[],
): Settings {
  const values = answer.field.column.axes.map(
    ({ setting, values: all }, axis) => [setting, all[place[axis] ?? -1]] as const,
  );
  return { ...settings, ...Object.fromEntries(values) };
}

/** The same with the policy's defaults. */
export const completeSettings = (tuned: Tuned, place: readonly number[]): Settings =>
  tuned.row.choice.policy.settings.parse(settingsAt(tuned, place)) as Settings;

/** The proposed place; today's without a recommendation. */
export const proposed = ({
  answer: { field },
  recommendation,
}: Pick<Tuned, 'answer' | 'recommendation'>): readonly number[] =>
  recommendation?.choice.place ?? field.baseline;

const line = (text: string): Block => sentence([text]);

/** In place of an answer about generated sessions alone. */
export const NOTHING_RECOMMENDED =
  'No recorded session: nothing is recommended, for generated sessions never decide.';

/** "2 generated sessions are swept and do not decide."; empty for none. */
export const generatedWords = ({ generated }: Pick<Coverage, 'generated'>): string =>
  generated === 0
    ? ''
    : `${counted(generated, 'generated session')} ${generated === 1 ? 'is swept and does' : 'are swept and do'} not decide.`;

/** Coverage, the recommendation and its evidence, cells along each setting, the options. */
export function tunedBlocks(
  tuned: Tuned,
  {
    coverage,
    telling,
    options,
  }: { readonly coverage: Coverage; readonly telling: Telling; readonly options: PolicyOptions },
): readonly Block[] {
  const { recommendation } = tuned;
  const { field } = tuned.answer;
  const generated = generatedWords(coverage);
  const covered = `${coverageWords(coverage)}${generated === '' ? '' : ` ${generated}`}`;
  // Nothing recorded can neither tell nor lack anything.
  if (coverage.recorded === 0) {
    return [...tuned.notes, covered, '', NOTHING_RECOMMENDED].map(line);
  }
  const known = [
    ...tuned.notes,
    covered,
    `${counted(telling.sessions, 'recorded session')} can tell settings of this grid apart.`,
    ...undecidedWords(field, telling),
    ...wouldDecideLines(tuned, telling),
    ...nothingNear(tuned, telling),
    ...figureNotes(tuned.figures),
    '',
  ].map(line);
  if (recommendation === null) {
    return [...known, line(NOTHING_RECOMMENDED)];
  }
  return [
    ...known,
    ...answerBlocks(tuned, recommendation),
    ...recommendationLines(tuned, recommendation).map(line),
    ...cellBlocks(tuned, recommendation),
    ...optionBlocks(options),
  ];
}

/** How many more sessions would decide; empty where some tell settings apart. */
function nothingNear({ answer: { field, sessions } }: Tuned, telling: Telling): readonly string[] {
  const words = nothingNearWords(field, telling, sessions);
  return words === null ? [] : [words];
}

/** What would decide the settings that the corpus cannot. */
function wouldDecideLines(tuned: Tuned, telling: Telling): readonly string[] {
  const { field, sessions } = tuned.answer;
  const today = completeSettings(tuned, field.baseline);
  return wouldDecide(field, telling, sessions, today).flatMap(({ setting, lacks }) => [
    `What would decide the ${settingName(field.column, setting)}:`,
    ...lacks.map((lack) => `  ${lackWords(lack)}`),
  ]);
}

const sensitivityText = ({ words, compactions, overflowing, looping }: SensitivityRow): string =>
  `  ${words}: ${counted(compactions, 'compaction')}, ${counted(overflowing, 'session')} overflow, ${counted(looping, 'session')} loop`;

/** The answer, what was passed over for it, and the settings that it compares. */
export function answerBlocks(
  { answer: { field }, columns, logChanges }: Tuned,
  recommendation: Recommendation,
): readonly Block[] {
  return [
    line(wordsText(answerWords(field, recommendation))),
    ...comparedBlocks(field, recommendation, columns),
    ...logChangeBlocks(field, columns, logChanges),
  ];
}

function recommendationLines(
  { answer: { field }, sensitivity }: Tuned,
  recommendation: Recommendation,
): readonly string[] {
  const { sessions } = field;
  const changes = recommendation.changes.slice(0, 10).map(({ row, kind, today, then }) => {
    const name = sessions[row]?.facts.name ?? '';
    return `  ${kind}: ${name}, ${today} → ${counted(then, 'compaction')}`;
  });
  const more = recommendation.changes.length - changes.length;
  const unsure = unsureWords(sensitivity);
  return [
    `Room: ${edgeWords(field, recommendation)}.`,
    wordsText(deciderWords(field, recommendation)),
    wordsText(holdOutWords(field, recommendation.byTime)),
    wordsText(holdOutWords(field, recommendation.bySession)),
    ...(changes.length === 0 ? [] : ['Against today:', ...changes]),
    ...(more > 0 ? [`  and ${counted(more, 'session')} more: --json prints each.`] : []),
    ...(unsure === '' ? [] : [unsure]),
    'Under other assumptions on what nobody recorded:',
    ...sensitivity.rows.map(sensitivityText),
  ];
}

/** The cells along each setting through the proposal. */
function cellBlocks(tuned: Tuned, { region }: Recommendation): readonly Block[] {
  const { field } = tuned.answer;
  const { column, baseline } = field;
  const place = proposed(tuned);
  return column.axes.flatMap(({ setting, values }, axis) => {
    const places = values.map((_, at) => place.with(axis, at));
    const rows = places.flatMap((one): readonly CellRow[] => {
      const index = cellAt(field, one);
      const cell = field.cells[index];
      return cell === undefined ? [] : [cellRow(column, cell, region.sums, index, tuned.figures)];
    });
    const note = (row: CellRow): string => {
      const one = places[rows.indexOf(row)] ?? [];
      return [
        ...(one.join() === place.join() ? ['proposed'] : []),
        ...(one.join() === baseline.join() ? ['today'] : []),
        ...(region.breaches[cellAt(field, one)] === 'limit' ? ['above the limit'] : []),
      ].join(', ');
    };
    const caption = `Along ${setting}; overflow and loop count recorded sessions:`;
    return [cellTable(caption, column, rows, note)];
  });
}

/** The proposed settings as the policy's users write them. */
function optionBlocks({ snippets, notSettable }: PolicyOptions): readonly Block[] {
  const own = snippets.filter(({ target }) => target !== 'JSON' && target !== 'YAML');
  return [
    ...own.flatMap(({ target, file, code, notes }): readonly Block[] => [
      {
        kind: 'text',
        title: `${target}${file === null ? '' : ` (${file})`}`,
        text: code.replace(/\n$/, ''),
      },
      ...notes.map(line),
    ]),
    ...notSettable.map(line),
    line(''),
  ];
}
