/** Where the recording's window or limit changed on the way, and what was in force before. */
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { spanAt } from '@/lib/engine/base/search';
import type { Settings } from '@/lib/engine/policy/fields';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { recordedLimitAt } from './step-events';

/** What is in force at a step. */
export interface InForce {
  readonly model: string | null;
  /** Tokens as the recording names them, else the limit; null where neither is known. */
  readonly window: number | null;
  readonly limit: number | null;
  readonly settings: Settings;
}

/** A change of window or limit in the recording that a replay follows. */
export interface EnvironmentChange extends InForce {
  /** First step of it. */
  readonly from: number;
  readonly before: InForce;
}

/** The newest change of the recording's window or limit up to a step that a replay follows; null for none. */
export function environmentChange(replay: Replay, step: number): EnvironmentChange | null {
  const { switches, limits } = replay;
  const isRecorded = ({ by }: { readonly by: string }): boolean => by === 'recording';
  const switched = switches.findLast((one) => one.step <= step && one.settings !== null);
  const limited = spanAt(limits, step);
  const from = Math.max(
    switched !== undefined && isRecorded(switched) ? switched.step : 0,
    limited !== undefined && isRecorded(limited) ? limited.from : 0,
  );
  return from === 0 ? null : { from, ...inForce(replay, from), before: inForce(replay, from - 1) };
}

function inForce(replay: Replay, step: number): InForce {
  const { head, steps } = replay.session.profile;
  const span = spanAt(head.environments ?? [], step);
  const limit = recordedLimitAt(replay, step);
  return {
    model: head.models[intAt(steps.model, step)] ?? null,
    window: span?.window ?? span?.limit?.tokens ?? head.limit?.tokens ?? null,
    limit,
    settings: settingsAt(replay, step),
  };
}

/** "window 121,600 since step 8: gpt-5.1-codex-mini"; empty where the window did not change. */
export function changedWindowText(replay: Replay, step: number): string {
  const change = environmentChange(replay, step);
  const window = change?.window ?? null;
  if (change === null || window === null) return '';
  const { from, model, before } = change;
  const named = model === null || model === before.model ? '' : `: ${model}`;
  return `window ${formatInteger(window)} since step ${formatInteger(from)}${named}`;
}

/** Most changes that a sentence names. */
const MOST_NAMED = 3;

/** "In the recording: window 121,600 since step 8: gpt-5.1-codex-mini."; null where nothing changes. */
export function changedWindows(replay: Replay): string | null {
  const spans = replay.session.profile.head.environments ?? [];
  const found = spans.flatMap(({ from }) => {
    return environmentChange(replay, from)?.from === from ? changedWindowText(replay, from) : [];
  });
  if (found.length === 0) return null;
  const more =
    found.length > MOST_NAMED
      ? ` and ${formatInteger(found.length - MOST_NAMED)} more changes`
      : '';
  return `In the recording: ${found.slice(0, MOST_NAMED).join('; ')}${more}.`;
}
