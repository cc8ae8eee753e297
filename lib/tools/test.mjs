// `npm test` and `npm run test:long`: installs what is missing, then hands over to the suites.
import {
  ensureInstalled,
  ensurePrismaClient,
  ensureRouteTypes,
  main,
  requireNode,
} from './prepare.mjs';
import { inProject, run } from '../server/project.mjs';

await main(async () => {
  requireNode();
  await ensureInstalled();
  await ensurePrismaClient();
  await ensureRouteTypes();
  const suites = inProject('lib/tools/suites/test-suites.ts');
  const { code } = await run(
    process.execPath,
    ['--import', 'tsx', suites, ...process.argv.slice(2)],
    { show: true },
  );
  process.exitCode = code;
});
