import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** An empty folder for a file of tests, removed after the last of them. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'highwater-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
