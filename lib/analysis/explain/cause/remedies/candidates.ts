import { settingFields, type SettingField } from '@/lib/policies/contract/fields';
import { reachesThreshold } from '@/lib/policies/contract/decision';
import { settingsAt, type Replay } from '@/lib/replay/replay';
import { backgroundAt } from '../../background';
import { flipPoints } from '../../flip-points';
import { decisionAt, formAt, operandsAt, thresholdAt } from '../../ledger-decision';
import { overflows, realAsked } from '../../step-events';
import { settingText } from '../changes';
import type { Remedy } from './remedy';

/** Most remedies named of one step. */
const MOST = 6;

/** A safer number leaves at least this share of the flip point. */
const SAFER_SHARE = 0.02;

/** The single changes that turn a step's decision in closed form, the policy's most important first. */
export function remediesOf(replay: Replay, step: number): readonly Remedy[] {
  const decision = decisionAt(replay, step);
  const { policy } = replay;
  if (decision === null || policy.decision === null || decision.unit !== 'tokens') return [];
  // Beside the agent a compaction begins at one step and changes the request of another.
  const compacted = replay.columns.compacted[step] === 1;
  if ((compacted && !decision.reached) || backgroundAt(replay, step) !== null) return [];
  const fields = settingFields(policy);
  const numbers = flipPoints(replay, step).flatMap(({ setting, relation, value }) => {
    const field = fields.find(({ key }) => key === setting);
    if (field === undefined || relation === null) return [];
    const flipping = nearest(field, relation, value, (one) => marginWith(replay, step, field, one));
    if (flipping === null) return [];
    const safer = field.key === 'window' && isMissed(replay, step) ? roundBelow(flipping) : null;
    return [flipping, ...(safer === null ? [] : [safer])].map((one) => ({ field, value: one }));
  });
  const switches = fields.flatMap((field) =>
    otherValues(field, settingsAt(replay, step)[field.key]).map((value) => ({ field, value })),
  );
  return ordered([...numbers, ...switches])
    .flatMap(({ field, value }): readonly Remedy[] => {
      const margin = marginWith(replay, step, field, value);
      if (margin === null) return [];
      const settings = { ...replay.settings, [field.key]: value };
      if (!policy.settings.safeParse(settings).success) return [];
      const label = settingText(field, value);
      return [{ label, setting: field.key, value, settings, margin }];
    })
    .slice(0, MOST);
}

/** Nothing was compacted, although the request reached the threshold or overflowed: room is worth a name. */
function isMissed(replay: Replay, step: number): boolean {
  const { decision } = replay.policy;
  if (decision === null || replay.columns.compacted[step] === 1) return false;
  const reached = reachesThreshold(decision, realAsked(replay, step), thresholdAt(replay, step));
  return reached || overflows(replay, step);
}

/** The correction's changes before those of the window, as the ledger's operands stand. */
function ordered<T extends { readonly field: SettingField }>(all: readonly T[]): readonly T[] {
  return [
    ...all.filter(({ field }) => field.key !== 'window'),
    ...all.filter(({ field }) => field.key === 'window'),
  ];
}

/** Decision value − threshold with a changed setting where that turns the decision, else null. */
function marginWith(
  replay: Replay,
  step: number,
  field: SettingField,
  value: unknown,
): number | null {
  const { decision } = replay.policy;
  const now = decisionAt(replay, step);
  if (decision === null || now === null) return null;
  const settings = { ...settingsAt(replay, step), [field.key]: value };
  const form = formAt(replay, step);
  const reads = form?.reads?.includes(field.key) === true;
  const counted = reads ? form.value(operandsAt(replay, step), settings) : now.value;
  const threshold = decision.threshold(settings, replay.form.estimator.prefix);
  if (!Number.isFinite(threshold) || (decision.idle?.(settings) ?? null) !== null) return null;
  const fires = reachesThreshold(decision, counted, threshold);
  const fired = now.reached && replay.columns.compacted[step] === 1;
  return fires === fired ? null : counted - threshold;
}

/** The values of a switch or a choice beside its own. */
function otherValues(
  { kind, options }: SettingField,
  value: unknown,
): readonly (boolean | string)[] {
  if (kind === 'boolean') return [value !== true];
  return kind === 'choice' ? options.filter((one) => one !== value) : [];
}

/** A flip point with the fewest decimals that still turn the decision; null where none does. */
function nearest(
  { kind }: SettingField,
  relation: '>=' | '<=' | '<',
  value: number,
  margin: (value: number) => number | null,
): number | null {
  const digits = kind === 'integer' ? [0] : [1, 2, 4, 8];
  const side = relation === '>=' ? 1 : -1;
  for (const one of digits) {
    const unit = 10 ** one;
    const near = Math.round(value * unit);
    const found = [near / unit, (near + side) / unit].find((each) => margin(each) !== null);
    // Coarser than a hundredth of the value is another setting, not its edge.
    if (found !== undefined && Math.abs(found - value) <= Math.abs(value) / 100) return found;
  }
  return margin(value) === null ? null : value;
}

/** The roundest number at least {@link SAFER_SHARE} below another: 187,500 → 180,000. */
function roundBelow(value: number): number | null {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  const round = Math.floor((value * (1 - SAFER_SHARE)) / unit) * unit;
  return round > 0 ? round : null;
}
