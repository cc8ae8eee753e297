// Ends a command and everything it started. Plain JavaScript without dependencies.
import { endChildren } from '../project.mjs';

const WATCH_MS = 500;

/**
 * From now on a signal ends the children of this process and then itself. So does the end of npm,
 * which does not forward signals. `stopped` is called last.
 * @param {() => void} [stopped]
 */
export function endOnSignals(stopped = () => undefined) {
  let ending = false;
  // A terminal also sends its interrupt to the children.
  const end = async () => {
    if (ending) return;
    ending = true;
    await endChildren();
    stopped();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && void end(), WATCH_MS).unref();
}
