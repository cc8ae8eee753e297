import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { capture, parsed } from '../testing/captured-io';

const folder = mkdtempSync(path.join(tmpdir(), 'highwater-gaps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Claude Code log of one question and as many answers as real sizes of requests are given. */
function log(name: string, reals: readonly number[]): string {
  const common = { isSidechain: false, sessionId: 's-1', version: '2.1.37' };
  const question = { role: 'user', content: 'x'.repeat(4_000) };
  const lines: object[] = [
    { ...common, parentUuid: null, type: 'user', uuid: 'u', message: question },
  ];
  reals.forEach((real, i) => {
    const usage = { input_tokens: real, output_tokens: 100 };
    const content = [{ type: 'text', text: 'y'.repeat(400) }];
    const message = { id: `m${i}`, model: 'claude-opus-4-6', role: 'assistant', content, usage };
    const parentUuid = i === 0 ? 'u' : `a${i - 1}`;
    lines.push({
      ...common,
      parentUuid,
      type: 'assistant',
      uuid: `a${i}`,
      requestId: `r${i}`,
      message,
    });
  });
  const file = path.join(folder, name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
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
