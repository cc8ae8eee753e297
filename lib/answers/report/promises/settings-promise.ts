import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Settings } from '@/lib/engine/policy/fields';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import { profileHash } from '@/lib/engine/tokens/profile-hash';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import type { AnswerColumn } from '@/lib/tuning/recommend/answer-columns';
import { overflowsIn } from '@/lib/tuning/recommend/hold-out';
import type { Recommendation } from '@/lib/tuning/recommend/recommendation';
import { clustersOf } from '@/lib/tuning/recommend/steady';
import { decidingRows, type TuneField } from '@/lib/tuning/recommend/tune-field';
import { cellAt } from '@/lib/tuning/region/cell-space';
import type { SettingsPromise } from './schema';

/** An answer that is taken. */
export interface TakenAnswer {
  readonly policy: string;
  readonly preset: string | null;
  readonly limit: number | null;
  /** Settings as given beside those that were swept. */
  readonly settings: Settings;
  readonly field: TuneField;
  readonly recommendation: Recommendation;
  /** What the answer compares, and the cost of each session under each of them. */
  readonly columns: readonly AnswerColumn[];
  readonly costs: FigureResults | null;
  /** The field's sessions, in its order. */
  readonly sessions: readonly CorpusSession[];
}

/** What an answer promises of its settings; null where it proposes none. */
export function settingsPromise(taken: TakenAnswer): SettingsPromise | null {
  const { policy, preset, limit, field, recommendation, columns, costs, sessions } = taken;
  const { kind, place } = recommendation.choice;
  const at = columns.findLastIndex(({ role }) => role !== 'runner-up');
  const column = columns[at];
  if (kind === 'none' || column === undefined) return null;
  const rows = decidingRows(field);
  const groups = new Map(
    clustersOf(field, rows).flatMap((members, group) => members.map((row) => [row, group])),
  );
  const cell = cellAt(field, place);
  const { clusters } = column.chance;
  return {
    ...{ policy, preset, limit },
    swept: valuesAt(field, place),
    settings: fixedOf(field, taken.settings),
    heldOut: { overflowing: clusters.hits, of: clusters.n },
    sessions: rows.flatMap((row) => {
      const one = sessions[row];
      if (one === undefined) return [];
      const { profile } = one.session;
      const [cost] = costs?.values ?? [];
      const dollars =
        costs === null || cost === undefined ? NaN : floatAt(cost, row * costs.cells + at);
      return [
        {
          hash: profileHash(profile),
          startedAt: one.facts.startedAt,
          group: groups.get(row) ?? 0,
          steps: field.sessions[row]?.steps ?? 0,
          compactions: intAt(field.results.compactions, row * field.results.cells + cell),
          overflows: overflowsIn(field, row, cell),
          dollars: Number.isNaN(dollars) ? null : dollars,
          prefix: sessionPrefix(profile).tokens,
          model: one.facts.model,
        },
      ];
    }),
  };
}

/** The values of the swept settings at a place. */
const valuesAt = ({ column }: TuneField, place: readonly number[]): Record<string, number> =>
  Object.fromEntries(
    column.axes.map(({ setting, values }, axis) => [setting, values[place[axis] ?? -1] ?? NaN]),
  );

/** Plain settings that were not swept. */
function fixedOf({ column }: TuneField, given: Settings): SettingsPromise['settings'] {
  const swept = new Set(column.axes.map(({ setting }) => setting));
  const plain = (value: unknown): value is string | number | boolean | null =>
    value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      swept.has(key) || !plain(value) ? [] : [[key, value]],
    ),
  );
}
