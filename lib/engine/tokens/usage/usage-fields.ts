/** Fields of each family that hold the response's tokens; several fields are parts of it. */
export const outputFields = {
  anthropic: [['output_tokens']],
  openai: [['completion_tokens', 'output_tokens']],
  gemini: [
    ['candidatesTokenCount', 'candidates_token_count'],
    ['thoughtsTokenCount', 'thoughts_token_count'],
  ],
  opencode: [
    ['output', 'tokens.output'],
    ['reasoning', 'tokens.reasoning'],
  ],
  pi: [['output']],
  cline: [['outputTokens']],
  otel: [['gen_ai.usage.output_tokens']],
  vercel: [['outputTokens']],
  langfuse: [['output'], ['output_reasoning', 'output_reasoning_tokens'], ['output_audio']],
  inspect: [['output_tokens']],
  goose: [['output_tokens']],
  kimi: [['output']],
  converse: [['outputTokens']],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>;

/** Families of usage records, by their field names. */
export type UsageFamily = keyof typeof outputFields | 'unknown';

type CountFields = Readonly<Partial<Record<UsageFamily, readonly string[]>>>;

/** Fields of the cache reads; the first that holds a count is taken. */
export const cacheReadFields: CountFields = {
  anthropic: ['cache_read_input_tokens'],
  openai: [
    'prompt_tokens_details.cached_tokens',
    'input_tokens_details.cached_tokens',
    'cached_input_tokens',
    'cached_tokens',
  ],
  gemini: ['cachedContentTokenCount', 'cached_content_token_count'],
  opencode: ['cache.read', 'tokens.cache.read'],
  pi: ['cacheRead'],
  cline: ['cacheReadTokens'],
  otel: ['gen_ai.usage.cache_read.input_tokens'],
  vercel: ['inputTokenDetails.cacheReadTokens', 'cachedInputTokens'],
  langfuse: ['input_cached_tokens', 'input_cache_read', 'cache_read_input_tokens'],
  inspect: ['input_tokens_cache_read'],
  goose: ['cache_read_tokens'],
  kimi: ['inputCacheRead'],
  converse: ['cacheReadInputTokens'],
};

/** Fields of the cache writes, for families that report them separately. */
export const cacheWriteFields: CountFields = {
  anthropic: ['cache_creation_input_tokens'],
  opencode: ['cache.write', 'tokens.cache.write'],
  pi: ['cacheWrite'],
  otel: ['gen_ai.usage.cache_creation.input_tokens'],
  vercel: ['inputTokenDetails.cacheWriteTokens'],
  langfuse: ['input_cache_creation'],
  inspect: ['input_tokens_cache_write'],
  goose: ['cache_write_tokens'],
  kimi: ['inputCacheCreation'],
  converse: ['cacheWriteInputTokens', 'cacheCreationInputTokens'],
};

/** Of the cache writes, those that the provider keeps for an hour. */
export const cacheWriteHourFields: CountFields = {
  anthropic: ['cache_creation.ephemeral_1h_input_tokens'],
};
