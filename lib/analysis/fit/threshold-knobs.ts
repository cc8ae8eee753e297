/** Which settings of an agent, alone or two together, put its threshold where a recording shows it. */
import { formatInteger } from '@/lib/engine/base/format';
import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Profile } from '@/lib/engine/tokens/profile';
import { ownOptions } from '@/lib/policies/own-options';
import { settableSettings } from '@/lib/policies/settable';
import { fidelityOf } from './fidelity';
import {
  knobRange,
  thresholdUnder,
  valueOf,
  type MovedSetting,
  type ThresholdBounds,
} from './knob-range';
import type { OwnPolicy } from './own-policy';
import { thresholdEvidence } from './threshold-evidence';

/** Settings that explain a threshold. */
export interface KnobCandidate {
  /** By key: what differs from the settings that the agent has by itself. */
  readonly change: Readonly<Record<string, number>>;
  /** The values of the last of them that explain it as well. */
  readonly from: number;
  readonly to: number;
  readonly threshold: number;
  /** What a user writes, and where: "Environment", "config.toml". */
  readonly lines: readonly { readonly target: string; readonly code: string }[];
}

/** A recorded count that bounds a threshold. */
export interface BoundingCount {
  readonly step: number;
  readonly tokens: number;
  /** It is of a sibling. */
  readonly sibling?: true;
}

/** Another session of the same agent and version, which ran under the same settings of its user. */
export interface Sibling {
  readonly profile: Profile;
  readonly own: OwnPolicy;
  readonly prefixTokens: number;
}

/** What a recording shows of a threshold, and what explains it. */
export interface ThresholdKnobs {
  /** The threshold without a setting of the user's. */
  readonly initial: number;
  /** The largest count at which the agent went on; null for none. */
  readonly held: BoundingCount | null;
  /** The least count at which it compacted by itself; null for none, or where the file lacks a part of each. */
  readonly fired: BoundingCount | null;
  /** What the file lacks of the agent's counts, so that they bound nothing; null for nothing. */
  readonly lacks: string | null;
  /** The settings that the agent has by itself explain all of it. */
  readonly explained: boolean;
  /** The simplest first: fewest settings, roundest values. */
  readonly candidates: readonly KnobCandidate[];
}

/** Windows that models are sold with, and that people give. */
const WINDOWS = [
  32_000, 64_000, 100_000, 128_000, 150_000, 200_000, 250_000, 256_000, 272_000, 300_000, 350_000,
  400_000, 500_000, 750_000, 1_000_000, 1_048_576, 2_000_000,
];

/** Above this many values a setting is solved for, not gone through. */
const FEW = 101;

/** Digits that a value of a pair may have: nobody gives two odd numbers. */
const PAIR_DIGITS = 2;

/**
 * Searches the settings that a user of the agent can set, one by one and in pairs. What explains a session
 * explains its siblings too: their counts bound it where they have its window, else it is tried under theirs.
 */
export function thresholdKnobs(
  profile: Profile,
  own: OwnPolicy,
  prefixTokens: number,
  siblings: readonly Sibling[] = [],
): ThresholdKnobs {
  const { policy } = own;
  const mine = evidenceOf({ profile, own, prefixTokens });
  const { settings } = mine;
  const others = siblings.map(evidenceOf);
  const alike = others.filter((one) => one.settings['window'] === settings['window']);
  const apart = others.filter((one) => !alike.includes(one));
  const all = [mine, ...alike.map(ofSibling)];
  const held = all.flatMap((one) => one.held ?? []).sort((a, b) => b.tokens - a.tokens)[0] ?? null;
  const fired =
    all.flatMap((one) => one.fired ?? []).sort((a, b) => a.tokens - b.tokens)[0] ?? null;
  const initial = thresholdUnder(policy, settings);
  const bounds = { above: held?.tokens ?? 0, upTo: fired?.tokens ?? Infinity };
  const isKnown = Number.isFinite(bounds.upTo) && bounds.upTo > bounds.above;
  const holds = (change: Readonly<Record<string, number>>): boolean =>
    apart.every((one) => {
      const threshold = thresholdUnder(policy, { ...one.settings, ...change });
      return threshold > (one.held?.tokens ?? 0) && threshold <= (one.fired?.tokens ?? Infinity);
    });
  const candidates = isKnown
    ? candidatesOf({ policy, settings }, bounds, mostWindow(profile, own))
    : [];
  return {
    initial,
    held,
    fired,
    lacks: mine.lacks,
    explained: initial > bounds.above && initial <= bounds.upTo && holds({}),
    candidates: candidates.filter(({ change }) => holds(change)),
  };
}

/** What a session shows of its threshold, and the settings that its agent has by itself. */
function evidenceOf({ profile, own, prefixTokens }: Sibling) {
  const settings: Settings = {
    ...own.assumed,
    ...('observed' in own.assumed ? { observed: 0 } : {}),
  };
  const lacks = own.policy.recordings?.lacks?.(profile) ?? null;
  const { held, fired } = boundsOf(profile, { ...own, settings }, prefixTokens);
  const known = lacks === null ? fired : null;
  return { settings, held, fired: known, lacks: fired === null ? null : lacks };
}

const ofSibling = ({ held, fired, ...rest }: ReturnType<typeof evidenceOf>) => ({
  ...rest,
  held: held && { ...held, sibling: true as const },
  fired: fired && { ...fired, sibling: true as const },
});

