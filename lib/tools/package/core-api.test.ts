import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CORE_API, coreApi } from './core-api';

it('highwater/core exports what lib/core/API.md says, all of it documented', () => {
  const api = coreApi();
  expect(api).toBe(readFileSync(CORE_API, 'utf8'));
  expect([...api.matchAll(/^## (\w+)\n\n```/gm)].map(([, name]) => name)).toEqual([]);
}, 300_000);
