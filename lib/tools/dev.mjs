// `npm run dev`: Next's development server on HOST and PORT.
import { spawn } from 'node:child_process';
import {
  ensureInstalled,
  ensurePrismaClient,
  loadDotEnv,
  main,
  readEnvironment,
  requireNode,
} from './prepare.mjs';
import { inProject, quietEnvironment, ROOT } from '../host/project.mjs';
import { requireFreePort, signInAddress } from './server.mjs';

await main(async () => {
  requireNode();
  loadDotEnv();
  await ensureInstalled();
  const { host, port, token } = await readEnvironment();
  await requireFreePort(host, port);
  await ensurePrismaClient();
  if (token !== null) console.log(`Open ${signInAddress(host, port, token)}`);
  const next = inProject('node_modules/next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'dev', '-H', host, '-p', String(port)], {
    cwd: ROOT,
    env: { ...quietEnvironment(), HOST: host, PORT: String(port) },
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 0));
  });
});
