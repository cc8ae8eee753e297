/** The rows of a corpus as they are tuned: each alone, under its own policy and what runs there today. */
import {
  rowWords,
  splitCorpus,
  type CorpusRow,
  type LeftOut,
  type SplitCorpus,
  type SplitFacts,
} from '@/lib/analysis/fit/opened/corpus-rows';
import { runningToday, type RunningToday } from '@/lib/analysis/fit/opened/running-today';
import { formatInteger } from '@/lib/engine/base/format';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import { findPolicy } from '@/lib/policies/registry';
import type { PolicyChoice } from '@/lib/policies/policy-choice';
import type { Question } from '@/lib/tuning/recommend/ask-corpus';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { axisFields, firstAxis, UNKNOWN_LIMIT } from '@/lib/tuning/sweep/first-axes';
import { QuestionError } from '../../model/question';
import { isNamed, namedPolicy, type SweepSession } from './swept-corpus';

/** What decides the rows of a question, and which of them is asked about. */
export interface RowsInput {
  readonly policy?: string | undefined;
  readonly settings: Settings;
  readonly vary: readonly NamedRange[];
  readonly limit?: number | undefined;
  readonly row?: number | undefined;
  readonly split?: boolean;
}

/** A row of a corpus, and what is asked of it. */
export interface TunedRow extends CorpusRow<SweepSession> {
  /** From 1 on, as it is printed. */
  readonly number: number;
  readonly name: string;
  readonly choice: PolicyChoice;
  readonly today: RunningToday;
  /** null: none of its settings is swept. */
  readonly question: Question | null;
}

/** Rows with what is in none of them. */
export interface TunedRows {
  readonly rows: readonly TunedRow[];
  readonly leftOut: LeftOut;
}

/** Splits the sessions by policy, family of versions and limit; what was asked for overrules each. @throws QuestionError */
export function tunedRows(sessions: readonly SweepSession[], asked: RowsInput): TunedRows {
  const named = isNamed(asked.policy) ? namedPolicy(asked.policy, 'policy') : null;
  const { rows, leftOut } = splitRows(sessions, named, asked.limit);
  const split = asked.split === true ? rows.flatMap((row) => partsOf(row, named)) : rows;
  return { leftOut, rows: split.map((row, at) => tunedRow(row, at + 1, { named, asked })) };
}

/** Splits sessions by what they open with; by the limit alone where a policy is named. */
export const splitRows = (
  sessions: readonly SweepSession[],
  named: PolicyChoice | null,
  limit: number | undefined,
): SplitCorpus<SweepSession> => splitCorpus(sessions, (one) => factsOf(one, named, limit));

/** A row by its number, from 1 on. @throws QuestionError for one that is not there */
export function numberedRow<T>(rows: readonly T[], number: number): T {
  const row = rows[number - 1];
  if (row !== undefined) return row;
  throw new QuestionError(
    'row',
    `There is no row ${formatInteger(number)}: the sessions are in ${formatInteger(rows.length)}.`,
  );
}

/** The rows that are swept: the one that is asked for, else each that has a setting to sweep. @throws QuestionError */
export function chosenRows(rows: readonly TunedRow[], asked: RowsInput): readonly TunedRow[] {
  const { row: number } = asked;
  if (number !== undefined) {
    const chosen = numberedRow(rows, number);
    if (chosen.question !== null) return [chosen];
  }
  const tuned = rows.filter(({ question }) => question !== null && number === undefined);
  if (tuned.length > 0) return tuned;
  const [first] = number === undefined ? rows : rows.slice(number - 1);
  const label = first?.choice.policy.label ?? 'the policy';
  const keys = new Set(first && settingFields(first.choice.policy).map(({ key }) => key));
  const unknown = [
    ...asked.vary.map(({ setting }) => setting),
    ...Object.keys(asked.settings),
  ].find((key) => !keys.has(key));
  throw unknown === undefined
    ? new QuestionError('policy', `${label} has no number to sweep: name another policy.`)
    : new QuestionError('vary', `${label} has no setting "${unknown}".`);
}

function factsOf(
  { session: { profile }, facts, opening }: SweepSession,
  named: PolicyChoice | null,
  limit: number | undefined,
): SplitFacts {
  const { head, steps, stepCount } = profile;
  const opened = named === null ? opening() : null;
  const peak = steps.real.subarray(0, stepCount).reduce((most, one) => Math.max(most, one), 0);
  return {
    policy: named?.policy.id ?? opened?.policy.id ?? '',
    preset: (named === null ? opened?.own?.preset : named.preset?.id) ?? null,
    own: named !== null || opened?.own !== null,
    limit: limit ?? head.limit?.tokens ?? null,
    generated: facts.generated,
    steps: stepCount,
    peak: peak > 0 ? peak : null,
  };
}

const recordedOf = ({ sessions }: CorpusRow<SweepSession>): readonly SweepSession[] =>
  sessions.filter(({ facts }) => !facts.generated);

/** The policy of a row in the version that recorded it, unless one is named. */
export function choiceOf(row: CorpusRow<SweepSession>, named: PolicyChoice | null): PolicyChoice {
  const policy = findPolicy(row.policy);
  if (policy === undefined) throw new Error(`There is no policy ${row.policy}`);
  return named ?? { policy, preset: policy.presets.find(({ id }) => id === row.preset) ?? null };
}

const ranOf = (row: CorpusRow<SweepSession>) =>
  recordedOf(row).map((one) => ({ profile: one.session.profile, opening: one.opening() }));

/** The populations of a row as rows of their own; sessions that fit the first are in it. */
function partsOf(
  row: CorpusRow<SweepSession>,
  named: PolicyChoice | null,
): readonly CorpusRow<SweepSession>[] {
  const recorded = recordedOf(row);
  const { parts } = runningToday(ranOf(row), choiceOf(row, named).policy);
  if (parts.length < 2) return [row];
  return parts.map(({ members }) => {
    const sessions = members.flatMap((at) => recorded[at] ?? []);
    return { ...row, sessions, recorded: sessions.length };
  });
}

function tunedRow(
  row: CorpusRow<SweepSession>,
  number: number,
  { named, asked }: { readonly named: PolicyChoice | null; readonly asked: RowsInput },
): TunedRow {
  const choice = choiceOf(row, named);
  const { policy, preset } = choice;
  const keys = new Set(settingFields(policy).map(({ key }) => key));
  const lacks = [...Object.keys(asked.settings), ...asked.vary.map(({ setting }) => setting)].some(
    (key) => !keys.has(key),
  );
  const axes = axisFields(policy);
  const isSwept = !lacks && (asked.vary.length > 0 || axes.length > 0);
  const today = runningToday(ranOf(row), policy, isSwept ? asked.settings : {});
  const around = Math.max(
    row.limit ?? UNKNOWN_LIMIT,
    asked.limit === undefined ? (today.assumed ?? 0) : 0,
  );
  const ranges =
    asked.vary.length > 0 ? asked.vary : axes.slice(0, 2).map((field) => firstAxis(field, around));
  const isVaried = ranges.some(({ setting }) => setting === 'window');
  // A window that is fixed holds for every step: only one that is varied has a value today.
  const window = isVaried && today.window !== null ? { window: today.window } : {};
  const settings = { ...(preset?.settings as Settings | undefined), ...window, ...today.settings };
  const most = row.limit === null ? null : around;
  return {
    ...row,
    ...{ number, choice, today, name: rowWords(row) },
    question: isSwept ? { policy, settings, ranges, limit: asked.limit ?? null, most } : null,
  };
}
