import {
  tokenizerEstimator,
  type Encoding,
  type TextEstimator,
} from '@/lib/engine/tokens/text/text-estimators';

/** Treats `<|endoftext|>` and the like as ordinary text of a log. */
const asText = { disallowedSpecial: new Set<string>() };

/** Loads a tokenizer: 0.2 s, in the browser a chunk of 1 to 2.5 MB. Rejects if it cannot be fetched. */
export async function loadEncoding(encoding: Encoding): Promise<TextEstimator> {
  const { countTokens } = await modules[encoding]();
  return tokenizerEstimator(encoding, (text) => countTokens(text, asText));
}

/** Separate imports, so that the bundler makes a chunk of each. */
const modules = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
};
