import { execFileSync } from 'node:child_process';

/** Where the server under test listens. */
export interface ServerAddress {
  readonly port: number;
  /** For example `http://127.0.0.1:41234`, without a slash at the end. */
  readonly url: string;
}

const askForPort = `
  const server = require('node:net').createServer();
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(String(server.address().port));
    server.close();
  });
`;

/**
 * The address of the server under test: a free port, chosen once by the first process that asks and
 * inherited by Playwright's workers through HIGHWATER_E2E_PORT.
 */
export function serverAddress(): ServerAddress {
  process.env['HIGHWATER_E2E_PORT'] ??= execFileSync(process.execPath, ['-e', askForPort], {
    encoding: 'utf8',
  });
  const port = Number(process.env['HIGHWATER_E2E_PORT']);
  return { port, url: `http://127.0.0.1:${port}` };
}

/** The process id of the server under test, for tests that watch its connections or memory. */
export function serverPid(): number {
  const pid = Number(process.env['HIGHWATER_E2E_PID']);
  if (!(pid > 0))
    throw new Error('The server under test was not started by e2e/support/start-server.');
  return pid;
}
