// Gives each test file on SQLite a library of its own, for code that opens that of the environment.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'highwater-test-'));
process.env['DATABASE_URL'] = `file:${path.join(folder, 'library.db')}`;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
