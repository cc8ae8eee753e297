/** Today's settings, the recommended ones and the runner-up, side by side. */
import { formatDollars, formatFixed, formatInteger } from '@/lib/engine/base/format';
import { floatAt } from '@/lib/engine/base/read';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { AnswerColumn, HeldOutRate } from '@/lib/tuning/recommend/answer-columns';
import { rateWords } from '@/lib/tuning/recommend/recommendation-words';
import { placeWords, settingName, valueWords } from '@/lib/tuning/recommend/setting-words';
import { passedOverWords } from '@/lib/tuning/recommend/passed-over';
import { preferenceWords } from '@/lib/tuning/recommend/preference-words';
import type { Recommendation } from '@/lib/tuning/recommend/recommendation';
import type { TuneField } from '@/lib/tuning/recommend/tune-field';
import { sentence, type Block } from '../../model/block';
import { coreNumbers } from '../../model/core-numbers';
import { measuredProofText } from '../../report/proof/measured-proofs';

/** A column with what a session costs on average; null where none has a price. */
export interface PricedColumn extends AnswerColumn {
  readonly costPerSession: number | null;
  readonly pricedSessions: number;
}

/** The column with the cost of its settings, the `at`th of those that were priced. */
export function withCost(
  column: AnswerColumn,
  cost: FigureSums | undefined,
  at: number,
): PricedColumn {
  const pricedSessions = cost?.known ?? 0;
  const costPerSession =
    cost === undefined || pricedSessions === 0 ? null : floatAt(cost.sums, at) / pricedSessions;
  return { ...column, costPerSession, pricedSessions };
}

/** A column of an answer as programs get it. */
export const answerSchema = coreNumbers<
  Omit<PricedColumn, 'place'> & { readonly values: Readonly<Record<string, number>> }
>('Settings with what they do to the recorded sessions');

/** The column with the values of its settings. */
export const answerJson = ({ column: { axes } }: TuneField, { place, ...one }: PricedColumn) => ({
  ...one,
  values: Object.fromEntries(
    axes.map(({ setting, values }, axis) => [setting, values[place[axis] ?? -1] ?? NaN]),
  ),
});

/** A runner-up that costs less than what is answered by more than this share has its reason named. */
const CHEAPER = 0.01;

/** Why settings that cost less are not the answer. */
function cheaperLines(columns: readonly PricedColumn[]): readonly string[] {
  const answer = columns.findLast(({ role }) => role !== 'runner-up');
  const other = columns.find(({ role }) => role === 'runner-up');
  const [now, then] = [answer?.costPerSession ?? null, other?.costPerSession ?? null];
  if (answer === undefined || other === undefined || now === null || then === null) return [];
  if (then >= (1 - CHEAPER) * now) return [];
  const why =
    other.compactions > answer.compactions
      ? 'compacts more often, and compactions come before cost'
      : 'is the runner-up for another reason than cost, which comes last';
  return [`The runner-up costs ${formatDollars(now - then)} less a session: it ${why}.`];
}

/** What was passed over for the answer and why, the preference, what proofs came to, and the settings side by side. */
export function comparedBlocks(
  field: TuneField,
  recommendation: Recommendation,
  columns: readonly PricedColumn[],
): readonly Block[] {
  const over = passedOverWords(field, recommendation);
  const proofs = measuredProofText(field.column.policy, field.column.settings);
  const lines = [
    ...(over === null ? [] : [over]),
    ...(field.costs === undefined ? cheaperLines(columns) : []),
    preferenceWords(field),
    ...(proofs === null ? [] : [proofs]),
  ];
  return [...lines.map((one) => sentence([one])), answerTable(field, columns)];
}

/** The columns as a table, a figure a row. */
function answerTable(field: TuneField, columns: readonly PricedColumn[]): Block {
  const { column } = field;
  const row = (label: string, of: (one: PricedColumn) => string): readonly string[] => [
    label,
    ...columns.map(of),
  ];
  const roomText = ({ room }: PricedColumn): string => {
    if (room === null) return 'no edge in the grid';
    const name = settingName(column, room.setting);
    const side = room.direction === 'down' ? 'lower' : 'higher';
    return room.spare === 0
      ? `${name}: no ${side}`
      : `${name}: ${side} by ${valueWords(column, room.setting, room.spare)}`;
  };
  return {
    kind: 'table',
    columns: [
      { head: '' },
      ...columns.map(({ role, place }) => ({
        head: `${role}: ${placeWords(column, place)}`,
        number: true,
      })),
    ],
    rows: [
      row(`sessions that overflow, of ${formatInteger(columns[0]?.sessions ?? 0)}`, (one) =>
        formatInteger(one.overflowing),
      ),
      row('sessions that loop', (one) => formatInteger(one.looping)),
      row('overflow, each held out once', ({ chance }) => chanceText(chance)),
      row('compactions per 100 steps', (one) => formatFixed(one.per100Steps, 2)),
      row('compactions', (one) => formatInteger(one.compactions)),
      row('unused at a compaction', ({ unusedPerCompaction: unused }) =>
        unused === null ? '–' : formatInteger(Math.round(unused)),
      ),
      row('cost of a session', ({ costPerSession: cost }) =>
        cost === null ? 'no price' : `~${formatDollars(cost)}`,
      ),
      row('sessions better · worse · same', (one) =>
        one.role === 'today'
          ? '–'
          : [one.better, one.worse, one.same].map(formatInteger).join(' · '),
      ),
      row('room to an edge', roomText),
    ],
  };
}

/** Sessions of one cluster are not independent: the interval is then that of the clusters. */
const chanceText = ({ sessions, clusters }: HeldOutRate): string =>
  clusters.n === sessions.n
    ? rateWords(sessions)
    : `${formatInteger(sessions.hits)} of ${formatInteger(sessions.n)}; of clusters ${rateWords(clusters)}`;
