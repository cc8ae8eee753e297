#!/usr/bin/env node
// Entry of `highwater`: the package holds the program as built, a checkout runs its sources.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const at = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));

if (existsSync(at('main.ts'))) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: at('../../../tsconfig.json') });
  await import('./main.ts');
} else {
  // From Node 22.8 on the second start skips the compiler.
  module.enableCompileCache?.();
  await import(new URL('../../../dist/cli/highwater.js', import.meta.url).href);
}
