// `npm test`: installs what is missing, then hands over to the suites.
import {
  ensureInstalled,
  ensurePrismaClient,
  ensureRouteTypes,
  main,
  requireNode,
} from './prepare.mjs';
import { inProject, run } from './project.mjs';

await main(async () => {
  requireNode();
  await ensureInstalled();
  await ensurePrismaClient();
  await ensureRouteTypes();
  const suites = inProject('lib/commands/test-suites.ts');
  const { code } = await run(process.execPath, ['--import', 'tsx', suites], { show: true });
  process.exitCode = code;
});
