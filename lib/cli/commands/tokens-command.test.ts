import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenizerTable } from '@/lib/analysis/score/tokenizer-score';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { capture, parsed } from '../testing/captured-io';

const QUESTION = 'Which files does the build read, and in which order?';
const ANSWER = 'It reads package.json first; then every file that the entry names.';

let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-tokens-'));
  file = path.join(folder, 'session.json');
  const asked = countTokens(QUESTION);
  const both = asked + countTokens(ANSWER);
  const picture = `u "${QUESTION}"\n-- ${500 + asked}\nm "${ANSWER}"\n-- ${500 + both}\n`;
  writeFileSync(file, JSON.stringify(textSession(picture)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('tokens', () => {
  it('prints a row an estimator: the count, and with what the first step missed', async () => {
    const { code, out, messages } = await capture(['tokens', file]);
    expect([code, messages]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe('2 of 2 steps have recorded usage; mean error in tokens.');
    expect(lines.slice(2, 10).map((line) => line.split('  ')[0])).toEqual([
      'bytes ÷ 4',
      'characters ÷ 4',
      'o200k_base',
      'cl100k_base',
      'bytes ÷ 4',
      'characters ÷ 4',
      'o200k_base',
      'cl100k_base',
    ]);
    // Usage is o200k's own counts plus 500 hidden tokens, so o200k plus a prefix is exact.
    expect(lines[8]).toMatch(/ 1 +1\.00 +1\.00 +1\.00 +1\.00 +1\.00 +0 % +0$/);
  });

  it('prints each estimator by script and kind of what a step added', async () => {
    const chinese = path.join(folder, 'chinese.json');
    const sentence = '这是一个完全用汉字写成的句子没有别的东西';
    const turns = Array.from({ length: 6 }, (_, i) => {
      return `u "${sentence.repeat(2)}"\n-- ${1_000 + (2 * i + 1) * countTokens(sentence.repeat(2))}\nm "${sentence}"`;
    });
    const picture = `u "${QUESTION}"\n-- 900\n${turns.join('\n')}\n`;
    writeFileSync(chinese, JSON.stringify(textSession(picture)));
    const { out } = await capture(['tokens', chinese, '--encoding', 'o200k_base']);
    expect(out).toMatch(
      /what a step added ÷ its growth +estimate +n +median +95 % interval +under/,
    );
    expect(out).toMatch(/\nCJK +bytes ÷ 4 +6 /);
    expect(out).toMatch(/\nuser text +o200k_base +6 /);
    expect(out).toContain('A step is of the script, or the kind, that has two thirds');
    const { added, rules } = parsed<{
      readonly added: readonly Record<string, unknown>[];
      readonly rules: readonly { readonly id: string; readonly scores: readonly object[] }[];
    }>((await capture(['tokens', chinese, '--json'])).out);
    expect(added.map(({ estimator }) => estimator)).toEqual([
      'bytes4',
      'chars4',
      'o200k_base',
      'cl100k_base',
    ]);
    expect(rules.map(({ id }) => id)).toContain('anchor-delta');
    expect(rules[0]?.scores[0]).toMatchObject({ by: 'script', of: 'cjk', n: 6 });
  });

  it('counts with one tokenizer on request, and prints JSON', async () => {
    const { code, out } = await capture(['tokens', file, '--encoding', 'o200k_base', '--json']);
    expect(code).toBe(0);
    const table = parsed<TokenizerTable & { readonly sessions: number }>(out);
    expect(table).toMatchObject({ sessions: 1, steps: 2, unscored: 0, images: 0 });
    expect(table.scores.map(({ estimator }) => estimator)).toEqual([
      'bytes4',
      'chars4',
      'o200k_base',
      'bytes4',
      'chars4',
      'o200k_base',
    ]);
    expect(table.scores[2]).toMatchObject({ basis: 'raw', n: 2, under: 1, meanError: 500 });
  });

  it('says that a numbers-only session holds nothing to count', async () => {
    const numbers = path.join(folder, 'numbers.json');
    expect((await capture(['redact', file, '--out', numbers])).code).toBe(0);
    const { code, out, messages } = await capture(['tokens', numbers]);
    expect([code, out]).toEqual([3, '']);
    expect(messages).toContain('its sessions hold sizes, not text');
  });

  it('says when there is no usage to compare with', async () => {
    const bare = path.join(folder, 'bare.json');
    writeFileSync(bare, JSON.stringify(textSession('u "hello"\n-- ?\n')));
    const { code, out } = await capture(['tokens', bare]);
    expect(code).toBe(0);
    expect(out).toBe('None of 1 steps has recorded usage: nothing to compare with.\n');
  });

  it('answers an unknown tokenizer with exit code 2, an unreadable file with 3', async () => {
    const unknown = await capture(['tokens', file, '--encoding', 'p50k_base']);
    expect(unknown.code).toBe(2);
    expect(unknown.messages).toContain('o200k_base, cl100k_base');
    const none = await capture(['tokens', path.join(folder, 'none.json')]);
    expect(none.code).toBe(3);
    expect(none.messages).toContain('There is no such file.');
  });
});
