// Prints the settings of this process as JSON for the commands that are plain JavaScript.
import { EnvError, parseEnv } from '@/lib/host/env';

try {
  process.stdout.write(JSON.stringify(parseEnv(process.env)));
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  process.stdout.write(error.message);
  process.exitCode = 1;
}
