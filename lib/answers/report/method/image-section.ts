/** The section of /method on images. */
import { formatInteger } from '@/lib/engine/base/format';
import { IMAGE_TOKENS } from '@/lib/engine/mechanisms/estimate-settings';
import { imageRules } from '@/lib/engine/tokens/images/image-rules';
import { numbers, words, type MethodSection } from './section';

/** Sizes that the table gives each rule's tokens for. */
const EXAMPLES = [
  { width: 1_024, height: 768 },
  { width: 2_000, height: 1_500 },
] as const;

/** What every family of models charges, and where policies count otherwise. */
export const imageSection: MethodSection = {
  id: 'images',
  title: 'Images',
  lead: 'An image costs what its model charges for its size in pixels, which its own bytes tell, wherever Highwater counts. Policies that count bytes ÷ 4 or a fixed number keep doing so: that is what they do, and the ledger and the request say it.',
  tables: [
    {
      caption: 'Tokens of an image under its model’s rule, at the detail that is the default',
      columns: [
        words('models'),
        ...EXAMPLES.map(({ width, height }) =>
          numbers(`${formatInteger(width)} × ${formatInteger(height)} px`),
        ),
        words('vendor’s page'),
      ],
      rows: imageRules.map(({ models, tokens, source }) => [
        models,
        ...EXAMPLES.map((size) => formatInteger(tokens(size) ?? NaN)),
        source.replace('https://', ''),
      ]),
    },
  ],
  assumptions: [
    {
      claim:
        'An image has its charge of what the recorded request grew by; the texts beside it have the rest.',
      evidence:
        'The vendors’ rules; where a request grew by less than its images, they share what it grew by, so that recorded numbers stay exact.',
      n: `${formatInteger(imageRules.length)} families of models`,
      fails:
        'An agent that shrinks an image before it sends it and keeps the larger one in its log; a detail that the log does not name.',
    },
    {
      claim: 'Other inline data, PDFs among it, costs what the recorded request grew by.',
      evidence: 'The provider’s counts before and after it.',
      n: 'each session’s own steps',
      fails:
        'Without usage it is sized by the density of all entries: models without a rule, headers that do not tell, sessions imported before sizes were kept.',
    },
    {
      claim: `Estimators with a flat cost take ${formatInteger(IMAGE_TOKENS)} tokens an image.`,
      evidence:
        'Recorded images took 475 to 1,511 tokens, their text taken off; bytes ÷ 4 says 1,348 to 90,041.',
      n: '8 images',
      fails: 'Models that charge by the size in pixels, for small or very large images.',
    },
  ],
};
