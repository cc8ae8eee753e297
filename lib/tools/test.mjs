// `npm test` and `npm run test:long`: installs what is missing, then hands over to the suites.
import { runSuite } from './prepare.mjs';

await runSuite('lib/tools/suites/test-suites.ts');
