/** The module worker: connects a {@link TokenizerServer} to the worker's messages. */
import '@/lib/api/without-eval';
import { loadEncoding } from './load-encoding';
import { TokenizerServer } from './tokenizer-server';
import { listen, workerHost } from './worker-scope';

listen(
  new TokenizerServer({
    ...workerHost,
    fetch: (url, init) => fetch(url, init),
    load: loadEncoding,
  }),
);
