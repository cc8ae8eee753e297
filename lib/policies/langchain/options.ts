/** Options of LangChain's `summarizationMiddleware` and of deepagents' `createSummarizationMiddleware`. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import type { FilesSettings } from './files';
import type { LangchainSettings, MiddlewareSettings } from './settings';

const triggerSets = ['triggerBy', 'share', 'tokenThreshold'];
const keepSets = ['keepBy', 'keep', 'keepTokens', 'keepShare'];

const fixed = (window: number): OwnOptions['fixed'] => ({
  window: `Input limit ${formatInteger(window)}: profile.maxInputTokens of the chat model; a model without one takes tokens only.`,
  summaryCap: 'The middleware sets no cap; the model’s own maxTokens is one.',
});

/** One pair of a fields' object: `tokens: 4_000`. */
function amount(
  by: 'fraction' | 'messages' | 'tokens',
  values: { readonly fraction: number; readonly messages?: number; readonly tokens: number },
): readonly [by: string, value: string] {
  return [by, literal(values[by] ?? 0)];
}

const triggerOf = ({ triggerBy, share, tokenThreshold }: MiddlewareSettings) =>
  amount(triggerBy, { fraction: share, tokens: tokenThreshold });

const keepOf = ({ keepBy, keep, keepTokens, keepShare }: MiddlewareSettings) =>
  amount(keepBy, { fraction: keepShare, messages: keep, tokens: keepTokens });

/** Options of LangChain. */
export function langchainOptions(settings: LangchainSettings): OwnOptions {
  const { leastMessages, summaryInput, window } = settings;
  const [by, value] = triggerOf(settings);
  const [unit, kept] = keepOf(settings);
  const least = leastMessages > 0 ? `, messages: ${literal(leastMessages)}` : '';
  const code = [
    'summarizationMiddleware({',
    '  model,',
    `  trigger: { ${by}: ${value}${least} },`,
    `  keep: { ${unit}: ${kept} },`,
    `  trimTokensToSummarize: ${literal(summaryInput)},`,
    '});',
  ];
  const sets = [...triggerSets, ...keepSets, 'leastMessages', 'summaryInput'];
  const place = { target: 'langchain', language: 'typescript', sets } as const;
  return { snippets: [codeSnippet(place, code)], fixed: fixed(window) };
}

/** Options of deepagents. */
export function deepagentsOptions(settings: MiddlewareSettings): OwnOptions {
  const [by, value] = triggerOf(settings);
  const [unit, kept] = keepOf(settings);
  const code = [
    'createSummarizationMiddleware({',
    '  model,',
    '  backend,',
    `  trigger: { type: '${by}', value: ${value} },`,
    `  keep: { type: '${unit}', value: ${kept} },`,
    '});',
  ];
  const sets = [...triggerSets, ...keepSets];
  const place = { target: 'deepagents', language: 'typescript', sets } as const;
  return { snippets: [codeSnippet(place, code)], fixed: fixed(settings.window) };
}

/** Options of deepagents with its files. */
export function filesOptions({ window, evict, share, keepShare }: FilesSettings): OwnOptions {
  const code = [
    'createFilesystemMiddleware({',
    '  backend,',
    `  toolTokenLimitBeforeEvict: ${literal(evict)},`,
    '});',
    'createSummarizationMiddleware({',
    '  model,',
    '  backend,',
    `  trigger: { type: 'fraction', value: ${literal(share)} },`,
    `  keep: { type: 'fraction', value: ${literal(keepShare)} },`,
    '});',
  ];
  const sets = ['evict', 'share', 'keepShare'];
  const place = { target: 'deepagents', language: 'typescript', sets } as const;
  return {
    snippets: [codeSnippet(place, code)],
    fixed: {
      ...fixed(window),
      preview: 'The first and last five lines are constants of fs.ts.',
      readsBack: 'What the agent reads back is its own choice.',
    },
  };
}
