import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { capture } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const compacted = inProject(
  'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl',
);
const folder = scratchFolder();

describe('highwater score', () => {
  it('prints each recorded compaction beside its projection, and totals', async () => {
    const { code, out } = await capture(['score', compacted]);
    expect(code).toBe(0);
    expect(out).toMatch(/recorded +projected +p10 +p90 +error +inside/);
    expect(out).toMatch(/Across 1 compaction: median error /);
    expect(out).toMatch(/of 1 inside p10 to p90 \(.+, 95 % interval .+ to .+\)/);
    expect(out).toContain('The agents’ own policies: 1 recorded compaction');
    expect(out).toMatch(/agent +version +compactions +same step +missed +lacks results/);
    expect(out).toMatch(/Claude Code +all +1 +0 +1 +0 +0 +0 +1 +1\n/);
    expect(out).toMatch(/Computed by highwater .+engine\.\d+/);
  });

  it('prints the same as JSON, with rows for a table of sizes', async () => {
    const { out } = await capture(['score', compacted, '--json']);
    const { sessions, totals } = JSON.parse(out) as {
      readonly sessions: readonly {
        readonly agent: string;
        readonly compactions: readonly Readonly<Record<string, unknown>>[];
        readonly own: { readonly judged: number };
      }[];
      readonly totals: {
        readonly compactions: { readonly n: number };
        readonly unscored: number;
        readonly own: { readonly judged: number };
        readonly agents: readonly { readonly agent: string }[];
      };
    };
    expect(totals.compactions.n).toBe(1);
    expect([totals.unscored, totals.own.judged, sessions[0]?.own.judged]).toEqual([1, 1, 1]);
    expect(totals.agents.map(({ agent }) => agent)).toEqual(['Claude Code']);
    expect(sessions[0]?.agent).toBe('Claude Code');
    expect(Object.keys(sessions[0]?.compactions[0] ?? {})).toEqual([
      'step',
      'trigger',
      'reads',
      'index',
      'first',
      'before',
      'recorded',
      'projected',
      'low',
      'high',
      'summaryBytes',
      'back',
      'rest',
      'fillingBytes',
      'parts',
    ]);
  });

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
