import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { capture, parsed } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const folder = scratchFolder();

/** A Claude Code log of one question and as many answers as real sizes of requests are given. */
function log(name: string, reals: readonly number[]): string {
  const lines = new ClaudeCodeLog('s-1').user('x'.repeat(4_000));
  for (const real of reals) lines.answer(real, 'y'.repeat(400));
  const file = path.join(folder, name);
  writeFileSync(file, lines.text());
  return file;
}

// 1,000 heuristic tokens × 1.4 of the model; 27,423 of prefix; 98,765 that nobody recorded.
const HEAD = 27_423 + 1_400 + 98_765;
const middle = log('middle.jsonl', [HEAD, HEAD + 140, HEAD - 20_000]);
const whole = log('whole.jsonl', [30_000, 30_140, 30_280]);

const STARTS = `The recording starts in the middle: 98,765 tokens of its first request are not in it; a compaction covers them. The prefix is taken as 27,423 tokens, what Claude Code begins with.`;

interface Noticed {
  readonly unknownHead: object | null;
  readonly unexplainedDrops: readonly object[];
}

it('says on import that a recording starts in the middle, and where a request shrinks unexplained', async () => {
  const { out } = await capture(['import', middle]);
  expect(out).toContain(`session 1: ${STARTS}`);
  expect(out).toContain('may be incomplete: a recording starts in the middle');
  expect(out).not.toContain('nothing lost');
  expect((await capture(['import', whole])).out).toContain('nothing lost');
  expect(out).toContain('session 1: 1 drop without a recorded cause at step 2: ');
  const json = parsed<readonly { sessions: readonly Noticed[] }[]>(
    (await capture(['import', middle, '--json'])).out,
  );
  expect(json[0]?.sessions[0]).toMatchObject({
    unknownHead: { tokens: 98_765, prefix: 27_423 },
    unexplainedDrops: [{ step: 2, from: 1, before: HEAD + 140, real: HEAD - 20_000 }],
  });
});

it('says on replay that a recording starts in the middle', async () => {
  expect((await capture(['replay', middle])).out).toContain(STARTS);
  expect((await capture(['replay', middle, '--csv'])).messages).toContain(STARTS);
  const { sessions } = parsed<{ sessions: readonly Noticed[] }>(
    (await capture(['replay', middle, '--json'])).out,
  );
  expect(sessions[0]?.unknownHead).toEqual({ tokens: 98_765, prefix: 27_423 });
  expect(sessions[0]?.unexplainedDrops).toHaveLength(1);
});

it('is quiet about a whole recording that only grows', async () => {
  const { out } = await capture(['import', whole]);
  expect(out).not.toMatch(/starts in the middle|drop/);
  const { sessions } = parsed<{ sessions: readonly Noticed[] }>(
    (await capture(['replay', whole, '--json'])).out,
  );
  expect(sessions[0]).toMatchObject({ unknownHead: null, unexplainedDrops: [] });
});
