/** The flow of a compaction, step by step, as the documents tell it and as the code is today. */
import { figure, type ModelTable, type SeedsSection } from '../figure';
import { thresholdFirst, thresholdSecond } from '../seeds';

/** One step of the flow: its name, the document's words, today's code, the setting that changes it. */
const steps: readonly (readonly [step: string, document: string, code: string, setting: string])[] =
  [
    [
      '1. Estimate',
      'contents, system prompt and tools; × correction, or × 2.5 without counts',
      'the same; the floor of each field’s bytes ÷ 4, a correction between floor and cap',
      'default factor, cap, floor, what is counted',
    ],
    [
      '2. Compare',
      'below window − buffer nothing is done',
      'the same; ≥ fires',
      'window, boundary',
    ],
    [
      '3. Truncate for the summariser',
      'oldest messages go until 80 % of the summariser’s window is left',
      '80 % of the agent’s window, by the uncorrected count of payloads that the prompt does not hold; stops at 2 entries',
      'cuts the summariser’s input',
    ],
    [
      '4. Summarise everything',
      'the entire conversation; a mechanical summary if the call fails',
      'the stored summary and what came after the watermark; the first 200 bytes of each text part if it fails',
      'summary size, when the summariser fails',
    ],
    [
      '5. Replace contents',
      '[summary] + [continuation], ~1–2k tokens',
      'the same, and the prefix stays in every request',
      'continuation quotes the request',
    ],
    [
      '6. Reset calibration',
      'real count and heuristic are cleared',
      'both are set to 0; the heuristic is written again at once by step 7',
      'reset after compaction',
    ],
    [
      '7. Persist the heuristic',
      'of the compacted request, for the next correction',
      'the same; steps 3 to 6 repeat up to 3 times while the count is still at the threshold',
      'compaction attempts',
    ],
  ];

const flowTable = (): ModelTable => ({
  kind: 'table',
  id: 'flow-steps',
  caption: 'Seven steps of a compaction',
  sources: [
    thresholdFirst(
      '“Compaction flow”',
      'Clear real token count and previous heuristic from session state',
    ),
    thresholdSecond(
      '“Compaction flow”',
      'Save the heuristic of the final (compacted) request to session state',
    ),
  ],
  columns: [
    { label: 'step' },
    { label: 'documents' },
    { label: 'code today' },
    { label: 'settings here' },
  ],
  rows: steps.map((row) => row.map((text) => figure(text))),
  reasons: [],
});

/** Facts of the agent's loop that a replay relies on, and where each is kept here. */
const invariants: readonly (readonly [fact: string, here: string])[] = [
  [
    'Each step builds a fresh request; nothing is carried over',
    'a view is computed from the log at every step, never stored',
  ],
  ['Contents are rebuilt from all session events', 'the log of a session is append-only'],
  [
    'Parallel calls are parts of one model content',
    'the simulator writes one entry with several calls',
  ],
  [
    'Parallel responses are merged into one user content',
    'the simulator writes one entry with several responses; importers merge what a source splits',
  ],
  [
    'BeforeModelCallback sees the results of the tools before it',
    'a step decides on the entries that its own request holds',
  ],
  [
    'AfterModelCallback runs after every call, tool steps included',
    'usage of each answered step is stored before the next decision',
  ],
];

const invariantsTable = (): ModelTable => ({
  kind: 'table',
  id: 'flow-invariants',
  caption: 'What the audit of the agent’s loop confirmed',
  sources: [
    thresholdFirst(
      '“ADK execution flow (confirmed from source)”',
      '`ContentsRequestProcessor` rebuilds `Contents` from session events every time',
      '`BeforeModelCallback` sees tool results because `preprocess` loads them BEFORE the callback fires',
    ),
  ],
  columns: [{ label: 'the loop' }, { label: 'here' }],
  rows: invariants.map((row) => row.map((text) => figure(text))),
  reasons: [],
});

/** The section of the page. */
export const flowSection = (): SeedsSection => ({
  id: 'flow',
  title: 'The flow',
  lead: [
    'A step is one run of the callbacks: BeforeModel decides and may compact, the model answers, AfterModel stores the provider’s count, tools run, and the loop goes on. The workbench draws this sequence with the numbers of any step, on its tab Compactions.',
  ],
  parts: [flowTable(), invariantsTable()],
});
