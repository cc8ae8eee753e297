import * as z from 'zod';
import { growthSamples } from '@/lib/analysis/score/added/growth-samples';
import {
  partsOf,
  scoreOf,
  scoreParts,
  type PartScore,
} from '@/lib/analysis/score/added/part-score';
import {
  ADDED_RULE,
  intervalText,
  partLabel,
  ratioText,
  underTexts,
} from '@/lib/analysis/score/added/part-words';
import { ruleSamples } from '@/lib/analysis/score/added/rule-samples';
import { estimatorVariants } from '@/lib/analysis/score/estimator-variants';
import {
  scoreTokenizers,
  type SessionTextCounts,
  type TokenizerScore,
} from '@/lib/analysis/score/tokenizer-score';
import { formatFixed, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { prepare } from '@/lib/engine/replay/prepare';
import { profileCounts } from '@/lib/engine/tokens/text/text-counts';
import {
  encodings,
  textEstimatorIds,
  textEstimatorLabels,
} from '@/lib/engine/tokens/text/text-estimators';
import { sentence, type Block, type Column } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { defineCorpusQuestion } from '../model/corpus';
import { QuestionError } from '../model/question';

const scores = z.array(coreNumbers<PartScore>('By a script, or a kind of content')).readonly();

const output = z.object({
  sessions: z.int(),
  textless: z.int().describe('Sessions left out: they hold sizes, not text'),
  steps: z.int().describe('Steps with usage of a request that was accepted'),
  unscored: z.int().describe('Steps without'),
  images: z.int().describe('Images and other inline data'),
  scores: z
    .array(coreNumbers<TokenizerScore>('Estimate ÷ real of one estimator'))
    .readonly()
    .describe('Each count itself, then with what the first step missed'),
  added: z
    .array(z.object({ estimator: z.enum(textEstimatorIds), scores }))
    .describe('What a step added ÷ what the recorded usage grew by'),
  rules: z
    .array(z.object({ id: z.string(), label: z.string(), scores }))
    .describe('The same for every rule of the tab Estimators, one step ahead'),
});

type Added = z.output<typeof output>['added'];

/** Tokenizers beside recorded usage. */
export const tokens = defineCorpusQuestion({
  id: 'tokens',
  title: 'Count with tokenizers',
  about: 'Counts the texts of recordings with tokenizers, and says their error against usage.',
  needs: ['counts'],
  input: z.strictObject({
    encoding: z.enum(encodings).optional().describe('One tokenizer; default: all'),
  }),
  example: { encoding: 'o200k_base' },
  output,
  take: ({ profile, counts }): SessionTextCounts | null =>
    counts && { session: prepare(profile), counts: [profileCounts(profile), ...counts] },
  *run({ taken }) {
    const sessions = taken.filter((one) => one !== null);
    if (sessions.length === 0) {
      const why =
        taken.length === 0 ? 'there is no session in it' : 'its sessions hold sizes, not text';
      throw new QuestionError('sessions', `${why}; there is nothing to count.`);
    }
    yield { done: 0, of: 1 };
    return {
      sessions: sessions.length,
      textless: taken.length - sessions.length,
      ...scoreTokenizers(sessions),
      added: addedScores(sessions),
      rules: ruleScores(sessions),
    };
  },
  tell: ({ steps, unscored, images, scores: all, added, textless }) => [
    ...(steps === 0
      ? [
          line(
            `None of ${formatInteger(unscored)} steps has recorded usage: nothing to compare with.`,
          ),
        ]
      : [
          line(
            `${formatInteger(steps)} of ${formatInteger(steps + unscored)} steps have recorded usage; mean error in tokens.`,
          ),
          scoreTable(all),
          ...(images === 0 ? [] : [line(imagesText(images))]),
        ]),
    ...addedBlocks(added),
    ...(textless === 0
      ? []
      : [line(`Sessions left out because they hold sizes, not text: ${formatInteger(textless)}.`)]),
  ],
});

const line = (text: string): Block => sentence([text]);
const left = (head: string): Column => ({ head });
const right = (head: string): Column => ({ head, number: true });

/** Every estimator of texts by script and kind of what a step added. */
function addedScores(sessions: readonly SessionTextCounts[]) {
  const ids = sessions[0]?.counts.map(({ estimator }) => estimator) ?? [];
  return ids.map((estimator) => {
    const samples = sessions.flatMap(({ session, counts }) =>
      counts
        .filter((one) => one.estimator === estimator)
        .flatMap((one) => growthSamples(session, one)),
    );
    return { estimator, scores: scoreParts(samples) };
  });
}

/** Every rule of the tab Estimators by the same, one step ahead. */
const ruleScores = (sessions: readonly SessionTextCounts[]) =>
  estimatorVariants
    .filter(({ over }) => over !== 'first')
    .map((variant) => {
      const samples = sessions.flatMap(({ session }) => ruleSamples(session, variant));
      return { id: variant.id, label: variant.label, scores: scoreParts(samples) };
    });

const imagesText = (images: number): string =>
  `Inline data: ${formatInteger(images)}; bytes ÷ 4 counts its bytes, the others what the model charges, or 1,600 tokens each.`;

const BASES: readonly (readonly [TokenizerScore['basis'], string])[] = [
  ['raw', 'count'],
  ['fitted', 'count + what the first step missed'],
];

function scoreTable(all: readonly TokenizerScore[]): Block {
  const numbers = ['n', 'p1', 'p10', 'median', 'p90', 'p99', 'under by > 5 %', 'mean error'];
  return {
    kind: 'table',
    columns: [left('estimate ÷ real'), left('estimate'), ...numbers.map(right)],
    rows: BASES.flatMap(([basis, label]) =>
      all.filter((one) => one.basis === basis).map((one) => scoreRow(one, label)),
    ),
  };
}

function scoreRow(one: TokenizerScore, label: string): readonly string[] {
  const { estimator, n, p1, p10, median, p90, p99, under, meanError } = one;
  const ratios = [p1, p10, median, p90, p99].map((value) =>
    n === 0 ? '–' : formatFixed(value, 2),
  );
  return [
    textEstimatorLabels[estimator],
    label,
    formatInteger(n),
    ...ratios,
    n === 0 ? '–' : formatPercent(under),
    n === 0 ? '–' : formatInteger(Math.round(meanError)),
  ];
}

/** The table by script and kind; nothing where no step follows another with usage. */
function addedBlocks(added: Added): readonly Block[] {
  const rows = partsOf(added.map(({ scores: own }) => own)).flatMap((part) =>
    added.flatMap(({ estimator, scores: own }) => {
      const one = scoreOf(own, part);
      if (one === undefined) return [];
      const numbers = [formatInteger(one.n), ratioText(one.median), intervalText(one)];
      return [[partLabel(one), textEstimatorLabels[estimator], ...numbers, ...underTexts(one)]];
    }),
  );
  if (rows.length === 0) return [];
  const heads = ['n', 'median', '95 % interval', 'under by > 5 %', '95 % interval'];
  const columns = [left('what a step added ÷ its growth'), left('estimate'), ...heads.map(right)];
  return [{ kind: 'table', columns, rows }, line(ADDED_RULE)];
}
