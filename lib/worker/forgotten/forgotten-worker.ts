/** The module worker: connects a {@link ForgottenServer} to the worker's messages. */
import '@/lib/api/without-eval';
import { ForgottenServer } from './forgotten-server';
import { listen, workerHost } from '../worker-scope';

listen(new ForgottenServer(workerHost));
