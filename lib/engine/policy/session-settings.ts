import { spanAt } from '@/lib/engine/base/search';
import type { ProfileHead } from '@/lib/engine/tokens/profile';
import type { Policy } from './policy';

/** One span of {@link ProfileHead} with a window of its own. */
type StepEnvironment = NonNullable<ProfileHead['environments']>[number];

/** What a session says of itself that a policy's settings may take. */
type SessionFacts = Pick<
  ProfileHead,
  'source' | 'limit' | 'environments' | 'guard' | 'compactions'
>;

/** Settings a policy opens a session with: its defaults, and what the session says of itself. */
export function sessionSettings<S>(policy: Policy<S>, head: SessionFacts): S {
  const defaults = policy.settings.parse({});
  const known: Record<string, unknown> = {};
  const window = recordedWindow(policy, head);
  if (window !== null) known['window'] = window;
  if (holdsSummaries(head)) known['summary'] = 'recorded';
  const names = Object.keys(known).filter((name) => name in (defaults as object));
  const chosen = Object.fromEntries(names.map((name) => [name, known[name]]));
  const fitted = policy.settings.safeParse({ ...defaults, ...chosen });
  return fitted.success ? fitted.data : defaults;
}

/** A trace of ContextGuard contains its summaries, so their sizes need no model. */
const holdsSummaries = ({ guard, compactions }: SessionFacts): boolean =>
  guard.length > 0 &&
  compactions.some(({ kind, summaryBytes }) => kind === 'summary' && summaryBytes > 0);

/** The part of a session's facts that {@link sessionSettings} reads: equal texts have equal settings. */
export const settingsKey = (head: SessionFacts): string =>
  `${head.limit?.tokens ?? ''} ${head.limit?.source ?? ''} ${ofMostSteps(head)?.window ?? ''} ${holdsSummaries(head)} ${head.source}`;

/** What decides a window. */
type WindowFacts = Pick<ProfileHead, 'source' | 'limit' | 'environments'>;

/** The environment of most steps: its limit is the session's. Undefined where one holds for all. */
export const ofMostSteps = ({ environments }: WindowFacts): StepEnvironment | undefined =>
  environments?.find(({ limit }) => limit === undefined);

/** A step has the window and the limit of most steps, which the session's settings are of. */
export function isOfMostSteps(head: WindowFacts, step: number): boolean {
  const own = spanAt(head.environments ?? [], step);
  return own?.limit === undefined && own?.window === ofMostSteps(head)?.window;
}

/** The window of most steps of a recording, as a setting of a policy; null where none is known. */
export const recordedWindow = (policy: Pick<Policy, 'recordings'>, head: WindowFacts) =>
  windowIn(policy, head, ofMostSteps(head));

/** A window from a step on. */
export interface WindowSpan {
  readonly from: number;
  readonly window: number;
}

/** The windows of a recording's steps, as settings of a policy, ascending; none where one is in force throughout. */
export function recordedWindows(
  policy: Pick<Policy, 'recordings'>,
  head: WindowFacts,
): readonly WindowSpan[] {
  const spans: WindowSpan[] = [];
  for (const one of head.environments ?? []) {
    const window = windowIn(policy, head, one);
    if (window === null || window === spans.at(-1)?.window) continue;
    spans.push({ from: one.from, window });
  }
  return spans.length > 1 ? spans : [];
}

/**
 * The window that an environment stands for. In a recording of the policy's own system that is what the
 * system decided by, which may be another number than the one it wrote; else it is the limit.
 */
function windowIn(
  { recordings }: Pick<Policy, 'recordings'>,
  { source, limit }: WindowFacts,
  environment: StepEnvironment | undefined,
): number | null {
  const isOwn = recordings?.format.test(source) === true;
  const accepted = environment?.limit ?? limit;
  const named = isOwn ? environment?.window : undefined;
  const tokens = named ?? accepted?.tokens ?? null;
  if (tokens === null) return null;
  const isRecorded = isOwn && (named !== undefined || accepted?.source === 'recording');
  return isRecorded && recordings.window ? recordings.window(tokens) : tokens;
}
