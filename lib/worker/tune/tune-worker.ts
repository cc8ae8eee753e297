/** The module worker: connects a {@link TuneServer} to the worker's messages. */
import '@/lib/api/without-eval';
import { listen, workerHost } from '../worker-scope';
import { TuneServer } from './tune-server';

listen(new TuneServer(workerHost));
