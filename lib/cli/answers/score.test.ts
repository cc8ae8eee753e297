import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { capture } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const folder = scratchFolder();

describe('highwater score', () => {
  it('says where nothing can be scored, and what cannot be read', async () => {
    const plain = join(folder, 'plain.jsonl');
    writeFileSync(plain, 'not a trace\n');
    const none = await capture(['score', plain]);
    expect(none.code).toBe(3);
    expect(none.messages).toContain('plain.jsonl');
    const without = inProject(
      'lib/readers/importers/formats/claude-code/fixtures/claude-code/rejected.jsonl',
    );
    const { code, out } = await capture(['score', without]);
    expect(code).toBe(0);
    expect(out).toContain('No recorded compaction can be scored');
  });
});
