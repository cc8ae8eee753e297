import {
  tokenizerEstimator,
  type Encoding,
  type TextEstimator,
} from '@/lib/tokens/text-estimators';

/** What `<|endoftext|>` and its like are in a log: text somebody wrote. */
const asText = { disallowedSpecial: new Set<string>() };

/** Loads a tokenizer when it is asked for, not with every command. */
export async function loadEncoding(encoding: Encoding): Promise<TextEstimator> {
  const { countTokens } = await modules[encoding]();
  return tokenizerEstimator(encoding, (text) => countTokens(text, asText));
}

/** Each by its own name: about 0.2 s to load. */
const modules = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
};
