/** Where each operand of a step's threshold, and the limit, comes from, and what contradicts it. */
import { valueText } from '@/lib/engine/policy/setting-text';
import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import { ofMostSteps, sessionSettings } from '@/lib/engine/policy/session-settings';
import { changedWindowText } from '@/lib/analysis/explain/environment-change';
import { limitAt, limitSpanAt } from '@/lib/analysis/explain/step-events';
import { ownLimitAt } from '@/lib/engine/replay/environments';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import type { Limit } from '@/lib/engine/session/schema';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';
import type { Opening } from './opening';
import { contradictionOf, thresholdEvidence } from './threshold-evidence';

/** One operand with its source. */
export interface SourcedOperand {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** "the recording: a rejection names it". */
  readonly source: string;
  /** A sentence about what the recording shows against it; null for nothing. */
  readonly against: string | null;
}

/** The settings that move the threshold, the threshold itself, and the limit. */
export function thresholdSources(
  replay: Replay,
  step: number,
  opening: Opening,
): readonly SourcedOperand[] {
  const { policy } = replay;
  const settings = settingsAt(replay, step);
  const operands = settingFields(policy)
    .filter((field) => movesThreshold(replay, settings, field))
    .map((field): SourcedOperand => {
      const value = settings[field.key];
      return {
        id: field.key,
        label: field.label,
        value: valueText(field, value),
        source: settingSource(replay, step, field, opening),
        against: null,
      };
    });
  return [...operands, ...thresholdRow(replay, settings, opening), limitRow(replay, step)];
}

const thresholdOf = ({ policy, form }: Replay, settings: Settings): number =>
  policy.decision?.threshold(settings, form.estimator.prefix) ?? Infinity;

/** True for a setting whose change changes the threshold. */
function movesThreshold(replay: Replay, settings: Settings, field: SettingField): boolean {
  const { policy } = replay;
  if (policy.decision === null) return false;
  const now = thresholdOf(replay, settings);
  return othersOf(field, settings[field.key]).some((value) => {
    const changed = policy.settings.safeParse({ ...settings, [field.key]: value });
    return changed.success && thresholdOf(replay, changed.data as Settings) !== now;
  });
}

/** Other values of a setting, as far as they tell whether it matters. */
function othersOf({ kind, options }: SettingField, value: unknown): readonly unknown[] {
  if (kind === 'boolean') return [value !== true];
  if (kind === 'choice') return options.filter((option) => option !== value);
  if (kind === 'text') return [];
  const number = Number(value ?? 0);
  return [number + 1, number * 2 + 2, number / 2, number - 1];
}

function settingSource(
  replay: Replay,
  step: number,
  { key, initial }: SettingField,
  { policy: ownPolicy, settings: opened, own }: Opening,
): string {
  const value = settingsAt(replay, step)[key];
  const { head } = replay.session.profile;
  if (value !== replay.settings[key]) {
    const changed = key === 'window' ? changedWindowText(replay, step) : '';
    return changed === '' ? 'a fault switches it' : `the recording: ${changed}`;
  }
  const isOwn = ownPolicy.id === replay.policy.id;
  const suggested = sessionSettings(replay.policy, head) as Settings;
  const known = isOwn ? opened[key] : suggested[key];
  if (value !== known) return 'set here: the link holds it';
  if (isOwn && own !== null && own.assumed[key] !== value) {
    return 'inferred from the recording: its user’s settings or environment';
  }
  const named = ofMostSteps(head)?.window;
  if (key === 'window' && isOwn && named !== undefined) {
    return `the recording: window ${formatInteger(named)}`;
  }
  if (key === 'window' && head.limit !== null) return `the limit: ${limitSourceOf(head.limit)}`;
  if (value !== initial) return isOwn ? 'the version that recorded it' : 'the recording';
  return 'default';
}

/** Source of a limit in words. */
function limitSourceOf({ source }: Limit): string {
  switch (source) {
    case 'recording':
      return 'the recording names it';
    case 'user':
      return 'set by its user';
    case 'table':
      return 'the catalogue of models';
    case 'raised':
      return 'the catalogue, raised by what was accepted';
    case 'link':
      return 'brought by the link';
  }
}

/** The threshold against where the recording's own agent compacted, and where it did not. */
function thresholdRow(
  replay: Replay,
  settings: Settings,
  { policy, own }: Opening,
): readonly SourcedOperand[] {
  const threshold = thresholdOf(replay, settings);
  if (!Number.isFinite(threshold)) return [];
  const judged = own !== null && policy.id === replay.policy.id;
  const evidence = judged ? thresholdEvidence(replay.session.profile) : null;
  return [
    {
      id: 'threshold',
      label: 'Threshold',
      value: formatInteger(threshold),
      source: judged ? 'computed; the recording is its agent’s own' : 'computed from these',
      against: evidence === null ? null : contradictionOf(threshold, evidence),
    },
  ];
}

function limitRow(replay: Replay, step: number): SourcedOperand {
  const { session } = replay;
  const { steps, head } = session.profile;
  const tokens = limitAt(replay, step);
  const isNamed = intAt(steps.limit, step) > 0;
  const own = ownLimitAt(head, step);
  const source =
    limitSpanAt(replay, step)?.by === 'fault'
      ? 'a fault switches it'
      : isNamed
        ? 'the recording: this step’s rejection names it'
        : own === null
          ? 'neither the recording nor the catalogue of models has one'
          : limitSourceOf(own);
  return {
    id: 'limit',
    label: 'Limit',
    value: tokens === null ? 'unknown' : formatInteger(tokens),
    source,
    against: tokens === null ? null : againstLimit(session.profile, tokens),
  };
}

/** The largest accepted request above a limit, else the smallest refused one that is not above it. */
function againstLimit({ steps, stepCount }: Profile, limit: number): string | null {
  let accepted = -1;
  let refused = -1;
  for (let i = 0; i < stepCount; i++) {
    const real = intAt(steps.real, i);
    if (real < 0) continue;
    if ((byteAt(steps.flags, i) & stepFlag.rejected) !== 0) {
      if (real <= limit && (refused < 0 || real < intAt(steps.real, refused))) refused = i;
    } else if (real > limit && (accepted < 0 || real > intAt(steps.real, accepted))) accepted = i;
  }
  const at = (step: number): string =>
    `${formatInteger(intAt(steps.real, step))} tokens at step ${formatInteger(step)}`;
  if (accepted >= 0) return `The provider accepted ${at(accepted)}.`;
  return refused < 0 ? null : `The provider refused ${at(refused)}, which is not above it.`;
}
