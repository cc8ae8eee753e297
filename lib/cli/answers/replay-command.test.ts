import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { capture, parsed } from '../testing/captured-io';

const folder = mkdtempSync(path.join(tmpdir(), 'highwater-replay-command-'));
const session = path.join(folder, 'session.jsonl');

/** A transcript of Claude Code: what a user says, and answers with the prompt tokens of each. */
class Transcript {
  readonly #lines: string[] = [];
  #last: string | null = null;

  user(bytes: number): this {
    return this.#add({ type: 'user', message: { role: 'user', content: 'x'.repeat(bytes) } });
  }

  answer(prompt: number): this {
    const id = `m-${this.#lines.length}`;
    const usage = { input_tokens: prompt, output_tokens: 1 };
    const content = [{ type: 'text', text: 'done' }];
    const message = { id, role: 'assistant', model: 'claude-opus-4-6', content, usage };
    return this.#add({ type: 'assistant', message });
  }

  /** The boundary that the agent writes, and its summary. */
  compaction(preTokens: number): this {
    const compactMetadata = { trigger: 'auto', preTokens };
    this.#add({ type: 'system', subtype: 'compact_boundary', content: '', compactMetadata });
    const message = { role: 'user', content: 's'.repeat(400) };
    return this.#add({ type: 'user', isCompactSummary: true, message });
  }

  text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #add(record: object): this {
    const n = this.#lines.length;
    const timestamp = new Date(Date.UTC(2026, 1, 3, 9, 0, n)).toISOString();
    const head = { sessionId: 's', version: '2.1.37', cwd: '/repo', uuid: `r-${n}` };
    this.#lines.push(JSON.stringify({ parentUuid: this.#last, timestamp, ...head, ...record }));
    this.#last = head.uuid;
    return this;
  }
}

beforeAll(() => {
  // 200,000 − 20,000 − 13,000 = 167,000: 166,000 + 1 + 1,000 = 167,001 fire, twice.
  const text = new Transcript()
    .user(4_000)
    .answer(166_000)
    .user(4_000)
    .compaction(167_100)
    .answer(40_000)
    .user(4_000)
    .answer(166_100)
    .user(4_000)
    .compaction(167_300)
    .answer(41_000)
    .text();
  writeFileSync(session, text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Replayed {
  readonly policy: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly divergence: number | null;
  readonly happened: string | null;
  readonly verdict: string;
  readonly fidelity: { readonly policy: string; readonly reproduced: number } | null;
  readonly steps: readonly { readonly compacted: boolean }[];
}

async function replayed(...args: readonly string[]): Promise<Replayed> {
  const { code, out, messages } = await capture(['replay', session, ...args, '--json']);
  expect({ code, messages }).toEqual({ code: 0, messages: '' });
  return parsed<{ readonly sessions: readonly Replayed[] }>(out).sessions[0]!;
}

it('a recording of Copilot CLI is judged by the policy of Copilot CLI, and opens under it', async () => {
  const file = inProject(
    'lib/readers/importers/formats/copilot-cli/fixtures/copilot-cli/stream.jsonl',
  );
  const { out } = await capture(['import', file]);
  expect(out).toContain(
    'reproduces 0 of 1 recorded compaction (GitHub Copilot CLI, recorded by GitHub Copilot CLI 1.0.32)',
  );
  const own = await capture(['replay', file, '--session', '1', '--policy', 'own', '--json']);
  expect(parsed<{ readonly sessions: readonly Replayed[] }>(own.out).sessions[0]).toMatchObject({
    policy: 'copilot',
    settings: { window: 128_000 },
    fidelity: { policy: 'copilot', reproduced: 0 },
  });
});

describe('a replay that names no policy', () => {
  it('is the recording as it ran, and compacts where the import says it does', async () => {
    const { out } = await capture(['import', session]);
    expect(out).toContain('reproduces 2 of 2 recorded compactions');
    const one = await replayed();
    expect([one.policy, one.fidelity?.policy, one.fidelity?.reproduced, one.divergence]).toEqual([
      'claude-code',
      'claude-code',
      2,
      null,
    ]);
    expect(one.steps.map(({ compacted }) => compacted)).toEqual([false, true, false, true]);
    expect(one.happened).toBe('Compacted at step 1, as its policy does: 167,001 ≥ 167,000 tokens.');
    expect(one.verdict).toContain(one.happened);
    expect(await replayed('--policy', 'own')).toEqual(one);
  });

  it.each([[[]], [['--policy', 'own']]])(
    'changes a setting of the agent’s own policy: %j',
    async (named) => {
      const one = await replayed(...named, '--set', 'window=180000');
      expect([one.policy, one.settings['window'], one.settings['summary']]).toEqual([
        'claude-code',
        180_000,
        'recorded',
      ]);
      // 166,000 of 147,000 are too many at once.
      expect(one.steps[1]?.compacted).toBe(true);
    },
  );

  it('refuses a setting of another policy, which has to be named', async () => {
    const { code, messages } = await capture(['replay', session, '--set', 'cap=6']);
    expect(code).toBe(2);
    expect(messages).toContain('claude-code has no setting "cap"');
    const one = await replayed('--policy', 'contextguard-threshold', '--set', 'cap=6');
    expect([one.policy, one.settings['cap']]).toEqual(['contextguard-threshold', 6]);
    // The recording is told under its own policy all the same.
    expect(one.happened).toContain('as its policy does');
  });
});
