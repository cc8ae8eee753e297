import { drain } from '@/lib/tuning/drain';
/** What `tune` prints of a swept corpus: for people, and as JSON. */
import { counted } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { policyOptions } from '@/lib/answers/report/options/policy-options';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import {
  coverageWords,
  tellingOf,
  undecidedWords,
  type Telling,
} from '@/lib/tuning/evidence/coverage';
import { lackWords, wouldDecide } from '@/lib/tuning/evidence/would-decide';
import { settingName } from '@/lib/tuning/recommend/setting-words';
import { coverageOf } from '@/lib/tuning/evidence/coverage-tally';
import type { Answer } from '@/lib/tuning/recommend/ask-corpus';
import type { Recommendation } from '@/lib/tuning/recommend/recommendation';
import { wordsText } from '@/lib/engine/base/answer/words';
import {
  answerWords,
  deciderWords,
  edgeWords,
  holdOutWords,
} from '@/lib/tuning/recommend/recommendation-words';
import { sensitivity, type SensitivityRow } from '@/lib/tuning/recommend/sensitivity';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { TuneField } from '@/lib/tuning/recommend/tune-field';
import { cellAt } from '@/lib/tuning/region/cell-space';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { plain } from '@/lib/answers/print/text-table';
import { figureNotes } from './asked-figures';
import { cellRow, cellTable, rowJson, type CellRow } from './cell-rows';

/** A corpus that was swept, and what is recommended. */
export interface Tuned {
  readonly policy: Policy;
  /** Which policies the sessions ran under, where nobody named one and they differ. */
  readonly mixed: string | null;
  readonly settings: Settings;
  readonly ranges: readonly NamedRange[];
  readonly corpus: readonly CorpusSession[];
  readonly answer: Answer;
  /** null without a recorded session. */
  readonly recommendation: Recommendation | null;
  /** Figures that were asked for, over the recorded sessions. */
  readonly figures: readonly FigureSums[];
}

/** Settings as given, with the values of a place of the grid. */
export function settingsAt(
  { settings }: Tuned,
  { column }: TuneField,
  place: readonly number[],
): Settings {
  const values = column.axes.map(
    ({ setting, values: all }, axis) => [setting, all[place[axis] ?? -1]] as const,
  );
  return { ...settings, ...Object.fromEntries(values) };
}

/** The proposed place; today's without a recommendation. */
export const proposed = ({ answer: { field }, recommendation }: Tuned): readonly number[] =>
  recommendation?.choice.place ?? field.baseline;

/** The cell of a place as a row. */
function rowAt(
  { answer: { field }, recommendation, figures }: Tuned,
  place: readonly number[],
): CellRow[] {
  const index = cellAt(field, place);
  const cell = field.cells[index];
  if (cell === undefined || recommendation === null) return [];
  return [cellRow(field.column, cell, recommendation.region.sums, index, figures)];
}

/** Everything as JSON. */
export function tunedJson(tuned: Tuned) {
  const { policy, answer, recommendation } = tuned;
  const { field, sessions, plan } = answer;
  const place = proposed(tuned);
  return {
    producer: PRODUCER,
    policy: policy.id,
    mixed: tuned.mixed,
    limit: field.constraints.limit,
    plan,
    coverage: coverageOf(sessions),
    telling: tellingOf(field),
    choice: recommendation?.choice.kind ?? null,
    settings: settingsAt(tuned, field, place),
    today: settingsAt(tuned, field, field.baseline),
    words: recommendation === null ? null : wordsText(answerWords(field, recommendation)),
    edges: recommendation?.edges ?? [],
    changes: (recommendation?.changes ?? []).map(({ row, ...change }) => ({
      session: sessions[row]?.facts.name,
      ...change,
    })),
    sensitivity: sensitivityOf(tuned, place),
    holdOut: {
      byTime: recommendation?.byTime ?? null,
      bySession: recommendation?.bySession ?? null,
    },
    options: policyOptions(policy, completeSettings(tuned, place)),
    cells: field.cells.flatMap((cell, index) =>
      recommendation === null
        ? []
        : [rowJson(cellRow(field.column, cell, recommendation.region.sums, index, tuned.figures))],
    ),
  };
}

const completeSettings = (tuned: Tuned, place: readonly number[]): Settings =>
  tuned.policy.settings.parse(settingsAt(tuned, tuned.answer.field, place)) as Settings;

/** Coverage, the recommendation and its evidence, cells along each setting, the options. */
export function humanText(tuned: Tuned): string {
  const { answer, recommendation } = tuned;
  const { field, sessions } = answer;
  const coverage = coverageOf(sessions);
  const telling = tellingOf(field);
  const generated =
    coverage.generated === 0
      ? ''
      : ` ${counted(coverage.generated, 'generated session')} ${coverage.generated === 1 ? 'is' : 'are'} swept and ${coverage.generated === 1 ? 'does' : 'do'} not decide.`;
  const lines = [
    ...(tuned.mixed === null ? [] : [tuned.mixed]),
    `${coverageWords(coverage)}${generated}`,
    `${counted(telling.sessions, 'recorded session')} can tell settings of this grid apart.`,
    ...undecidedWords(field, telling),
    ...wouldDecideLines(tuned, telling),
    ...figureNotes(tuned.figures),
    '',
    ...(recommendation === null
      ? ['No recorded session: nothing is recommended, for generated sessions never decide.']
      : recommendationLines(tuned, recommendation)),
  ];
  return `${lines.map((line) => `${plain(line)}\n`).join('')}${tableText(tuned)}${optionsText(tuned)}Computed by ${PRODUCER}.\n`;
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

/** What the proposal comes to for the recorded sessions if what nobody recorded was otherwise. */
function sensitivityOf(tuned: Tuned, place: readonly number[]): readonly SensitivityRow[] {
  const { policy, corpus, answer } = tuned;
  const given = settingsAt(tuned, answer.field, place);
  const recorded = corpus.filter(({ facts }) => !facts.generated);
  const rows = recorded.map(({ session }) => {
    const own = sessionSettings(policy, session.profile.head) as Settings;
    return { session, settings: policy.settings.parse({ ...own, ...given }) as Settings };
  });
  return drain(sensitivity(rows, policy, answer.plan.limit));
}

const sensitivityText = ({ words, compactions, overflowing, looping }: SensitivityRow): string =>
  `  ${words}: ${counted(compactions, 'compaction')}, ${counted(overflowing, 'session')} overflow, ${counted(looping, 'session')} loop`;

function recommendationLines(tuned: Tuned, recommendation: Recommendation): readonly string[] {
  const { field } = tuned.answer;
  const { sessions } = field;
  const changes = recommendation.changes.slice(0, 10).map(({ row, kind, today, then }) => {
    const name = sessions[row]?.facts.name ?? '';
    return `  ${kind}: ${name}, ${today} → ${counted(then, 'compaction')}`;
  });
  const more = recommendation.changes.length - changes.length;
  return [
    wordsText(answerWords(field, recommendation)),
    `Room: ${edgeWords(field, recommendation)}.`,
    wordsText(deciderWords(field, recommendation)),
    wordsText(holdOutWords(field, recommendation.byTime)),
    wordsText(holdOutWords(field, recommendation.bySession)),
    ...(changes.length === 0 ? [] : ['Against today:', ...changes]),
    ...(more > 0 ? [`  and ${counted(more, 'session')} more: --json prints each.`] : []),
    'Under other assumptions on what nobody recorded:',
    ...sensitivityOf(tuned, recommendation.choice.place).map(sensitivityText),
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
  const own = snippets.filter(({ target }) => target !== 'JSON' && target !== 'YAML');
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
