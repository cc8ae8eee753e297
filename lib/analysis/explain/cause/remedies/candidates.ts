import { isSensible, settingFields, unusedBy, type SettingField } from '@/lib/engine/policy/fields';
import { settingText } from '@/lib/engine/policy/setting-text';
import { reachesThreshold } from '@/lib/engine/policy/decision';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { backgroundAt } from '../../background';
import { flipPoints } from '../../flip-points';
import { decisionAt, formAt, operandsAt, reaches, thresholdAt } from '../../ledger-decision';
import { overflows, realAsked } from '../../step-events';
import type { Remedy } from './remedy';

/** Most remedies named of one step. */
const MOST = 6;

/** A safer number leaves at least this share of the flip point. */
const SAFER_SHARE = 0.02;

/**
 * The single changes of a replay's settings that turn a step's decision in closed form, the policy's most
 * important first; none to a value that makes no sense of its setting.
 */
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
    const flipping = nearest(field, relation, value, (one) => turns(replay, step, field, one));
    if (flipping === null) return [];
    const safer = field.key === 'window' && isMissed(replay, step) ? roundBelow(flipping) : null;
    return [flipping, ...(safer === null ? [] : [safer])].map((one) => ({ field, value: one }));
  });
  const settings = settingsAt(replay, step);
  const switches = fields
    .filter((field) => unusedBy(field, policy, settings) === null)
    .flatMap((field) => otherValues(field, settings[field.key]).map((value) => ({ field, value })));
  return ordered([...numbers, ...switches])
    .filter(({ field, value }) => turns(replay, step, field, value))
    .flatMap(({ field, value }) => remedyOf(replay, step, field, value))
    .slice(0, MOST);
}

/** Of some changes those that, made on top of a replay that compacts at a step, leave it more room there. */
export function saferThan(
  replay: Replay,
  step: number,
  remedies: readonly Remedy[],
): readonly Remedy[] {
  const fields = settingFields(replay.policy);
  const margin = decisionAt(replay, step)?.margin ?? Infinity;
  return remedies.flatMap(({ setting, value }) => {
    const field = fields.find(({ key }) => key === setting);
    if (field === undefined || value === replay.settings[setting]) return [];
    return remedyOf(replay, step, field, value).filter((one) => one.margin > margin);
  });
}

/** A change as a remedy; none where the policy does not take it, or it makes no sense. */
function remedyOf(
  replay: Replay,
  step: number,
  field: SettingField,
  value: Remedy['value'],
): readonly Remedy[] {
  const { policy, limit } = replay;
  const compared = comparedWith(replay, step, field, value);
  const settings = { ...replay.settings, [field.key]: value };
  if (compared === null || !isSensible(field, value, limit)) return [];
  if (unusedBy(field, policy, settings) !== null) return [];
  if (!policy.settings.safeParse(settings).success) return [];
  const label = settingText(field, value);
  return [{ label, setting: field.key, value, settings, margin: compared.margin }];
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

/** Decision value − threshold with a changed setting, and whether it fires; null where nothing is compared. */
function comparedWith(
  replay: Replay,
  step: number,
  field: SettingField,
  value: unknown,
): { readonly margin: number; readonly fires: boolean } | null {
  const { decision } = replay.policy;
  const now = decisionAt(replay, step);
  if (decision === null || now === null) return null;
  const settings = { ...settingsAt(replay, step), [field.key]: value };
  const form = formAt(replay, step);
  const reads = form?.reads?.includes(field.key) === true;
  const counted = reads ? form.value(operandsAt(replay, step), settings) : now.value;
  const threshold = decision.threshold(settings, replay.form.estimator.prefix);
  if (!Number.isFinite(threshold) || (decision.idle?.(settings) ?? null) !== null) return null;
  return { margin: counted - threshold, fires: reachesThreshold(decision, counted, threshold) };
}

/** A changed setting turns the step's decision. */
function turns(replay: Replay, step: number, field: SettingField, value: unknown): boolean {
  const compared = comparedWith(replay, step, field, value);
  const fired = reaches(replay, step) && replay.columns.compacted[step] === 1;
  return compared !== null && compared.fires !== fired;
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
  turned: (value: number) => boolean,
): number | null {
  const digits = kind === 'integer' ? [0] : [1, 2, 4, 8];
  const side = relation === '>=' ? 1 : -1;
  for (const one of digits) {
    const unit = 10 ** one;
    const near = Math.round(value * unit);
    const found = [near / unit, (near + side) / unit].find(turned);
    // Coarser than a hundredth of the value is another setting, not its edge.
    if (found !== undefined && Math.abs(found - value) <= Math.abs(value) / 100) return found;
  }
  return turned(value) ? value : null;
}

/** The roundest number at least {@link SAFER_SHARE} below another: 187,500 → 180,000. */
function roundBelow(value: number): number | null {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  const round = Math.floor((value * (1 - SAFER_SHARE)) / unit) * unit;
  return round > 0 ? round : null;
}
