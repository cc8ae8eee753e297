/** The module worker for outcomes along settings. */
import '@/lib/api/without-eval';
import { serve, workerClock } from '../worker-scope';
import { BreakpointRunner } from './breakpoint-runner';

serve(new BreakpointRunner(workerClock));
