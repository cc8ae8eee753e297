// `npm run dev`: Next's development server on HOST and PORT.
import {
  ensureInstalled,
  ensurePrismaClient,
  loadDotEnv,
  main,
  readEnvironment,
  requireNode,
} from './prepare.mjs';
import { runInstalled } from './project.mjs';
import { requireFreePort } from './server.mjs';

await main(async () => {
  requireNode();
  loadDotEnv();
  await ensureInstalled();
  const { host, port } = await readEnvironment();
  await requireFreePort(host, port);
  await ensurePrismaClient();
  process.on('SIGINT', () => undefined);
  const address = ['-H', host, '-p', String(port)];
  await runInstalled('next/dist/bin/next', ['dev', ...address], { show: true });
});
