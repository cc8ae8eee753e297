/** The module worker for tuning. */
import '@/lib/api/without-eval';
import { serve, workerClock } from '../worker-scope';
import { Tuner } from './tuner';

serve(new Tuner(workerClock));
