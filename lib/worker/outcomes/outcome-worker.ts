/** The module worker for outcomes of scenarios. */
import '@/lib/api/without-eval';
import { serve, workerClock } from '../worker-scope';
import { OutcomeRunner } from './outcome-runner';

serve(new OutcomeRunner(workerClock));
