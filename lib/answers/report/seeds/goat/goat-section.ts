/** Goat's compaction: its budget, its split, and its document's comparison with Claude Code. */
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import {
  figure,
  figureList,
  said,
  type Figure,
  type ModelList,
  type ModelTable,
  type SeedsSection,
} from '../figure';
import { goat } from '../seeds';
import { messages, replayGoat } from './goat-runs';

const RESERVE = 16_384;

/** A request: window, and heuristic tokens of system prompt and messages (their 4 each included). */
interface GoatRequest {
  readonly name: string;
  readonly window: number;
  readonly system: number;
  readonly messages: number;
}

const requests: readonly GoatRequest[] = [
  { name: 'half full', window: 200_000, system: 4_000, messages: 90_000 },
  { name: 'fires as coded only', window: 200_000, system: 4_000, messages: 140_000 },
  { name: 'fires under both', window: 200_000, system: 4_000, messages: 150_000 },
  { name: '1M beta, Sonnet only', window: 1_000_000, system: 4_000, messages: 150_000 },
  { name: 'a window of 16,000', window: 16_000, system: 500, messages: 1_000 },
];

/** Available and utilisation of a request, by the document and by the code. */
export function goatBudget({ window, system, messages: sent }: Omit<GoatRequest, 'name'>) {
  return {
    available: window - system - sent - RESERVE,
    documented: sent / (window - system - RESERVE),
    coded: (system + sent + RESERVE) / window,
  };
}

function budgetRow(request: GoatRequest): readonly Figure[] {
  const { name, window, system, messages: sent } = request;
  const { available, documented, coded } = goatBudget(request);
  const session = messages([sent - 4], system);
  const fires = (variant: 'documented' | 'coded'): Figure => {
    return figure(reaches(replayGoat(variant, session, { window }), 0));
  };
  return [
    figure(name),
    figure(window),
    figure(system),
    figure(sent),
    figure(available, 'tokens', available < 0 ? { bad: true } : {}),
    figure(documented, 'percent'),
    fires('documented'),
    figure(coded, 'percent'),
    fires('coded'),
  ];
}

const budgetTable = (): ModelTable => ({
  kind: 'table',
  id: 'goat-budget',
  caption: 'Goat’s token budget',
  sources: [
    goat(
      '“Token Budget Calculation”',
      'contextLimit = 200,000 tokens (default)',
      'or 1,000,000 with beta flag for Sonnet models',
      'Available: available, ← can be negative!',
    ),
  ],
  columns: [
    { label: 'request' },
    { label: 'window' },
    { label: 'system' },
    { label: 'messages', how: 'Σ (bytes ÷ 4 + 4)' },
    { label: 'available', how: 'window − system − messages − 16,384' },
    { label: 'utilisation, document', how: 'messages ÷ (window − system − 16,384)' },
    { label: 'fires', how: 'above 80 %, replayed' },
    { label: 'utilisation, code', how: '(system + messages + 16,384) ÷ window' },
    { label: 'fires', how: 'above 80 %, replayed' },
  ],
  rows: requests.map(budgetRow),
  reasons: [],
});

/** The 14 messages of the document's picture: equal sizes, in a window that they fill. */
function splitList(): ModelList {
  const picture = messages(Array.from({ length: 14 }, () => 10));
  const covered = (variant: 'documented' | 'coded', window: number): number =>
    replayGoat(variant, picture, { window, reserve: 0 }).columns.covered[0] ?? 0;
  return figureList({
    id: 'goat-split',
    caption: 'The split point of the picture’s 14 messages',
    sources: [
      goat(
        '“Split Point Calculation”',
        'Walk backward from end, preserve ~40% of messages',
        '[9] user: "Run the tests"',
      ),
    ],
    lines: [
      [
        'First message kept, as documented',
        figure(covered('documented', 200), 'count', said('[9]', 9)),
        '14 − trunc(14 × 0.4): messages 0 to 8 are summarised, 9 to 13 stay',
      ],
      [
        'Kept',
        figure(14 - covered('documented', 200), 'count'),
        '5 of 14 are 36 %; the picture’s heading says 20 messages and draws 14',
      ],
      [
        'First message kept, as coded, window 200',
        figure(covered('coded', 200), 'count'),
        'what fits into trunc(200 × 0.4) = 80 tokens from the end: 5 × 14 = 70',
      ],
      [
        'First message kept, as coded, window 230',
        figure(covered('coded', 230), 'count'),
        'trunc(230 × 0.4) = 92: the split moves with the window, not with the messages',
      ],
    ],
  });
}

/** The document's comparison, held against what the two agents' code and recordings show. */
const comparison: readonly (readonly [string, string, string, string])[] = [
  [
    'when it compacts',
    '“Single threshold”',
    'two: automatic at the window less the output reserve and 13,000, manual by /compact; a refusal compacts too',
    'no',
  ],
  [
    'what stays',
    '“~50% preservation”',
    'nothing but files, plans and skills that are attached again',
    'no',
  ],
  [
    'counting',
    '“Anthropic token counting”',
    'the last response’s usage plus an estimate of what came after it',
    'in part',
  ],
  ['pairs', '“No tool pair safety”', 'everything is summarised, so no pair can be split', 'no'],
  [
    'failure',
    '“Hard error on failure”',
    'the turn goes on; after three failures in a row it stops trying',
    'no',
  ],
  [
    'pairs in Goat',
    '“prevents orphaned tool_use blocks”',
    'the guard’s extra step back makes orphans (table below)',
    'no',
  ],
  [
    'failure in Goat',
    '“Graceful truncation fallback”',
    'as coded the head is dropped without a placeholder',
    'in part',
  ],
];

const comparisonTable = (): ModelTable => ({
  kind: 'table',
  id: 'goat-comparison',
  caption: 'The document’s comparison with Claude Code, against the code',
  sources: [
    goat(
      '“Comparison with Claude Code TS”',
      '│ ~50% preservation │ ~40% preservation │',
      '│ Single threshold │ Proactive (80%) + reactive │',
    ),
  ],
  columns: [
    { label: 'of' },
    { label: 'the document says' },
    { label: 'code and recordings show' },
    { label: 'true today' },
  ],
  rows: comparison.map((cells) => cells.map((text) => figure(text))),
  reasons: [],
});

/** The section of the page; its table of differences replays and comes later. */
export const goatSection = (): SeedsSection => ({
  id: 'goat',
  title: 'Goat',
  lead: [
    'Goat’s document and Goat’s code differ in seven points, so Highwater replays three variants: as documented, as coded (commit dd706f5), and fixed, which is as coded with a pair guard that keeps pairs and with the document’s placeholder.',
    'Goat itself runs with a compactor that does nothing: outside its tests nothing calls NewCompactor. A summary of session memory younger than five minutes replaces the model’s as coded; no recording holds that file, so it is not modelled. Neither is discardTruncatedToolBlocks: as coded the message is in the list before the blocks are discarded, so the unanswered call stays.',
  ],
  parts: [budgetTable(), splitList(), comparisonTable()],
});
