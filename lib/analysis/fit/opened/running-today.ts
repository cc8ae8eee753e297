/** Which settings the sessions of a row ran under, and what of the recordings says so. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { valueWithUnit } from '@/lib/engine/policy/setting-text';
import type { Profile } from '@/lib/engine/tokens/profile';
import { fidelityOf } from '../fidelity';
import { thresholdUnder } from '../knob-range';
import type { Opening } from '../opening';
import { contradictionOf, thresholdEvidence } from '../threshold-evidence';

/** A recorded session of a row. */
export interface FitSession {
  readonly profile: Profile;
  readonly opening: Opening;
}

/** The sessions of a row that ran under some settings, which the others contradict. */
export interface RanPart {
  readonly settings: Settings;
  /** Their places among the sessions. */
  readonly members: readonly number[];
}

/** What runs today. */
export interface RunningToday {
  /** `asked`: given · `fitted`: recorded compactions come at its step, or led to it · `recorded`: the files hold the limit, and nothing contradicts it · `assumed`: nothing shows it. */
  readonly basis: 'asked' | 'fitted' | 'recorded' | 'assumed';
  /** What is set beside the policy's own values at the limit. */
  readonly settings: Settings;
  /** The window that they ran with, and the one that is assumed at their limit; null for a policy without one. */
  readonly window: number | null;
  readonly assumed: number | null;
  /** Recorded compactions that nobody asked for, those at their step, and those whose count the files visibly lack. */
  readonly judged: number;
  readonly reproduced: number;
  readonly explained: number;
  /** More than one: populations that ran otherwise, the largest first. */
  readonly parts: readonly RanPart[];
}

/**
 * Fits what ran to the recordings: of what single sessions show, the settings that the fewest contradict.
 * `asked` settings overrule it.
 */
export function runningToday(
  sessions: readonly FitSession[],
  policy: Policy,
  asked: Settings = {},
): RunningToday {
  const own = sessions.filter(({ opening }) => opening.own?.policy === policy);
  const parts = own.length < sessions.length ? [] : partsOf(own, policy);
  const settings = { ...parts[0]?.settings, ...asked };
  const scores = own.flatMap(({ profile, opening }) => {
    if (opening.own === null || profile.head.compactions.length === 0) return [];
    const claim = { ...opening.own, settings: { ...opening.settings, ...settings } };
    return [fidelityOf(profile, claim, opening.prefixTokens)];
  });
  const sum = (of: 'judged' | 'reproduced' | 'explained'): number =>
    scores.reduce((all, one) => all + one[of], 0);
  const [judged, reproduced, explained] = [sum('judged'), sum('reproduced'), sum('explained')];
  // Fitted to what comes out less often than not is no fit.
  const shows = reproduced > 0 || Object.keys(parts[0]?.settings ?? {}).length > 0;
  const isFitted = shows && 2 * reproduced >= judged - explained;
  const isRecorded =
    own.length > 0 && own.every(({ profile: { head } }) => head.limit?.source === 'recording');
  const assumed = mostOften(own.map(({ opening }) => assumedOf(opening)['window']));
  const window = settings['window'] ?? assumed;
  return {
    basis:
      Object.keys(asked).length > 0
        ? 'asked'
        : isFitted
          ? 'fitted'
          : isRecorded
            ? 'recorded'
            : 'assumed',
    settings,
    window: typeof window === 'number' ? window : null,
    assumed: typeof assumed === 'number' ? assumed : null,
    ...{ judged, reproduced, explained, parts },
  };
}

const assumedOf = ({ own, settings }: Opening): Settings => own?.assumed ?? settings;

/** What a session's recording showed against what was assumed of it. */
const shownOf = (opening: Opening): Settings =>
  Object.fromEntries(
    Object.entries(opening.settings).filter(([key, value]) => assumedOf(opening)[key] !== value),
  );

/** Every set of settings that some session shows, those first that the fewest contradict. */
function partsOf(sessions: readonly FitSession[], policy: Policy): readonly RanPart[] {
  const shown = new Map(
    sessions.map(({ opening }) => [JSON.stringify(shownOf(opening)), shownOf(opening)]),
  );
  // Nothing set beside the assumed comes first: what a session does not contradict needs no other.
  const sets = [...new Map([['{}', {}], ...shown]).values()];
  let left: readonly number[] = [...sessions.keys()];
  const parts: RanPart[] = [];
  while (left.length > 0) {
    const [best] = sets
      .map((settings) => ({
        settings,
        members: left.filter((at) => {
          const one = sessions[at];
          return one !== undefined && mayHaveRun(one, policy, settings);
        }),
      }))
      .sort((a, b) => b.members.length - a.members.length);
    if (best === undefined || best.members.length === 0) break;
    parts.push(best);
    left = left.filter((at) => !best.members.includes(at));
  }
  return parts;
}

/** The recording does not contradict the threshold that the settings give, or shows these settings itself. */
export function mayHaveRun(
  { profile, opening }: FitSession,
  policy: Policy,
  settings: Settings,
): boolean {
  if (policy.decision === null) return true;
  if (JSON.stringify(shownOf(opening)) === JSON.stringify(settings)) return true;
  const threshold = thresholdUnder(policy, { ...assumedOf(opening), ...settings });
  return contradictionOf(threshold, thresholdEvidence(profile)) === null;
}

function mostOften(values: readonly unknown[]): unknown {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/**
 * "Fitted: with these, 33 of 33 recorded compactions come at their step.": what the settings of today rest on;
 * `say` is how a user says it otherwise.
 */
export function todayWords(
  { basis, judged, reproduced, explained }: RunningToday,
  say = '--set says what runs',
): string {
  const lacking =
    explained === 0 ? '' : `; of ${counted(explained, 'other')} the files lack what was counted`;
  const score = `${formatInteger(reproduced)} of ${counted(judged, 'recorded compaction')} come${judged === 1 ? 's' : ''} at ${judged === 1 ? 'its' : 'their'} step${lacking}`;
  const scored = judged === 0 ? '' : ` With these, ${score}.`;
  switch (basis) {
    case 'asked':
      return `As given.${scored}`;
    case 'fitted':
      return judged === 0
        ? 'Fitted to the counts at which it compacted.'
        : `Fitted: with these, ${score}.`;
    case 'recorded':
      return `Read from the recordings.${scored}`;
    case 'assumed':
      return `Assumed, for ${judged === 0 ? 'nothing compacted by itself' : 'the recorded compactions fit no setting'}: ${say}.${scored}`;
  }
}

/** "2 populations ran otherwise: 12 sessions with …": null where one set of settings explains the row. */
export function partsWords(
  policy: Policy,
  { parts }: Pick<RunningToday, 'parts'>,
  split = '--split tunes each alone',
): string | null {
  if (parts.length < 2) return null;
  const named = parts.map(({ settings, members }) => {
    const set = settingFields(policy)
      .filter(({ key }) => key in settings)
      .map((field) => `${field.short.toLowerCase()} ${valueWithUnit(field, settings[field.key])}`);
    return `${counted(members.length, 'session')} with ${set.length === 0 ? 'the agent’s own settings' : set.join(', ')}`;
  });
  return `${formatInteger(parts.length)} populations ran otherwise: ${named.join('; ')}. Split them: ${split}.`;
}
