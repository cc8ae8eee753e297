import { ensureBuilt } from '@/lib/tools/prepare.mjs';

/** Before all tests: a spec that is run by itself never tests the pages of an older tree. */
export default ensureBuilt;
