/** The module worker: connects a {@link RecallServer} to the worker's messages. */
import '@/lib/host/api/without-eval';
import { RecallServer } from './recall-server';
import { listen, workerHost } from '../worker-scope';

listen(new RecallServer(workerHost));