/**
 * The agent's own counts where the file has them, else the policy's of the same requests. Where the policy
 * counts more, the agent's recorded number leaves out what came behind its last response: the larger bounds.
 */
function boundsOf(
  profile: Profile,
  claim: OwnPolicy,
  prefixTokens: number,
): { readonly held: BoundingCount | null; readonly fired: BoundingCount | null } {
  const { held, fired } = thresholdEvidence(profile);
  const own = new Map(fired.map(({ step, tokens }) => [step, tokens]));
  for (const one of fidelityOf(profile, claim, prefixTokens).compactions) {
    const { step, trigger, preTokens, value } = one;
    if (trigger !== 'auto' || value === null || value <= 0) continue;
    if (preTokens === null || own.has(step)) own.set(step, Math.max(value, preTokens ?? 0));
  }
  const all = [...own].map(([step, tokens]) => ({ step, tokens }));
  all.sort((a, b) => a.tokens - b.tokens);
  return { held, fired: all[0] ?? null };
}

/** @param most the greatest window that the agent's models have */
function candidatesOf(
  { policy, settings }: Pick<OwnPolicy, 'policy' | 'settings'>,
  bounds: ThresholdBounds,
  most: number,
): readonly KnobCandidate[] {
  const settable = new Set(settableSettings(policy));
  const moved = settingFields(policy)
    .filter(({ key }) => settable.has(key) && key !== 'observed')
    .flatMap((field) => gridOf(policy, settings, field, most));
  const solved = (given: Readonly<Record<string, number>>, last: MovedSetting) => {
    const range = knobRange(policy, { ...settings, ...given }, last, bounds);
    if (range === null) return null;
    return { change: { ...given, [last.key]: range.roundest }, ...range };
  };
  const single = moved.flatMap((one) => solved({}, one) ?? []);
  const pairs = moved.flatMap((first) =>
    valuesOf(first)
      .filter((value) => value !== settings[first.key])
      .flatMap((value) =>
        moved
          .filter(({ key }) => key !== first.key)
          .flatMap((last) => solved({ [first.key]: value }, last) ?? []),
      ),
  );
  // A setting that does it alone needs no second one.
  const alone = ([key, value]: readonly [string, number]): boolean =>
    single.some(({ change, from, to }) => key in change && value >= from && value <= to);
  const round = pairs.filter(({ change }) =>
    Object.entries(change).every((one) => digitsOf(one[1]) <= PAIR_DIGITS && !alone(one)),
  );
  const seen = new Set<string>();
  return [...single, ...round]
    .map(({ change, from, to }) => ({ ...withLines(policy, settings, change), from, to }))
    .filter(({ change }) => {
      const key = JSON.stringify(Object.entries(change).sort());
      return !seen.has(key) && seen.add(key) !== undefined;
    })
    .sort((a, b) => costOf(a.change) - costOf(b.change));
}

/** No user can give a larger window than the model has. */
const mostWindow = ({ head }: Profile, { windows, settings }: OwnPolicy): number =>
  Math.max(
    Number(settings['window'] ?? 0),
    head.limit?.tokens ?? 0,
    ...(windows === 'any' ? [] : windows),
  );

/** The grid of a setting that moves the threshold: whole numbers, or hundredths of a share. */
function gridOf(
  policy: Policy,
  settings: Settings,
  field: SettingField,
  most: number,
): readonly MovedSetting[] {
  const { key, kind, min, max } = field;
  if (kind !== 'integer' && kind !== 'number') return [];
  const unit = kind === 'integer' ? 1 : 0.01;
  const grid = {
    key,
    unit,
    // 0 stands for "not set".
    from: Math.max(1, Math.ceil(min / unit)),
    to: Math.floor((key === 'window' ? Math.min(max, most) : max) / unit),
  };
  const at = (value: number): number => thresholdUnder(policy, { ...settings, [key]: value });
  return grid.to > grid.from && at(valueOf(grid.from, unit)) !== at(valueOf(grid.to, unit))
    ? [grid]
    : [];
}

/** The values of a setting that are gone through; none for one that is solved for. */
function valuesOf({ key, unit, from, to }: MovedSetting): readonly number[] {
  if (key === 'window') return WINDOWS.filter((window) => window <= to);
  if (to - from >= FEW) return [];
  return Array.from({ length: to - from + 1 }, (_, i) => valueOf(from + i, unit));
}

function withLines(policy: Policy, settings: Settings, change: Readonly<Record<string, number>>) {
  const chosen = policy.settings.parse({ ...settings, ...change }) as Settings;
  const wanted = Object.keys(change);
  const settable = (ownOptions(policy, chosen)?.snippets ?? []).filter(
    ({ by }) => by === 'setting',
  );
  // A place that sets all of them, else those that set one.
  const whole = settable.filter(({ sets }) => wanted.every((key) => sets.includes(key)));
  const parts = settable.filter(({ sets }) => wanted.some((key) => sets.includes(key)));
  const lines = (whole.length > 0 ? whole : parts).map(({ target, code }) => ({ target, code }));
  return { change, threshold: thresholdUnder(policy, chosen), lines };
}

/** Fewer settings before more, round values before odd ones. */
const costOf = (change: Readonly<Record<string, number>>): number =>
  Object.values(change).reduce((sum, value) => sum + 2 + digitsOf(value), 0);

/** Digits before the zeros at the end: 500,000 has 1, 0.35 has 2. */
const digitsOf = (value: number): number =>
  formatInteger(Math.round(value * 100))
    .replace(/,/g, '')
    .replace(/0+$/, '').length;
