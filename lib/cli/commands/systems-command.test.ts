import { expect, it } from 'vitest';
import { importers } from '@/lib/readers/importers/registry';
import { capture, parsed } from '../testing/captured-io';

it('lists every format with where its traces come from', async () => {
  const { code, out } = await capture(['systems']);
  expect(code).toBe(0);
  expect(out).toMatch(/^Claude Code +Claude Code; Claude Code stream +~\/\.claude.* +3$/m);
  const { systems } = parsed<{
    systems: readonly { formats: readonly { id: string }[]; from: string }[];
  }>((await capture(['systems', '--json'])).out);
  const ids = new Set(systems.flatMap(({ formats }) => formats.map(({ id }) => id)));
  expect([...ids].sort()).toEqual(importers.map(({ id }) => id).sort());
  expect(out).toMatch(/^contextguard-threshold +exact · v1\.1\.0 .* · .* 4,741 golden steps$/m);
  expect(out).toMatch(/^pi +exact · .* 320 runs · \d+ of \d+ own files of 1\.6\.0$/m);
  for (const { formats, from } of systems) expect(formats.length === 0 || from !== '').toBe(true);
});
