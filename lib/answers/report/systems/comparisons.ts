/** What a policy and the package that it was compared with agree in, by the policy's id. */
interface Comparison {
  readonly equal: string;
  /** Day on which the package's own code was last run over the sessions. */
  readonly checked: string;
}

/** Of every policy whose provenance names a package that was run. */
export const comparisons: Readonly<Record<string, Comparison>> = {
  'adk-typescript': {
    equal: 'compared count, covered events, request',
    checked: '2026-11-23',
  },
  'ai-sdk-prune': {
    equal: 'estimate of texts that JSON does not escape, firing, messages sent',
    checked: '2026-11-24',
  },
  cline: { equal: 'estimate, firing, cut', checked: '2026-11-23' },
  codex: { equal: 'compared tokens, firing, rebuilt items', checked: '2026-11-23' },
  deepagents: { equal: 'counted tokens, firing, cut', checked: '2026-11-24' },
  'gemini-cli': {
    equal: 'threshold, split, cut outputs, new size',
    checked: '2026-11-23',
  },
  kimi: { equal: 'compared tokens, firing, what is kept, sizes', checked: '2026-11-24' },
  langchain: { equal: 'counted tokens, firing, cut', checked: '2026-11-24' },
  'llamaindex-typescript': {
    equal: 'compared tokens with its tokenizer at chars ÷ 4, entries that leave',
    checked: '2026-11-24',
  },
  'mastra-limiter': {
    equal: 'counted tokens of one-word texts, firing, messages left out',
    checked: '2026-11-24',
  },
  'mastra-observational': {
    equal: 'counted tokens of one-word texts, firing, messages left out',
    checked: '2026-11-27',
  },
  'openai-agents': {
    equal: 'counted items, firing, items sent',
    checked: '2026-11-24',
  },
  'opencode-tail': { equal: 'firing, tail', checked: '2026-11-23' },
  pi: { equal: 'compared tokens, firing, cut, sizes', checked: '2026-11-23' },
  qwen: { equal: 'compared tokens, cleared results, firing, messages sent', checked: '2026-11-24' },
  'strands-sliding': { equal: 'dropped messages, messages sent', checked: '2026-11-24' },
  'strands-summarizing': {
    equal: 'projected tokens, firing, cut, messages sent',
    checked: '2026-11-24',
  },
};
