/** What a change of settings does to sessions: the same ones replayed as two files say. */
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import {
  isWorse,
  tallyOf,
  type NetEffect,
  type SessionTally,
} from '@/lib/analysis/explain/net-effect';
import type { PolicyChoice } from '@/lib/policies/policy-choice';
import type { Progress } from '../../model/question';
import { runOf } from './evaluate';
import { matchSessions, type SessionFile } from './match';
import type { Expectations } from './schema';

/** What a change makes of a session. */
export type Standing = 'worse' | 'better' | 'same';

/** A session that is replayed twice. */
export interface DiffTarget extends SessionFile {
  /** Prices of its models. */
  readonly ratesOf: RatesOf;
}

/** A file's settings, its policy found. */
export interface SettingsFile {
  readonly file: Expectations;
  readonly choice: PolicyChoice;
}

/** One session under both files. */
export interface SessionDifference {
  readonly name: string;
  readonly effect: NetEffect;
  readonly standing: Standing;
}

/** Sums over sessions; dollars over those that are priced under both files, null where none is. */
export interface DifferenceSums extends Pick<
  SessionTally,
  'compactions' | 'overflows' | 'dollars'
> {
  /** Sessions that loop. */
  readonly loops: number;
}

/** All sessions under both files. */
export interface SettingsDifference {
  readonly sessions: readonly SessionDifference[];
  /** Sessions of the older file that were not given, or changed: a sentence each. */
  readonly problems: readonly string[];
  readonly before: DifferenceSums;
  readonly after: DifferenceSums;
  /** Sessions with a price for every step. */
  readonly priced: number;
  /** worse where any session overflows or loops more; else what the sums say. */
  readonly standing: Standing;
}

/**
 * Replays each session as the older and as the newer file say. Overflows and loops decide what is worse;
 * where they are as before, dollars do, and without prices compactions. Settings that a policy does not allow
 * throw a RangeError.
 */
export function* settingsDifference(
  older: SettingsFile,
  newer: SettingsFile,
  given: readonly DiffTarget[],
): Generator<Progress, SettingsDifference, void> {
  const matched = matchSessions(older.file, given);
  // Each file may list limits and prefixes of its own.
  const listed = new Map(
    matchSessions(newer.file, given).sessions.map((one) => [one.given, one] as const),
  );
  const sessions: SessionDifference[] = [];
  for (const [done, one] of matched.sessions.entries()) {
    yield { done, of: matched.sessions.length };
    const { ratesOf } = one.given;
    const tally = (session: typeof one, { file, choice }: SettingsFile): SessionTally =>
      tallyOf(runOf(session, file, choice), (run) => costTotal(run, ratesOf));
    const effect = { before: tally(one, older), after: tally(listed.get(one.given) ?? one, newer) };
    sessions.push({ name: one.name, effect, standing: standingOf(effect) });
  }
  const priced = sessions.filter(({ effect }) => isPriced(effect));
  const before = sumsOf(sessions, priced, 'before');
  const after = sumsOf(sessions, priced, 'after');
  return {
    ...{ sessions, problems: matched.problems, before, after, priced: priced.length },
    standing: sessions.some(({ effect }) => isWorse(effect))
      ? 'worse'
      : standingOf({ before: asTally(before), after: asTally(after) }),
  };
}

const isPriced = ({ before, after }: NetEffect): boolean =>
  before.dollars !== null && after.dollars !== null;

/** What a change makes of a session, or of all of them together. */
function standingOf(effect: NetEffect): Standing {
  const { before, after } = effect;
  if (isWorse(effect)) return 'worse';
  if (isWorse({ before: after, after: before })) return 'better';
  const more =
    before.dollars !== null && after.dollars !== null
      ? after.dollars - before.dollars
      : after.compactions - before.compactions;
  return more > 0 ? 'worse' : more < 0 ? 'better' : 'same';
}

function sumsOf(
  sessions: readonly SessionDifference[],
  priced: readonly SessionDifference[],
  side: keyof NetEffect,
): DifferenceSums {
  const sum = (of: readonly SessionDifference[], value: (tally: SessionTally) => number): number =>
    of.reduce((all, { effect }) => all + value(effect[side]), 0);
  return {
    compactions: sum(sessions, ({ compactions }) => compactions),
    overflows: sum(sessions, ({ overflows }) => overflows),
    loops: sum(sessions, ({ loop }) => (loop === null ? 0 : 1)),
    dollars: priced.length === 0 ? null : sum(priced, ({ dollars }) => dollars ?? 0),
  };
}

/** No session is worse here: of loops it matters only whether any is left. */
const asTally = ({ loops, ...sums }: DifferenceSums): SessionTally => ({
  ...sums,
  loop: loops === 0 ? null : 0,
});
