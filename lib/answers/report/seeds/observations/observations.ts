/** What the documents observed of their tests, measured again on the same sessions. */
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import type { ContextGuardSettings } from '@/lib/policies/contextguard/threshold';
import type { Replay } from '@/lib/engine/replay/replay';
import {
  figure,
  said,
  sayNumber,
  type Figure,
  type PartFigures,
  type SeedFigures,
} from '../figure';
import { compactedSteps, largestOf, replayScenario, replayThreshold } from '../replays';
import { smallSession } from '../small-session';

/** Scenarios whose counter a document gives. */
const counters: readonly string[] = [
  '200k_100turns_mixedworkload',
  '200k_toolheavy',
  '8k_repeatedcompactions',
];

function counterRow(name: string): readonly Figure[] {
  const { steps, stepsCompacted, countedByTest } = replayTotals(replayScenario(`stress/${name}`));
  return [
    figure(name),
    figure(steps, 'count'),
    figure(stepsCompacted, 'count'),
    figure(countedByTest, 'count', { bad: countedByTest > stepsCompacted }),
  ];
}

/** A key observation, and the session that it is about. */
interface Observation {
  readonly scenario: string;
  readonly settings?: Partial<ContextGuardSettings>;
  /** The document's compactions: words, middle of its range, half of it. */
  readonly compactions?: readonly [string, number, number];
  /** The document's words for "no overflow". */
  readonly fits?: string;
}

const at200k = ['2-3 compactions in 60 turns', 2.5, 0.5] as const;
const at8k = ['5-6 compactions in 40 turns', 5.5, 0.5] as const;

const observations: readonly Observation[] = [
  { scenario: '200k_repeatedcompactions', compactions: at200k },
  { scenario: '8k_repeatedcompactions', compactions: at8k },
  { scenario: '8k_longrunning_40turns', compactions: at8k },
  {
    scenario: '8k_nousagemetadata',
    settings: { factor: 1.5 },
    fits: 'Default 1.5x factor works',
  },
  { scenario: '8k_nousagemetadata', settings: { factor: 2.5 } },
  { scenario: '200k_veryhightokenratio_4x', fits: '4x token ratio handled without overflow' },
  {
    scenario: '200k_100turns_mixedworkload',
    fits: '100-turn sessions with mixed workloads complete cleanly',
  },
];

function observationRow(observation: Observation): readonly Figure[] {
  const { scenario, settings, compactions, fits } = observation;
  const run = replayScenario(`stress/${scenario}`, settings);
  const { steps, stepsCompacted, overflowSteps } = replayTotals(run);
  const factor = settings?.factor === undefined ? '' : `, factor ${settings.factor}`;
  return [
    figure(`${scenario}${factor}`),
    figure(steps, 'count'),
    figure(stepsCompacted, 'count', compactions === undefined ? {} : said(...compactions)),
    figure(overflowSteps, 'count', {
      ...(fits === undefined ? {} : said(fits, 0)),
      ...(overflowSteps > 0 ? { bad: true } : {}),
    }),
    figure(largestOf(run.columns.real)),
  ];
}

/** A number that a document states, what its own table lists, and where. */
const stated: readonly (readonly [words: string, listed: number, where: string])[] = [
  ['27', 26, 'threshold-strategy-v1.md, category 1'],
  ['17', 18, 'threshold-strategy-v1.md, category 2'],
  ['25', 26, 'todos-and-proposals.md, Proposal 6'],
  ['20', 14, 'goat-context-compaction.md, split point'],
];

/** The 26 sessions of todos-and-proposals.md's matrix; one of them is in two parts. */
const matrix: readonly string[] = [
  '200k_normalconversation',
  '200k_toolheavy',
  '200k_singlegianttoolresponse',
  '200k_toolburst_10parallel',
  '8k_normalconversation',
  '8k_smalltoolcalls',
  '8k_largetoolresponse',
  '200k_nousagemetadata',
  '8k_nousagemetadata',
  '200k_longrunning_50turns',
  '8k_longrunning_40turns',
  '200k_massivetoolburst',
  '8k_toolburst',
  '200k_hightokenratio',
  '8k_hightokenratio',
  '200k_largesystemprompt',
  '8k_largesystemprompt',
  'compactionnoinfiniteloop',
  '200k_lateusagemetadata-part-1-of-2',
  '200k_lateusagemetadata-part-2-of-2',
  '8k_repeatedcompactions',
  '200k_repeatedcompactions',
  '8k_onlytoolresponses',
  '200k_veryhightokenratio_4x',
  '8k_rapidfireshortmessages',
  '200k_100turns_mixedworkload',
  '8k_alternatingtoolandtext',
];

/** Heuristic sizes of the requests that a compaction left, over those sessions. */
function sizesAfter(): PartFigures {
  const sizes = matrix.flatMap((name) => {
    const run = replayScenario(`stress/${name}`);
    return compactedSteps(run).map((step) => run.columns.heuristicSent[step] ?? 0);
  });
  return {
    rows: [
      [figure(sizes.length, 'count')],
      [figure(Math.min(...sizes), 'tokens', sayNumber('~150', 10))],
      [figure(Math.max(...sizes), 'tokens', sayNumber('850', 10))],
    ],
  };
}

/** Steps that overflow and most passes of a compaction, with and without the quote of the request. */
function quotedCells(run: (quoteRequest: boolean) => Replay): readonly Figure[] {
  const quoted = run(true);
  const overflows = (of: Replay): Figure => {
    const { overflowSteps } = replayTotals(of);
    return figure(overflowSteps, 'count', { bad: overflowSteps > 0 });
  };
  const { steps, maxAttempts } = replayTotals(quoted);
  return [
    figure(steps, 'count'),
    overflows(run(false)),
    overflows(quoted),
    figure(maxAttempts, 'count'),
    figure(Math.trunc(largestOf(quoted.columns.real))),
  ];
}

function quoted(): PartFigures {
  // A request of 730,000 bytes at a ratio of 1.2: three passes, and still too large.
  const session = smallSession({
    name: 'quoted request',
    limit: 200_000,
    steps: [
      {
        label: 'user-msg',
        ratio: 1.2,
        entries: [{ role: 'user', kind: 'text', sizes: [730_000] }],
      },
    ],
  });
  // As long as the reference's tests write a summary.
  const script = [{ bytes: 120 }];
  return {
    rows: [
      quotedCells((quoteRequest) =>
        replayScenario('stress/compactionnoinfiniteloop', { quoteRequest }),
      ),
      quotedCells((quoteRequest) =>
        replayThreshold(session, { window: 200_000, quoteRequest }, { script }),
      ),
    ],
  };
}

/** Figures of the section "What the tests observed". */
export const observationFigures: SeedFigures = {
  'observations-counter': () => ({ rows: counters.map(counterRow) }),
  'observations-key': () => ({ rows: observations.map(observationRow) }),
  'observations-sizes': sizesAfter,
  'observations-quoted': quoted,
  'observations-counts': () => ({
    rows: stated.map(([words, listed, where]) => [
      figure(listed, 'count', sayNumber(words)),
      figure(where),
    ]),
  }),
};
