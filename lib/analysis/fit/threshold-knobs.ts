/** Which settings of an agent, alone or two together, put its threshold where a recording shows it. */
import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Profile } from '@/lib/engine/tokens/profile';
import { ownOptions } from '@/lib/policies/own-options';
import { settableSettings } from '@/lib/policies/settable';
import {
  boundsOf,
  evidenceOf,
  ofSibling,
  type BoundingCount,
  type Sibling,
  type UnnamedTriggers,
} from './knob-evidence';
import {
  costOf,
  digitsOf,
  FINER,
  knobRange,
  thresholdUnder,
  valueOf,
  type MovedSetting,
  type ThresholdBounds,
} from './knob-range';
import type { OwnPolicy } from './own-policy';

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

/** What a recording shows of a threshold, and what explains it. */
export interface ThresholdKnobs {
  /** The threshold without a setting of the user's. */
  readonly initial: number;
  /** The largest count at which the agent went on; null for none. */
  readonly held: BoundingCount | null;
  /** The least count at which it compacted by itself; null for none, or where the file lacks a part of each. */
  readonly fired: BoundingCount | null;
  /** The recorded compactions whose trigger no file names; none where one that is named bounds it. */
  readonly unnamed: UnnamedTriggers;
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
  const windows = windowsOf(profile, own);
  const others = siblings.map(evidenceOf);
  const alike = others.filter((one) => one.settings['window'] === settings['window']);
  const apart = others.filter((one) => !alike.includes(one));
  const all = [mine, ...alike.map(ofSibling)];
  const { held, ...rest } = boundsOf(all, leastThreshold({ policy, settings }, windows.most));
  const initial = thresholdUnder(policy, settings);
  const isFirst = (threshold: number, above: number, upTo: number): boolean =>
    threshold + passed(policy) > above && threshold + passed(policy) <= upTo;
  const { above, upTo } = { above: held?.tokens ?? 0, upTo: rest.fired?.tokens ?? Infinity };
  const isKnown = Number.isFinite(upTo) && upTo > above;
  const holds = (change: Readonly<Record<string, number>>): boolean =>
    apart.every((one) =>
      isFirst(
        thresholdUnder(policy, { ...one.settings, ...change }),
        one.held?.tokens ?? 0,
        one.fired?.tokens ?? Infinity,
      ),
    );
  const candidates = isKnown
    ? candidatesOf(
        { policy, settings },
        { above: above - passed(policy), upTo: upTo - passed(policy) },
        windows,
      )
    : [];
  const shown = rest.fired === null && mine.lacks === null ? shownBy(own, settings) : null;
  return {
    initial,
    held,
    ...rest,
    lacks: mine.lacks,
    explained: shown === null && isFirst(initial, above, upTo) && holds({}),
    candidates: shown ?? candidates.filter(({ change }) => holds(change)),
  };
}

/** @param most the greatest window that the agent's models have */
function candidatesOf(
  { policy, settings }: Pick<OwnPolicy, 'policy' | 'settings'>,
  bounds: ThresholdBounds,
  { most, assumedWindow }: WindowFacts,
): readonly KnobCandidate[] {
  const settable = new Set(settableSettings(policy));
  if (assumedWindow) settable.add('window');
  const moved = settingFields(policy)
    .filter(({ key }) => settable.has(key) && key !== 'observed')
    .flatMap((field) => gridOf(policy, settings, field, most));
  const solved = (given: Readonly<Record<string, number>>, last: MovedSetting) => {
    const range = knobRange(policy, { ...settings, ...given }, last, bounds);
    if (range === null) return null;
    return { change: { ...given, [last.key]: range.roundest }, ...range };
  };
  const single = moved.flatMap((one) => solved({}, one) ?? solved({}, finer(one)) ?? []);
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

/** What the agent's own record of a compaction shows of its settings, where no count bounds them; else null. */
function shownBy(
  { policy, settings: found, inferredFrom }: OwnPolicy,
  settings: Settings,
): readonly KnobCandidate[] | null {
  const change = Object.fromEntries(
    Object.entries(found).filter(
      (one): one is [string, number] =>
        one[0] !== 'observed' && typeof one[1] === 'number' && one[1] !== settings[one[0]],
    ),
  );
  const [value] = Object.values(change).slice(-1);
  if (inferredFrom === null || value === undefined) return null;
  return [{ ...withLines(policy, settings, change), from: value, to: value }];
}

/** What a count exceeds a threshold by when it is first reached: 1 where only a larger one fires. */
const passed = ({ decision }: Policy): number => (decision?.relation === '>' ? 1 : 0);

/** The least threshold that a window gives which models are sold with: below it nobody's agent compacts. */
const leastThreshold = (
  { policy, settings }: Pick<OwnPolicy, 'policy' | 'settings'>,
  most: number,
) =>
  Math.min(
    thresholdUnder(policy, settings),
    ...WINDOWS.filter((window) => 'window' in settings && window <= most)
      .map((window) => thresholdUnder(policy, { ...settings, window }))
      .filter((threshold) => threshold > 0),
  );

/** What is known of the windows that an agent's models can have. */
interface WindowFacts {
  /** No user can give a larger window than the model has. */
  readonly most: number;
  /** Neither the recording nor the catalogue knows the model's: its user stated one somewhere. */
  readonly assumedWindow: boolean;
}

function windowsOf({ head }: Profile, { windows, settings }: OwnPolicy): WindowFacts {
  const listed = windows === 'any' ? [] : windows;
  const named = head.environments?.some(({ window }) => window !== undefined) ?? false;
  const assumedWindow = head.limit === null && !named && listed.length === 0;
  const known = [Number(settings['window'] ?? 0), head.limit?.tokens ?? 0, ...listed];
  return { most: Math.max(...known, ...(assumedWindow ? WINDOWS : [])), assumedWindow };
}

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

/** A share that lies between two hundredths: what a user of a small threshold gives. */
const finer = (grid: MovedSetting): MovedSetting =>
  grid.unit === 1
    ? grid
    : { ...grid, unit: grid.unit / FINER, from: 1, to: Math.round(grid.to * FINER) };

/** The values of a setting that are gone through; none for one that is solved for. */
function valuesOf({ key, unit, from, to }: MovedSetting): readonly number[] {
  if (key === 'window') return WINDOWS.filter((window) => window <= to);
  if (to - from >= FEW) return [];
  return Array.from({ length: to - from + 1 }, (_, i) => valueOf(from + i, unit));
}

function withLines(policy: Policy, settings: Settings, change: Readonly<Record<string, number>>) {
  const chosen = policy.settings.parse({ ...settings, ...change }) as Settings;
  const wanted = Object.keys(change);
  const { snippets = [], fixed = {} } = ownOptions(policy, chosen) ?? {};
  const settable = snippets.filter(({ by }) => by === 'setting');
  // A place that sets all of them, else those that set one.
  const whole = settable.filter(({ sets }) => wanted.every((key) => sets.includes(key)));
  const parts = settable.filter(({ sets }) => wanted.some((key) => sets.includes(key)));
  const elsewhere = wanted.flatMap((key) =>
    settable.some(({ sets }) => sets.includes(key)) ? [] : (fixed[key] ?? []),
  );
  const lines = [
    ...(whole.length > 0 ? whole : parts).map(({ target, code }) => ({ target, code })),
    ...elsewhere.map((code) => ({ target: 'elsewhere', code })),
  ];
  return { change, threshold: thresholdUnder(policy, chosen), lines };
}
