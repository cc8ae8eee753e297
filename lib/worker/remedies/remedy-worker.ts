/** The module worker for remedies and cures. */
import '@/lib/api/without-eval';
import { serve, workerClock } from '../worker-scope';
import { RemedyRunner } from './remedy-runner';

serve(
  new RemedyRunner({
    pause: workerClock.pause,
    cures: () => import('@/lib/analysis/detectors/cures/cure-effect'),
  }),
);
