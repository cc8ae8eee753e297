/** The module worker: connects an {@link OutcomeServer} to the worker's messages. */
import '@/lib/api/without-eval';
import { OutcomeServer } from './outcome-server';
import { listen, workerHost } from './worker-scope';

listen(new OutcomeServer(workerHost));
