#!/usr/bin/env node
// Entry of `highwater` in a checkout: runs its sources. The package has an entry of its own.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
await import('./main.ts');
