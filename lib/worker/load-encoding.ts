import {
  tokenizerEstimator,
  type Encoding,
  type TextEstimator,
} from '@/lib/tokens/text-estimators';

/** What `<|endoftext|>` and its like are in a log: text somebody wrote. */
const asText = { disallowedSpecial: new Set<string>() };

/** Loads a tokenizer, a chunk of its own of 1 to 2.5 MB; rejects when it cannot be fetched. */
export async function loadEncoding(encoding: Encoding): Promise<TextEstimator> {
  const { countTokens } = await modules[encoding]();
  return tokenizerEstimator(encoding, (text) => countTokens(text, asText));
}

/** Each by its own name, so that the bundler makes a chunk of each. */
const modules = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
};
