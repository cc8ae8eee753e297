import { summaryEntryTokens } from '@/lib/policies/mechanisms/summary-text';
import { recordedViews, type RecordedView } from '@/lib/replay/recorded-view';
import type { Replay } from '@/lib/replay/replay';
import { partKinds } from '@/lib/session/schema';

/** One line of a request as sent; tokens are heuristic. */
export type RequestItem = { readonly key: string; readonly tokens: number } & (
  | { readonly kind: 'prefix' | 'continuation' }
  | { readonly kind: 'covered'; readonly from: number; readonly to: number }
  | { readonly kind: 'summary'; readonly bytes: number }
  | {
      readonly kind: 'entry';
      readonly entry: number;
      /** Still listed, but blanked. */
      readonly elided: boolean;
      /** Entered since the step before. */
      readonly isNew: boolean;
    }
);

/** A step's request in the order it was sent, with what it left out. */
export function requestItems(replay: Replay, step: number): readonly RequestItem[] {
  const { columns, session, policyId } = replay;
  const { profile, prefixTokens } = session;
  const entries = profile.steps.entries[step] ?? 0;
  const items: RequestItem[] = [];
  if (prefixTokens > 0) items.push({ kind: 'prefix', key: 'prefix', tokens: prefixTokens });
  const view = policyId === 'recorded' ? recordedViewAt(replay, step) : null;
  const covered = view ? view.from : (columns.covered[step] ?? 0);
  if (covered > 0) {
    const tokens = (profile.sum[covered] ?? 0) - (profile.sum[0] ?? 0);
    items.push({ kind: 'covered', key: 'covered', from: 0, to: covered, tokens });
  }
  if (columns.injected[step] === 1) {
    const bytes = columns.summaryBytes[step] ?? 0;
    const tokens = view ? view.summaryTokens : summaryEntryTokens(bytes);
    items.push({ kind: 'summary', key: 'summary', bytes, tokens });
  }
  const elided = new Set(view?.elided ?? []);
  const before = step > 0 ? (profile.steps.entries[step - 1] ?? 0) : 0;
  const push = (entry: number): void => {
    let tokens = 0;
    for (const kind of partKinds) tokens += profile.entries.kinds[kind][entry] ?? 0;
    items.push({
      kind: 'entry',
      key: `entry-${entry}`,
      entry,
      tokens,
      elided: elided.has(entry),
      isNew: entry >= before,
    });
  };
  for (const [from, to] of view?.kept ?? []) for (let i = from; i < to; i++) push(i);
  for (let i = covered; i < entries; i++) push(i);
  const added = columns.addedTokens[step] ?? 0;
  if (added > 0) items.push({ kind: 'continuation', key: 'continuation', tokens: added });
  return items;
}

function recordedViewAt({ session }: Replay, step: number): RecordedView | null {
  return recordedViews(session.profile).findLast((view) => view.step <= step) ?? null;
}
