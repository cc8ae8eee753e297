/** The module worker: connects a {@link RemedyServer} to the worker's messages. */
import '@/lib/api/without-eval';
import { RemedyServer } from './remedy-server';
import { listen, workerHost } from '../worker-scope';

listen(
  new RemedyServer({
    ...workerHost,
    cures: () => import('@/lib/analysis/detectors/cures/cure-effect'),
  }),
);
