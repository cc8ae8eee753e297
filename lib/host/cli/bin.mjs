#!/usr/bin/env node
// Entry of the installed `highwater`: runs TypeScript without a build, from any folder.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)) });
await import('./main.ts');
