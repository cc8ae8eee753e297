/** Checks that a sweep still recommends the settings that a file expects. */
import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import { askCorpus } from '@/lib/tuning/recommend/ask-corpus';
import { wordsText } from '@/lib/engine/base/answer/words';
import { answerWords } from '@/lib/tuning/recommend/recommendation-words';
import { recommend } from '@/lib/tuning/recommend/recommendation';
import type { Progress } from '../../model/question';
import type { Verdict } from './evaluate';
import { expectationWords } from './expectation-words';
import type { Expectation, Expectations } from './schema';

type Recommended = Extract<Expectation, { expect: 'recommendation' }>;

/**
 * The verdicts on a file's expected recommendations; each sweeps its axes over all sessions. Throws a
 * RangeError for axes that the policy does not have.
 */
export function* evaluateRecommendations(
  {
    expectations,
    settings,
    limit,
  }: Pick<Expectations, 'expectations' | 'limit'> & { readonly settings: Settings },
  policy: Policy,
  corpus: readonly CorpusSession[],
): Generator<Progress, readonly Verdict[], void> {
  const verdicts: Verdict[] = [];
  for (const [index, one] of expectations.entries()) {
    if (one.expect !== 'recommendation') continue;
    const why = yield* whyNot(one, { policy, settings, limit }, corpus);
    verdicts.push({ index, text: expectationWords(one), session: null, why, step: null });
  }
  return verdicts;
}

/** Why the recommendation is another one; null where it is within the share. */
function* whyNot(
  { settings: expected, within, vary }: Recommended,
  asked: { readonly policy: Policy; readonly settings: Settings; readonly limit: number | null },
  corpus: readonly CorpusSession[],
): Generator<Progress, string | null, void> {
  const { field } = yield* askCorpus(corpus, { ...asked, ranges: vary });
  const recommendation = recommend(field);
  if (recommendation === null) return 'no recorded session is given, and only those decide';
  const words = wordsText(answerWords(field, recommendation));
  const { choice } = recommendation;
  if (choice.kind === 'none') return words;
  const { axes } = field.column;
  const off = Object.entries(expected).flatMap(([setting, wanted]) => {
    const axis = axes.findIndex((one) => one.setting === setting);
    const got = axes[axis]?.values[choice.place[axis] ?? -1];
    if (got === undefined) return [`${setting} is not varied`];
    return Math.abs(got - wanted) <= within * Math.abs(wanted)
      ? []
      : [`${setting} ${numberText(got)}, not ${numberText(wanted)} ± ${formatPercent(within)}`];
  });
  return off.length === 0 ? null : `${off.join('; ')}. ${words}`;
}

const numberText = (value: number): string =>
  Number.isInteger(value) ? formatInteger(value) : String(value);
