// `npm run check`: every check that needs neither a build nor a browser. Changes no source file.
import { runSuite } from './prepare.mjs';

await runSuite('lib/tools/suites/check-steps.ts');
