import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { err, ok, type Result } from '@/lib/engine/base/result';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { GivenSettings } from '@/lib/policies/policy-choice';
import type { Policy } from '@/lib/engine/policy/policy';
import {
  formatFault,
  MOST_FAULTS,
  parseFault,
  type Fault,
} from '@/lib/engine/replay/faults/faults';

/** Most lanes that are compared at once. */
export const MOST_LANES = 6;

/**
 * A lane as it is written in links and on the command line: what is replayed, and how.
 *
 *     ckx41:own                             a session as it ran
 *     ckx41:own:window=190000               under its agent's own policy, another window
 *     ckx41:codex@v0.155:window=190000,fault=compact@40
 *     2:contextguard-threshold              the second session of a command line's files
 *     codex:window=190000                   every session there
 */
export interface LaneText {
  /** Id or number of a session; null where none is named. */
  readonly session: string | null;
  /** An id, or `own`. */
  readonly policy: string;
  readonly preset: string | null;
  readonly settings: GivenSettings;
  readonly faults: readonly Fault[];
}

/** Words that are values other than text. */
const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

function valueOf(text: string): unknown {
  if (Object.hasOwn(words, text)) return words[text];
  const number = text.trim() === '' ? NaN : Number(text.replaceAll('_', ''));
  return Number.isNaN(number) ? text : number;
}

/** Reads a lane; the error is a sentence. */
export function parseLane(text: string): Result<LaneText, string> {
  const parts = text.split(':');
  const last = parts.at(-1) ?? '';
  const listed = parts.length > 1 && (last === '' || last.includes('=')) ? last : null;
  const names = listed === null ? parts : parts.slice(0, -1);
  const [first = '', second] = names;
  const [policy = '', preset = null, ...more] = (second ?? first).split('@');
  if (names.length > 2 || policy === '' || preset === '' || more.length > 0) {
    return err(`"${text}" is no lane; one is session:policy@preset:setting=value,…`);
  }
  const settings: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const item of (listed ?? '').split(',').filter((one) => one !== '')) {
    const at = item.indexOf('=');
    const key = item.slice(0, Math.max(0, at));
    if (key === '') return err(`"${item}" in a lane is not setting=value`);
    if (key !== 'fault') settings[key] = valueOf(item.slice(at + 1));
    else {
      const fault = parseFault(item.slice(at + 1));
      if (!fault.ok) return err(fault.error.message);
      if (faults.length === MOST_FAULTS) return err(`a replay takes ${MOST_FAULTS} faults`);
      faults.push(fault.value);
    }
  }
  return ok({ session: second === undefined ? null : first, policy, preset, settings, faults });
}

/** Writes a lane; `parseLane` reads the same again. */
export function formatLane({ session, policy, preset, settings, faults }: LaneText): string {
  const items = [
    ...Object.entries(settings).map(([key, value]) => `${key}=${String(value)}`),
    ...faults.map((fault) => `fault=${formatFault(fault)}`),
  ];
  const named = preset === null ? policy : `${policy}@${preset}`;
  return [
    ...(session === null ? [] : [session]),
    named,
    ...(items.length > 0 ? [items.join()] : []),
  ].join(':');
}

/** A policy and complete settings as a lane names them: only what differs from `initial`, and what is pinned. */
export function laneTextOf(
  session: string | null,
  policy: Policy,
  settings: Settings,
  {
    initial,
    own,
    faults,
  }: {
    readonly initial: Settings;
    /** The policy is the agent's own, and `initial` its settings as it ran. */
    readonly own: boolean;
    readonly faults: readonly Fault[];
  },
): LaneText {
  const named = settingFields(policy).filter(
    ({ key, pinned }) => pinned || settings[key] !== initial[key],
  );
  return {
    session,
    policy: own ? OWN_POLICY : policy.id,
    preset: null,
    settings: Object.fromEntries(named.map(({ key }) => [key, settings[key]])),
    faults,
  };
}
