/** The windows and limits that were in force at the steps of a recording, for its replays. */
import { spanAt } from '@/lib/engine/base/search';
import type { Policy } from '@/lib/engine/policy/policy';
import {
  recordedWindow,
  recordedWindows,
  type WindowSpan,
} from '@/lib/engine/policy/session-settings';
import type { ProfileHead } from '@/lib/engine/tokens/profile';
import type { SwitchedBy } from './faults/fault-switches';

/** The provider's limit from a step on. */
export interface LimitSpan {
  readonly from: number;
  /** null if unknown. */
  readonly tokens: number | null;
  readonly by: SwitchedBy;
}

/**
 * The windows that a replay is given on the way: the recording's, where its window is left as the
 * session has it. A window that a person set holds for all steps.
 */
export function windowsInForce(
  policy: Pick<Policy, 'recordings'>,
  settings: unknown,
  head: ProfileHead,
): readonly WindowSpan[] {
  if (head.environments === undefined) return [];
  const { window } = settings as { readonly window?: unknown };
  if (window !== recordedWindow(policy, head)) return [];
  const spans = recordedWindows(policy, head);
  return spans[0]?.window === window ? spans.slice(1) : spans;
}

/** The limits of a recording's steps, ascending, where the given one is the session's own. */
export function limitsInForce(
  { environments, limit: own }: ProfileHead,
  limit: number | null,
): readonly LimitSpan[] {
  if (environments === undefined || limit !== (own?.tokens ?? null)) return [];
  const spans: LimitSpan[] = [];
  let now = limit;
  for (const { from, limit: other } of environments) {
    const tokens = other?.tokens ?? limit;
    if (tokens === now) continue;
    spans.push({ from, tokens, by: 'recording' });
    now = tokens;
  }
  return spans;
}

/** The limit of a step's model and its source, whatever a rejection at it names; null where none is known. */
export const ownLimitAt = ({ environments, limit }: ProfileHead, step: number) =>
  spanAt(environments ?? [], step)?.limit ?? limit;
