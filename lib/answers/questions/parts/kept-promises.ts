/** Which sessions score the promises that were made of settings, and the tally. */
import { costTotal } from '@/lib/analysis/cost/cost-total';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { tallyOf } from '@/lib/analysis/explain/net-effect';
import { mayHaveRun } from '@/lib/analysis/fit/opened/running-today';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { formatInteger, counted } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import { prepare } from '@/lib/engine/replay/prepare';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import { profileHash } from '@/lib/engine/tokens/profile-hash';
import { findPolicy } from '@/lib/policies/registry';
import type { Progress } from '../../model/question';
import { promisesFileSchema, type SettingsPromise } from '../../report/promises/schema';
import {
  scorePromise,
  type LaterSession,
  type PromiseScore,
} from '../../report/promises/score-promise';
import type { SweepSession } from './swept-corpus';
import { splitRows } from './tuned-rows';

/** The field of a question that promises are scored by. */
export const promisesField = promisesFileSchema.optional().meta({
  description:
    'Promises, as "tune --record" writes them and the library keeps them; if left out: the library’s',
  file: true,
});

/** Everything that a promise sets. */
export const promisedSettings = ({ settings, swept }: SettingsPromise): Settings => ({
  ...settings,
  ...swept,
});

/** A promise with its score, and later recordings of the same agent that ran under other settings. */
export interface ScoredPromise extends PromiseScore {
  readonly otherwise: number;
}

/** Scores promises by those of some sessions that came after each and may have run under its settings. */
export function* scorePromises(
  promises: readonly SettingsPromise[],
  sessions: readonly SweepSession[],
): Generator<Progress, readonly ScoredPromise[], void> {
  if (promises.length === 0) return [];
  const scored: ScoredPromise[] = [];
  const { rows } = splitRows(sessions, null, undefined);
  const figures = new Map<SweepSession, LaterSession>();
  for (const promise of promises) {
    const policy = findPolicy(promise.policy);
    const later = laterThan(
      promise,
      rows
        .filter((row) => row.own && row.policy === promise.policy && row.limit === promise.limit)
        .flatMap((row) => row.sessions),
    );
    const ran = later.filter(
      ({ session: { profile }, opening }) =>
        policy !== undefined &&
        mayHaveRun({ profile, opening: opening() }, policy, promisedSettings(promise)),
    );
    const groups = [...new Set(ran.map(({ facts }) => facts.cluster))];
    const found: LaterSession[] = [];
    for (const one of ran) {
      yield { done: scored.length, of: promises.length };
      const known = figures.get(one) ?? laterSession(one);
      figures.set(one, known);
      found.push({ ...known, group: groups.indexOf(one.facts.cluster) });
    }
    scored.push({ ...scorePromise(promise, found), otherwise: later.length - ran.length });
  }
  return scored;
}

/** Recorded sessions that a promise does not rest on, and that began after those that it does. */
function laterThan(
  { sessions }: SettingsPromise,
  all: readonly SweepSession[],
): readonly SweepSession[] {
  const hashes = new Set(sessions.map(({ hash }) => hash));
  const last = sessions.reduce((most, { startedAt }) => Math.max(most, startedAt ?? 0), 0);
  return all.filter(
    ({ facts, session }) =>
      !facts.generated &&
      (facts.startedAt === null || facts.startedAt > last) &&
      !hashes.has(profileHash(session.profile)),
  );
}

/** What a recording came to: what is in the file, priced as the promise was. */
function laterSession({ session: { profile }, facts, opening, pricesOf }: SweepSession) {
  const opened = opening();
  const run = shownReplay(prepare(profile, opened.prefixTokens), opened, opened);
  const rates = ratesOf(pricesOf());
  const { compactions, overflows, dollars } = tallyOf(run, (of) => costTotal(of, rates));
  return {
    ...{ hash: '', startedAt: facts.startedAt, group: 0, steps: profile.stepCount },
    ...{ compactions, overflows: overflows > 0, dollars, model: facts.model },
    prefix: sessionPrefix(profile).tokens,
    preset: opened.own?.preset ?? null,
  };
}

/** "9 of 11 promises kept; 2 wait for later recordings."; null where none was made. */
export function tallyWords(scored: readonly Pick<PromiseScore, 'standing'>[]): string | null {
  if (scored.length === 0) return null;
  const of = (standing: PromiseScore['standing']): number =>
    scored.filter((one) => one.standing === standing).length;
  const [kept, waiting] = [of('kept'), of('waiting')];
  const judged = scored.length - waiting;
  const tally =
    judged === 0 ? [] : [`${formatInteger(kept)} of ${counted(judged, 'promise')} kept`];
  const who = judged === 0 ? counted(waiting, 'promise') : formatInteger(waiting);
  const waits = `${who} ${waiting === 1 ? 'waits' : 'wait'} for later recordings`;
  return `${[...tally, ...(waiting === 0 ? [] : [waits])].join('; ')}.`;
}
