import { settingFields, type SettingField, type Settings } from '@/lib/engine/policy/fields';
import { findPolicy } from '@/lib/policies/registry';
import { counted, formatFixed, formatInteger } from '@/lib/engine/base/format';
import type { TuneField } from '../recommend/tune-field';
import type { SessionCoverage, Telling } from './coverage';
import { binomialInterval } from '../recommend/intervals';
import { NEAR_SHARE } from './session-evidence';

/** A kind of session or step that a corpus has too few of to tell values of a setting apart. */
export interface Lack {
  readonly words: string;
  readonly have: number;
  readonly of: number;
  readonly unit: 'session' | 'step';
}

/** A setting that a corpus cannot decide, and what would. */
export interface WouldDecide {
  readonly setting: string;
  readonly lacks: readonly Lack[];
}

/** Models whose first steps are named: those with the fewest. */
const MODELS = 3;

/** For each setting along which no recorded session differs: what the recorded sessions have of what would. */
export function wouldDecide(
  { column }: Pick<TuneField, 'column'>,
  { byAxis }: Telling,
  sessions: readonly SessionCoverage[],
  today: Settings,
): readonly WouldDecide[] {
  const policy = findPolicy(column.policy);
  const recorded = sessions.filter(({ facts }) => !facts.generated);
  return byAxis
    .filter((axis) => axis.sessions === 0)
    .map(({ setting }) => {
      const field = policy && settingFields(policy).find(({ key }) => key === setting);
      const values = column.axes.find((axis) => axis.setting === setting)?.values ?? [];
      const own =
        field === undefined ? [] : ownLacks(field, values, Number(today[setting]), recorded);
      return { setting, lacks: [...commonLacks(recorded), ...own] };
    });
}

/** What any setting needs: a session that comes near, whose limit and real sizes are known. */
function commonLacks(recorded: readonly SessionCoverage[]): readonly Lack[] {
  const count = (words: string, holds: (one: SessionCoverage) => boolean): Lack => ({
    words,
    have: recorded.filter(holds).length,
    of: recorded.length,
    unit: 'session',
  });
  const near = `come near a threshold: ${formatInteger(100 * NEAR_SHARE)} % of it, or of the limit`;
  return [
    count(near, ({ evidence }) => evidence.near),
    count('have usage', ({ evidence }) => evidence.hasUsage),
    count('have a known limit', ({ evidence }) => evidence.limit !== null),
  ];
}

function ownLacks(
  field: SettingField,
  values: readonly number[],
  today: number,
  recorded: readonly SessionCoverage[],
): readonly Lack[] {
  if (field.key === 'window') return windowLacks(values[0] ?? today, recorded);
  if (field.unit !== '×') return [];
  return /factor/i.test(field.key) ? firstLacks(recorded) : ratioLacks(today, recorded);
}

/** A window acts on requests of about its size. */
function windowLacks(least: number, recorded: readonly SessionCoverage[]): readonly Lack[] {
  const from = Math.ceil(NEAR_SHARE * least);
  const reaches = ({ evidence }: SessionCoverage): boolean =>
    evidence.ratios.some(({ real }) => real >= from);
  return [
    {
      words: `hold a request of ${formatInteger(from)} tokens or more, near the least window tried`,
      have: recorded.filter(reaches).length,
      of: recorded.length,
      unit: 'session',
    },
  ];
}

/** A bound on a correction acts where real ÷ heuristic is above it. */
function ratioLacks(today: number, recorded: readonly SessionCoverage[]): readonly Lack[] {
  const above = ({ evidence }: SessionCoverage): number =>
    evidence.ratios.filter(({ real, heuristic }) => real > today * heuristic).length;
  const name = `real ÷ heuristic above today’s ${formatFixed(today, 1)}`;
  return [
    {
      words: `have ${name}`,
      have: recorded.reduce((sum, one) => sum + above(one), 0),
      of: recorded.reduce((sum, { evidence }) => sum + evidence.ratios.length, 0),
      unit: 'step',
    },
    {
      words: `come near a threshold and have ${name}`,
      have: recorded.filter((one) => one.evidence.near && above(one) > 0).length,
      of: recorded.length,
      unit: 'session',
    },
  ];
}

/** A default factor acts until the first usage: on steps without, and on the first of a model. */
function firstLacks(recorded: readonly SessionCoverage[]): readonly Lack[] {
  const models = new Map<string, number>();
  for (const { evidence } of recorded) {
    const [first] = evidence.ratios;
    if (first === undefined) continue;
    const name = first.model ?? 'an unknown model';
    models.set(name, (models.get(name) ?? 0) + 1);
  }
  const fewest = [...models].sort(([a, n], [b, m]) => n - m || (a < b ? -1 : 1)).slice(0, MODELS);
  return [
    {
      words: 'come near a threshold without usage',
      have: recorded.filter(({ evidence }) => evidence.near && !evidence.hasUsage).length,
      of: recorded.length,
      unit: 'session',
    },
    ...fewest.map(([name, have]): Lack => ({
      words: `begin with a first step of ${name} with usage`,
      have,
      of: recorded.length,
      unit: 'session',
    })),
  ];
}

/** "0 of 6 sessions come near a threshold". */
export const lackWords = ({ words, have, of, unit }: Lack): string =>
  `${formatInteger(have)} of ${counted(of, unit)} ${words}`;

/** The share of sessions below which their overflows are to be shown to be. */
const SHOWN_BELOW = 0.1;

/** Sessions without an overflow that show it: the least of which the exact interval ends below. */
function sessionsThatShow(): number {
  let n = 1;
  while (binomialInterval(0, n).high > SHOWN_BELOW) n++;
  return n;
}

/**
 * How many more sessions of which kind would decide, where no recorded one tells settings apart: null where
 * one does, none is recorded, or there are enough that overflow nowhere.
 */
export function nothingNearWords(
  { column }: Pick<TuneField, 'column'>,
  telling: Telling,
  sessions: readonly SessionCoverage[],
): string | null {
  const recorded = sessions.filter(({ facts }) => !facts.generated);
  if (telling.sessions > 0 || recorded.length === 0) return null;
  const windows = column.axes.find(({ setting }) => setting === 'window')?.values ?? [];
  const least = windows[0];
  const lack = least === undefined ? commonLacks(recorded)[0] : windowLacks(least, recorded)[0];
  const enough = sessionsThatShow();
  if (lack === undefined || lack.have >= enough) return null;
  const nothing = lack.have === 0 ? 'Nothing here comes near a threshold. ' : '';
  return `${nothing}It takes ${counted(enough - lack.have, 'more session', 'more sessions')} that ${lack.words} (${formatInteger(lack.have)} of ${formatInteger(lack.of)} do) and overflow nowhere to show that fewer than ${formatInteger(100 * SHOWN_BELOW)} % of such sessions overflow.`;
}
