#!/usr/bin/env node
// What `highwater` runs once the package is installed: TypeScript without a build, from any folder.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
await import('./main.ts');
