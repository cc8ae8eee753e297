/** The module worker that counts the tokens of a session's texts. */
import '@/lib/api/without-eval';
import { serve, workerClock } from '../worker-scope';
import { loadEncoding } from './load-encoding';
import { SessionCounter } from './session-counter';

serve(
  new SessionCounter({
    pause: workerClock.pause,
    now: workerClock.now,
    fetch: (url, init) => fetch(url, init),
    load: loadEncoding,
  }),
);
