// Nothing that a generator runs may reach a network: it works where only the loopback exists.
import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';

/** Starts this program again in a network namespace of its own, unless it is in one already. */
export function onLoopbackOnly() {
  if (process.env['HIGHWATER_LOOPBACK'] === 'yes') {
    const others = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
    if (others.length > 0) throw new Error(`This namespace has networks: ${others.join(', ')}.`);
    return;
  }
  const again = ['sh', '-c', 'ip link set lo up && exec "$0" "$@"', process.execPath];
  const { status, error } = spawnSync('unshare', ['-n', '--', ...again, ...process.argv.slice(1)], {
    env: { ...process.env, HIGHWATER_LOOPBACK: 'yes' },
    stdio: 'inherit',
  });
  if (error) throw new Error(`unshare could not be started: ${error.message}`);
  process.exit(status ?? 1);
}
