// Next's part of the server. Plain JavaScript without dependencies but Next.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import next from 'next';
import { inProject, ROOT } from '../../server/project.mjs';

// The package has no compiler, which Next takes along to read its settings: the build has read them.
if (!existsSync(inProject('next.config.js'))) {
  const built = JSON.parse(readFileSync(inProject('.next/required-server-files.json'), 'utf8'));
  process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = JSON.stringify(built.config);
}

/**
 * Next as a handler of requests. Left to itself it listens for requests to upgrade a connection, asks
 * nobody for a host, an origin or a token, and leaves them open without end: not even a signal closes
 * them. It therefore listens at a server that nobody reaches, and Node answers such requests like others.
 * @param {string} hostname @param {number} port
 */
export const nextServer = (hostname, port) =>
  next({ dev: false, dir: ROOT, hostname, port, httpServer: createServer() });
