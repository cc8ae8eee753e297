import {
  splitCorpus,
  type CorpusRow as SplitRow,
  type SplitCorpus,
} from '@/lib/analysis/fit/opened/corpus-rows';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { DEFAULT_POLICY, findPolicy, policies } from '@/lib/policies/registry';
import { axisFields } from '@/lib/tuning/sweep/first-axes';
import type { TuneView } from './tune-view';

/** Sessions that one policy, in one family of versions, ran at one limit. */
export type TunedRow = SplitRow<CorpusRow>;

/** A corpus in rows, and the one that is tuned. */
export interface TunedCorpus extends SplitCorpus<CorpusRow> {
  /** null for a corpus without a session. */
  readonly row: TunedRow | null;
  /** Sessions of which is not known yet what they ran under. */
  readonly unjudged: number;
}

/** Policies that can be tuned: those with a number to sweep. */
export const tunable: readonly Policy[] = policies.filter(
  (policy) => axisFields(policy).length > 0 && policy.traits.recording !== true,
);

/** A corpus in rows, as the question `tune` splits it; the same for as long as its sessions are. */
export function corpusInRows(sessions: readonly CorpusRow[]): Omit<TunedCorpus, 'row'> {
  const judged = sessions.flatMap((session) => {
    const { opening } = session;
    return opening ? [{ session, opening }] : [];
  });
  const split = splitCorpus(judged, ({ session, opening: { policy, preset, own } }) => {
    const { limit, generated, steps, peak } = session;
    return { policy, preset, own, limit, generated, steps, peak };
  });
  const rows = split.rows.map((row): TunedRow => {
    return { ...row, sessions: row.sessions.map(({ session }) => session) };
  });
  return { ...split, rows, unjudged: sessions.length - judged.length };
}

/** The row of a key; without one the first that can be tuned. */
export const tunedRow = (rows: readonly TunedRow[], key: string | null): TunedRow | null =>
  rows.find((one) => one.key === key) ??
  rows.find(({ policy }) => isTunable(policy)) ??
  rows[0] ??
  null;

const isTunable = (id: string): boolean => tunable.some((policy) => policy.id === id);

/** The view with its policy known: the row's own, where it names none. */
export function shownView(
  view: TuneView,
  row: TunedRow | null,
): TuneView & { readonly policy: string } {
  const own = row !== null && isTunable(row.policy) ? row.policy : DEFAULT_POLICY;
  return { ...view, policy: view.policy ?? own };
}

/** What the version that recorded a row sets of its own policy; nothing for another policy. */
export function presetOf(row: TunedRow | null, { id }: Policy): Settings {
  if (row?.policy !== id) return {};
  const preset = findPolicy(id)?.presets.find((one) => one.id === row.preset);
  return { ...(preset?.settings as Settings | undefined) };
}

/** Sessions of a row that decide. */
export const recordedOf = (sessions: readonly CorpusRow[]): readonly CorpusRow[] =>
  sessions.filter(({ generated }) => !generated);
