/** The module worker for forgotten context. */
import '@/lib/api/without-eval';
import { serve, workerClock } from '../worker-scope';
import { ForgottenRunner } from './forgotten-runner';

serve(new ForgottenRunner(workerClock.pause));
