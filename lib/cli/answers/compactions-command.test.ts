import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompactionReport } from '@/lib/analysis/explain/compaction/compaction-report';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { capture, parsed } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';
const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code';

interface Listed {
  readonly sessions: readonly {
    readonly policy: string;
    readonly compactions: readonly CompactionReport[];
  }[];
}

describe('compactions', () => {
  it('says that a summary without a text has an unknown size', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'highwater-compactions-'));
    const file = path.join(folder, 'session.json');
    const drawn = textSession('u 400\n-- 5000\nm 40\n== compact\nu 400\n-- 2000');
    writeFileSync(file, JSON.stringify(drawn));
    const { code, out } = await capture(['compactions', file, '--policy', 'none']);
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
    expect(out).toMatch(/ 1 {2}recording .* unknown /);
  });

  it('says that a session has none', async () => {
    const { code, out } = await capture(['compactions', INCIDENT]);
    expect(code).toBe(0);
    expect(out).toContain('No compaction, neither recorded nor replayed.');
  });

  it('lists the one of a what-if, with what its summariser was given', async () => {
    const args = ['--policy', 'own', '--set', 'cap=7.5', '--set', 'summary=fallback'];
    const { out } = await capture(['compactions', INCIDENT, ...args, '--json', '--text']);
    const [one, ...others] = parsed<Listed>(out).sessions[0]?.compactions ?? [];
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      key: '143',
      source: 'replayed',
      before: { tokens: 200_819, basis: 'usage', entries: 289 },
      after: { basis: 'projected', entries: 2 },
      covered: { entries: 289, ranges: [[0, 289]] },
      calls: 1,
      summary: { text: { kind: 'mechanical', step: 143 } },
    });
    expect(one?.summariser?.input).toMatchObject({ contents: 289, budget: 160_000, cap: 10_000 });
    expect(Buffer.byteLength(one?.fallback ?? '')).toBe(one?.summary.bytes);
    expect(one?.replacing?.continuation).toContain('`Compare with ledger in shop.`');
    for (const side of [one?.before, one?.after]) {
      const sum = side?.shares.reduce((all, { tokens }) => all + tokens, 0);
      expect(sum).toBe(side?.tokens);
    }
  });

  it('prints a recorded summary as it was recorded', async () => {
    const { out } = await capture(['compactions', `${CLAUDE}/compaction.jsonl`, '--text']);
    expect(out).toMatch(/recording/);
    expect(out).toContain('Summary:\n  ');
  });

  it('keeps control characters of a trace off the terminal', async () => {
    const { out } = await capture(['compactions', INCIDENT, '--text']);
    expect(out).not.toMatch(/\u001b/);
  });

  it('names a setting that is none', async () => {
    const { code, messages } = await capture(['compactions', INCIDENT, '--set', 'windows=1']);
    expect(code).toBe(2);
    expect(messages).toContain('windows');
  });
});
