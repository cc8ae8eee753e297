/** Sections of /method on how sure a projection is. */
import {
  costParts,
  stepPlaces,
  type CostPart,
  type StepPlace,
} from '@/lib/analysis/score/cost-score';
import {
  measuredAccuracy,
  measuredCosts,
  measuredPolicies,
  type MeasuredAccuracy,
} from '@/lib/analysis/score/measured-accuracy';
import { ownPolicyTotals } from '@/lib/analysis/score/own-policy-totals';
import { signedPercent } from '@/lib/analysis/score/projection-text';
import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { bandSection } from './across-sections';
import { numbers, words, type MethodSection } from './section';

const accuracyRow = (one: MeasuredAccuracy): readonly string[] => [
  one.projected,
  one.on,
  counted(one.n, one.of),
  signedPercent(one.signed),
  formatPercent(one.absolute),
  formatPercent(one.covered),
  one.interval === null
    ? '–'
    : `${formatPercent(one.interval[0])} to ${formatPercent(one.interval[1])}`,
  one.width === null ? '–' : formatInteger(one.width),
];

const stepsOf = (part: CostPart): number =>
  measuredCosts.reduce((sum, one) => sum + (one.part === part ? one.steps : 0), 0);

const placeWords: Readonly<Record<StepPlace, string>> = {
  plain: 'the request before, and nothing between',
  compaction: 'a compaction',
  resume: 'the agent started anew',
  idle: 'a pause longer than the cache lives',
};

/** Steps, total error, and share within 5 %, of reads, writes and output. */
const costRow = (place: StepPlace): readonly string[] => [
  placeWords[place],
  ...costParts.flatMap((part) => {
    const one = measuredCosts.find((each) => each.place === place && each.part === part);
    if (one === undefined) return ['–', '–', '–'];
    return [
      formatInteger(one.steps),
      signedPercent(one.predicted / one.recorded - 1),
      formatPercent(one.within / one.steps),
    ];
  }),
];

const accuracy: MethodSection = {
  id: 'accuracy',
  title: 'Measured accuracy',
  lead: 'A projection is judged where it matters: across a compaction, and apart from that between compactions. Everything after the moment of projection was hidden, and the session’s own sizes were left out. What is charged is modelled from each request and the one before; a share within 5 % is of the step’s prompt, or of its output.',
  tables: [
    {
      caption: 'Projections beside recordings',
      columns: [
        words('projected'),
        words('recordings of'),
        numbers('n'),
        numbers('median error'),
        numbers('its size'),
        numbers('inside p10 to p90'),
        numbers('95 % interval'),
        numbers('band, tokens'),
      ],
      rows: measuredAccuracy.map(accuracyRow),
    },
    {
      caption: 'Tokens that are charged, modelled beside recorded usage',
      columns: [
        words('behind'),
        ...['cache reads', 'cache writes', 'output'].flatMap((part) => [
          numbers(`${part}: steps`),
          numbers(`${part}: total error`),
          numbers(`${part}: within 5 %`),
        ]),
      ],
      rows: stepPlaces.map(costRow),
    },
    {
      caption: 'Recorded compactions beside the agent’s own policy',
      columns: [
        words('recordings of'),
        numbers('not marked manual'),
        numbers('explained: the file lacks what was counted'),
        numbers('at the same step, of the others'),
        numbers('95 % interval'),
      ],
      rows: measuredPolicies.map((one) => {
        const { n, interval, reproduced } = ownPolicyTotals([one]);
        return [
          one.on,
          formatInteger(one.judged),
          formatInteger(one.explained),
          n === 0 ? '–' : `${formatInteger(reproduced)} of ${formatInteger(n)}`,
          interval === null
            ? '–'
            : `${formatPercent(interval[0])} to ${formatPercent(interval[1])}`,
        ];
      }),
    },
  ],
  assumptions: [
    {
      claim:
        'A provider’s cache answers what a request repeats of an earlier one, and forgets it after five minutes or, where writes say so, an hour.',
      evidence: 'Cache reads and writes of each recorded step, above.',
      n: counted(stepsOf('reads'), 'step'),
      fails:
        'Caches are lost without a word in the file; behind a compaction an agent’s first message is often written anew; some are kept longer than they promise.',
    },
    {
      claim:
        'A response whose count is a placeholder weighs density × what is visible of it, recorded thinking included.',
      evidence: 'Responses with a whole count, sized the same way, above.',
      n: counted(stepsOf('output'), 'response'),
      fails:
        'Thinking that the file does not hold: with it a response is up to three times as large.',
    },
    {
      claim: 'Sessions that were scored stand for the one that is open.',
      evidence:
        'The receipt of a session shows the same figures for its own compactions; highwater score prints them for any files.',
      n: measuredAccuracy.map(({ n, of }) => counted(n, of)).join(', '),
      fails:
        'A few compactions decide little: the interval says how little. Another agent, version or model may differ.',
    },
  ],
};

const unknowable: MethodSection = {
  id: 'unknowable',
  title: 'What cannot be known offline',
  lead: 'These are in no recording, so no method finds them.',
  tables: [
    {
      caption: 'Not in a recording',
      columns: [words('what'), words('what the page does')],
      rows: [
        [
          'The text of a summary that was never written',
          'Sizes it by a named model; shows the band.',
        ],
        [
          'What the model would have done after another compaction',
          'Keeps the recorded entries: the same calls, the same results.',
        ],
        [
          'Changes on the server: compaction, cleared tool results, another tokenizer',
          'Names drops without a recorded cause; a change of the model starts a run.',
        ],
        [
          'Reminders that an agent adds to a request and does not log',
          'Hidden growth; after a compaction part of what came back.',
        ],
        [
          'Tools of servers that connect in the middle',
          'Large hidden growth joins the prefix; which tools it were is not known.',
        ],
        [
          'The last tool result before a compaction, where the transcript lacks it',
          'The agent’s own policy then fires late; the badge says that the file lacks the result.',
        ],
        ['Encrypted reasoning', 'Sizes it by the growth of the requests that hold it.'],
      ],
    },
  ],
  assumptions: [],
};

/** In the page's order. */
export const accuracySections: readonly MethodSection[] = [bandSection, accuracy, unknowable];
