import { buildFingerprint } from './tmp-prepare.mjs';
import { writeFileSync } from 'node:fs';
writeFileSync(new URL('../../.next/highwater-build', import.meta.url), buildFingerprint());
