// OpenCode's own server as a child process.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { packageFolder } from '../golden.mjs';
import { ended } from '../own-files/sessions.mjs';

export const binary = path.join(packageFolder('opencode-linux-x64'), 'bin/opencode');

/** Nothing of the user's, and nothing that it would fetch. */
export const environment = (home) => ({
  PATH: '/usr/bin:/bin',
  HOME: home,
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
});

/** Starts the server with its home in `folder`; resolves when it listens. */
export async function startOpencode(folder, port) {
  const child = spawn(binary, ['serve', '--port', `${port}`, '--hostname', '127.0.0.1'], {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) =>
    child.stdout.on('data', (data) => {
      if (/listening/.test(String(data))) resolve(undefined);
    }),
  );
  const kill = () => child.kill();
  process.once('exit', kill);
  const stop = async () => {
    process.removeListener('exit', kill);
    child.kill();
    await ended(child);
  };
  return { stop };
}
