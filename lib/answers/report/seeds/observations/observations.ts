/** What the documents observed of their tests, measured again on the same sessions. */
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { smallSession } from '../small-session';
import {
  figure,
  said,
  sayNumber,
  type Figure,
  type ModelTable,
  type SeedsSection,
} from '../figure';
import { replayScenario } from '../scenario-replay';
import { goat, thresholdFirst, todos } from '../seeds';
import { keyObservationsTable } from './key-observations';

/** Scenarios whose counter a document gives. */
const counters: readonly string[] = [
  'stress/200k_100turns_mixedworkload',
  'stress/200k_toolheavy',
  'stress/8k_repeatedcompactions',
];

function counterTable(): ModelTable {
  return {
    kind: 'table',
    id: 'observations-counter',
    caption: 'The counter of the reference’s simulator',
    sources: [
      thresholdFirst(
        '“Changes”',
        'Loop detection simplified to: compaction is a "loop" only if output >= input.',
      ),
    ],
    columns: [
      { label: 'scenario' },
      { label: 'steps' },
      { label: 'compactions', how: 'steps that called the summariser' },
      { label: 'its counter', how: 'requests that a stored summary made smaller' },
    ],
    rows: counters.map((id) => {
      const { steps, stepsCompacted, countedByTest } = replayTotals(replayScenario(id));
      return [
        figure(id.split('/')[1] ?? id),
        figure(steps, 'count'),
        figure(stepsCompacted, 'count'),
        figure(countedByTest, 'count', { bad: countedByTest > stepsCompacted }),
      ];
    }),
    reasons: [],
  };
}

/** A number that a document states, and what its own table lists. */
const stated: readonly (readonly [
  what: string,
  text: string,
  value: number,
  listed: number,
  where: string,
])[] = [
  ['stress tests', '27', 27, 26, 'threshold-strategy-v1.md, category 1'],
  ['brutal tests', '17', 17, 18, 'threshold-strategy-v1.md, category 2'],
  ['stress tests', '25', 25, 26, 'todos-and-proposals.md, Proposal 6'],
  ['messages in the picture', '20', 20, 14, 'goat-context-compaction.md, split point'],
];

const countsTable = (): ModelTable => ({
  kind: 'table',
  id: 'observations-counts',
  caption: 'Counts that the documents state and do not list',
  sources: [
    thresholdFirst(
      '“Test suite”',
      '#### Category 1: Stress tests (`TestStress_*`) — 27 tests',
      '#### Category 2: Brutal tests (`TestBrutal_*`) — 17 tests',
    ),
    todos(
      '“Comprehensive stress test suite”',
      '`compaction_strategy_multiturn_test.go` (25 tests)',
    ),
    goat('“Split Point Calculation”', 'Messages (20 total, ~80% utilization):'),
  ],
  columns: [
    { label: 'of' },
    { label: 'listed', how: 'rows of the document’s own table' },
    { label: 'where' },
  ],
  rows: stated.map(([what, text, value, listed, where]) => [
    figure(what),
    figure(listed, 'count', said(text, value)),
    figure(where),
  ]),
  reasons: [
    'The headings count otherwise than the tables below them. The sessions replayed here are the tables’ rows, as the reference’s test files hold them.',
  ],
});

/** The 26 sessions of todos-and-proposals.md's matrix. */
const observed: readonly string[] = [
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
export function sizesAfter(): {
  readonly least: number;
  readonly most: number;
  readonly count: number;
} {
  let least = Infinity;
  let most = 0;
  let count = 0;
  for (const name of observed) {
    const { columns } = replayScenario(`stress/${name}`);
    columns.compacted.forEach((bit, step) => {
      if (bit !== 1) return;
      const sent = columns.heuristicSent[step] ?? 0;
      least = Math.min(least, sent);
      most = Math.max(most, sent);
      count++;
    });
  }
  return { least, most, count };
}

function sizesTable(): ModelTable {
  const { least, most, count } = sizesAfter();
  const row = (what: string, value: Figure): readonly Figure[] => [figure(what), value];
  return {
    kind: 'table',
    id: 'observations-sizes',
    caption: 'Sizes right after a compaction, over the matrix of 26 sessions',
    sources: [
      todos(
        '“Key observations from passing tests”',
        'Post-compaction token count is always low (~150-850 heuristic tokens)',
      ),
    ],
    columns: [{ label: 'of' }, { label: 'heuristic tokens' }],
    rows: [
      row('compactions', figure(count, 'count')),
      row('smallest request', figure(least, 'tokens', sayNumber('~150', 10))),
      row('largest request', figure(most, 'tokens', sayNumber('850', 10))),
    ],
    reasons: [
      'The system prompt and the tool definitions stay in every request: a compaction never goes below them. The document’s range leaves out the sessions with large ones.',
    ],
  };
}

/** A quoted request of 730,000 bytes at a ratio of 1.2: three passes, and still too large. */
const quotedSession = () =>
  smallSession({
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

/** Steps that overflow and most passes of a compaction, with and without the quote. */
function quotedRow(name: string, run: (quoteRequest: boolean) => Replay): readonly Figure[] {
  const [without, quoted] = [run(false), run(true)].map(replayTotals);
  const peak = run(true).columns.real.reduce((a, b) => Math.max(a, b), 0);
  const overflows = (count = 0): Figure => figure(count, 'count', { bad: count > 0 });
  return [
    figure(name),
    figure(quoted?.steps ?? 0, 'count'),
    overflows(without?.overflowSteps),
    overflows(quoted?.overflowSteps),
    figure(quoted?.maxAttempts ?? 0, 'count'),
    figure(Math.trunc(peak)),
  ];
}

function quotedTable(): ModelTable {
  const large = quotedSession();
  // As long as the reference's tests write a summary.
  const script = [{ bytes: 120 }];
  return {
    kind: 'table',
    id: 'observations-quoted',
    caption: 'A continuation that quotes the user’s request',
    sources: [
      todos(
        'Proposal 5, “What the summarization flow looks like”',
        "The user's current request is: `...`. Continue working...",
      ),
    ],
    columns: [
      { label: 'session' },
      { label: 'steps' },
      { label: 'overflows', how: 'steps, no quote, as in the reference’s tests' },
      { label: 'overflows', how: 'steps, quoted, as in production' },
      { label: 'passes', how: 'most of one compaction, quoted' },
      { label: 'largest request', how: 'real, quoted' },
    ],
    rows: [
      quotedRow('CompactionNoInfiniteLoop', (quoteRequest) =>
        replayScenario('stress/compactionnoinfiniteloop', { quoteRequest }),
      ),
      quotedRow('a request of 730,000 bytes, ratio 1.2', (quoteRequest) =>
        replay(
          large,
          contextGuardThreshold,
          contextGuardThreshold.settings.parse({ window: 200_000, quoteRequest }),
          { script },
        ),
      ),
    ],
    reasons: [],
  };
}

/** The section of the page. */
export const observationsSection = (): SeedsSection => ({
  id: 'observations',
  title: 'What the tests observed',
  lead: [
    'The reference’s simulator counts a compaction at each request that a stored summary makes smaller, so it counts one compaction many times. Its loop flag compares a compaction’s output with its input, which a summary never exceeds there: it cannot be set.',
    'The tests leave out the quote of the user’s request that production puts behind each summary. It cannot be summarised away: a request that is too large by itself stays too large.',
  ],
  parts: [counterTable(), keyObservationsTable(), sizesTable(), quotedTable(), countsTable()],
});
