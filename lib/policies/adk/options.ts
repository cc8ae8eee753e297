/**
 * Options of Google ADK's compaction in each language: google/adk-docs, docs/context/compaction.md; for Go the
 * package google.golang.org/adk/v2/session/compaction.
 */
import { formatInteger } from '@/lib/engine/base/format';
import {
  codeSnippet,
  literal,
  type OptionSnippet,
  type OwnOptions,
} from '@/lib/engine/policy/options';
import { adkDecision, type AdkSettings } from './settings';

const decision = adkDecision('>=');

type Code = Pick<OptionSnippet, 'target' | 'language'> & { readonly lines: readonly string[] };

const snippet = (code: Code, sets: readonly string[], notes?: readonly string[]): OptionSnippet =>
  codeSnippet({ target: code.target, language: code.language, sets }, code.lines, notes);

const python = (...fields: readonly string[]): Code => ({
  target: 'Python',
  language: 'python',
  lines: [
    'from google.adk.apps.app import App, EventsCompactionConfig',
    '',
    'app = App(',
    '    name="my-agent",',
    '    root_agent=root_agent,',
    '    events_compaction_config=EventsCompactionConfig(',
    ...fields.map((field) => `        ${field},`),
    '    ),',
    ')',
  ],
});

const java = (...calls: readonly string[]): Code => ({
  target: 'Java',
  language: 'java',
  lines: [
    'App app = App.builder()',
    '    .name("my-agent")',
    '    .rootAgent(rootAgent)',
    '    .eventsCompactionConfig(EventsCompactionConfig.builder()',
    ...calls.map((call) => `        .${call}`),
    '        .build())',
    '    .build();',
  ],
});

const go = (...fields: readonly string[]): Code => ({
  target: 'Go',
  language: 'go',
  lines: [
    'r, err := runner.New(runner.Config{',
    '\tAppName:        "my-agent",',
    '\tAgent:          rootAgent,',
    '\tSessionService: sessionService,',
    '\tCompaction: &compaction.Config{',
    ...fields.map((field) => `\t\t${field},`),
    '\t},',
    '})',
  ],
});

const typescript = (...fields: readonly string[]): Code => ({
  target: 'TypeScript',
  language: 'typescript',
  lines: [
    'const agent = new LlmAgent({',
    "  name: 'my-agent',",
    '  model,',
    '  contextCompactors: [',
    '    new TokenBasedContextCompactor({',
    ...fields.map((field) => `      ${field},`),
    '      summarizer,',
    '    }),',
    '  ],',
    '});',
  ],
});

const CAP = { summaryCap: 'ADK sets no cap of the summary; this one is Highwater’s.' };

/** Token threshold and retention, written by a language. */
const tailOptions =
  (write: (tokens: string, events: number) => Code) =>
  (settings: AdkSettings): OwnOptions => {
    const tokens = decision.threshold(settings, 0);
    const share =
      settings.tokenThreshold > 0
        ? []
        : [
            `${settings.share} × ${formatInteger(settings.window)}: ADK takes tokens, no share of a window.`,
          ];
    const sets = ['window', 'share', 'tokenThreshold', 'retention'];
    return {
      snippets: [snippet(write(literal(tokens), settings.retention), sets, share)],
      fixed: CAP,
    };
  };

/** Options of ADK for Python. */
export const pythonOptions = tailOptions((tokens, events) =>
  python(`token_threshold=${tokens}`, `event_retention_size=${events}`),
);

/** Options of ADK for Java. */
export const javaOptions = tailOptions((tokens, events) =>
  java(`tokenThreshold(${tokens})`, `eventRetentionSize(${events})`),
);

/** Options of ADK for Go. */
export const goOptions = tailOptions((tokens, events) =>
  go(`TokenThreshold:     ${tokens}`, `EventRetentionSize: ${events}`),
);

/** Options of ADK for TypeScript. */
export const typescriptOptions = tailOptions((tokens, events) =>
  typescript(`tokenThreshold: ${tokens}`, `eventRetentionSize: ${events}`),
);

/** Options of the sliding window, in the languages that end it as `protect` says. */
export function slidingOptions(settings: {
  readonly interval: number;
  readonly overlap: number;
  readonly protect: boolean;
}): OwnOptions {
  const { interval, overlap, protect } = settings;
  const codes = protect
    ? [
        python(`compaction_interval=${interval}`, `overlap_size=${overlap}`),
        go(`CompactionInterval: ${interval}`, `OverlapSize:        ${overlap}`),
      ]
    : [java(`compactionInterval(${interval})`, `overlapSize(${overlap})`)];
  return {
    snippets: codes.map((code) => snippet(code, ['interval', 'overlap', 'protect'])),
    fixed: { ...CAP, window: 'The sliding window asks for no window: it counts invocations.' },
  };
}
