import { OutcomeClient } from './outcome-client';
import { RemedyClient } from './remedies/remedy-client';
import { TokenizerClient } from './tokenizer-client';
import { TuneClient } from './tune/tune-client';

let client: OutcomeClient | undefined;

/** The page's only client of the outcome worker, which starts with the first run. */
export function outcomeClient(): OutcomeClient {
  client ??= new OutcomeClient(
    () => new Worker(new URL('./outcome-worker.ts', import.meta.url), { type: 'module' }),
  );
  return client;
}

let tokenizers: TokenizerClient | undefined;

/** The page's only client of the tokenizer worker, which loads and starts with the first run. */
export function tokenizerClient(): TokenizerClient {
  tokenizers ??= new TokenizerClient(
    () => new Worker(new URL('./tokenizer-worker.ts', import.meta.url), { type: 'module' }),
  );
  return tokenizers;
}

let tuning: TuneClient | undefined;

/** The page's only client of the tuning worker, which starts with the first task. */
export function tuneClient(): TuneClient {
  tuning ??= new TuneClient(
    () => new Worker(new URL('./tune/tune-worker.ts', import.meta.url), { type: 'module' }),
  );
  return tuning;
}

let remedies: RemedyClient | undefined;

/** The page's only client of the worker for remedies, which starts with the first question. */
export function remedyClient(): RemedyClient {
  remedies ??= new RemedyClient(
    () => new Worker(new URL('./remedies/remedy-worker.ts', import.meta.url), { type: 'module' }),
  );
  return remedies;
}
