// Prints where this process would serve as JSON for the commands that are plain JavaScript.
import { gate } from '@/lib/server/access/gate';
import { EnvError } from '@/lib/server/env';

try {
  const { host, port, token, made } = gate();
  process.stdout.write(JSON.stringify({ host, port, token: made ? token : null }));
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  process.stdout.write(error.message);
  process.exitCode = 1;
}
