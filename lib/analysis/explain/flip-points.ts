import { reachesThreshold, type Decision } from '@/lib/engine/policy/decision';
import { settingFields, type SettingField } from '@/lib/engine/policy/fields';
import { unusedText, valueText } from '@/lib/engine/policy/setting-text';
import { MOST_TOKENS } from '@/lib/engine/policy/settings';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { formAt, operandsAt, reaches } from './ledger-decision';

/** The value of one setting that would have turned a step's decision, all steps before as they were. */
export interface FlipPoint {
  readonly setting: string;
  readonly label: string;
  /** The decision turns where `setting relation value` holds; null: this setting cannot turn it. */
  readonly relation: '>=' | '<=' | '<' | null;
  /** Exact: the last number of its kind (whole, or floating) on that side. */
  readonly value: number;
  /** "≥ 6.67×", rounded so that it holds; or why the setting cannot turn the decision. */
  readonly text: string;
}

/**
 * The flip points of a step, one for each setting in the policy's path. Threshold and value are
 * monotone in each, so the edge is searched for between the setting and the end of its range.
 */
export function flipPoints(replay: Replay, step: number): readonly FlipPoint[] {
  const { decision } = replay.policy;
  // Compacted for another reason: no threshold turns that.
  if (decision === null || (replay.columns.compacted[step] === 1 && !reaches(replay, step)))
    return [];
  const fields = settingFields(replay.policy);
  return decision.path(settingsAt(replay, step)).flatMap((name) => {
    const field = fields.find(({ key }) => key === name);
    return field === undefined ? [] : [flipPoint(replay, step, decision, field)];
  });
}

function flipPoint(
  replay: Replay,
  step: number,
  decision: Decision,
  field: SettingField,
): FlipPoint {
  const settings = settingsAt(replay, step);
  const { prefix } = replay.form.estimator;
  const named = { setting: field.key, label: field.short };
  const cannot = (text: string): FlipPoint => ({ ...named, relation: null, value: NaN, text });
  const unused = unusedText(field, replay.policy, settings);
  if (unused !== null) return cannot(unused);
  const idle = decision.idle?.(settings) ?? null;
  if (idle !== null) return cannot(`no: ${idle}`);
  if ((replay.columns.decision[step] ?? 0) <= 0) return cannot('no: nothing counted yet');
  if (replay.notes.events.some(({ kind, step: at }) => kind === 'breaker' && at < step)) {
    return cannot('no: it has stopped compacting');
  }
  const operands = operandsAt(replay, step);
  const form = formAt(replay, step);
  const varies = form?.reads?.includes(field.key) === true;
  const { estimator = 'own' } = settings;
  const reach = decision.reach?.[field.key];
  if (reach !== undefined && !varies && estimator !== 'own') {
    return cannot('not given for these settings');
  }
  const fires = (value: number): boolean => {
    const changed = { ...settings, [field.key]: value };
    const counted = varies ? form.value(operands, changed) : (replay.columns.decision[step] ?? NaN);
    return reachesThreshold(decision, counted, decision.threshold(changed, prefix));
  };
  const now = reaches(replay, step);
  const works = (value: number): boolean =>
    Number.isFinite(decision.threshold({ ...settings, [field.key]: value }, prefix));
  const whole = field.kind === 'integer';
  // The factor that would be needed is named also where no setting allows it.
  const top = field.unit === '×' ? MOST_TOKENS : Math.min(field.max, MOST_TOKENS);
  const least = Math.max(field.min, whole ? 1 : 0);
  const bottom = works(least) ? least : edgeBetween(least, top, works, { whole }).on;
  const end = [bottom, top].find((value) => fires(value) !== now);
  if (end === undefined) {
    const threshold = decision.threshold(settings, prefix);
    const why = reach?.why(operands, settings, threshold);
    return cannot(why ?? unturned(decision, settings, prefix, field, now));
  }
  const current = Number(settings[field.key]);
  const turned = (value: number): boolean => fires(value) !== now;
  const { off, on } = edgeBetween(current, end, turned, { whole });
  // Name the first value that fires.
  const below = !whole && now && end < current;
  const relation = below ? '<' : end > current ? '>=' : '<=';
  const holds = (value: number): boolean => (below ? value <= off : turned(value));
  const text = relationText(below ? off : on, relation, field, holds);
  return { ...named, relation, value: below ? off : on, text };
}

/** Reason no value of a setting turns a decision, unless the policy gives one. */
function unturned(
  decision: Decision,
  settings: Readonly<Record<string, unknown>>,
  prefix: number,
  { key, min, max, short }: SettingField,
  fires: boolean,
): string {
  const at = (value: number): number => decision.threshold({ ...settings, [key]: value }, prefix);
  const ends = [Math.max(1, min), Math.min(max, MOST_TOKENS)].map(at);
  if (ends[0] === ends[1]) return 'not used here';
  return `no: ${fires ? 'fires' : 'holds'} at any ${short.toLowerCase()}`;
}

/**
 * Two neighbours, whole or floating, between `from`, where `turned` does not hold, and `to`, where it
 * does: the last at which it does not, and the first at which it does.
 */
function edgeBetween(
  from: number,
  to: number,
  turned: (value: number) => boolean,
  { whole = true } = {},
): { readonly off: number; readonly on: number } {
  let off = from;
  let on = to;
  for (;;) {
    const middle = whole ? Math.trunc((off + on) / 2) : (off + on) / 2;
    if (middle === off || middle === on) break;
    if (turned(middle)) on = middle;
    else off = middle;
  }
  return { off, on };
}

const signs = { '>=': '≥', '<=': '≤', '<': '<' } as const;

/** "≥ 187,501" or "< 1.73×": decimals are rounded to the side on which the decision turns. */
function relationText(
  value: number,
  relation: keyof typeof signs,
  { kind, unit }: SettingField,
  holds: (value: number) => boolean,
): string {
  const scale = kind === 'integer' || value >= 1_000 ? 1 : 100;
  const near = Math.round(value * scale);
  const side = relation === '>=' ? 1 : -1;
  const rounded = (holds(near / scale) ? near : near + side) / scale;
  return `${signs[relation]} ${valueText({ unit }, rounded)}`;
}
