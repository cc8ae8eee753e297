import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { capture, parsed } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const folder = scratchFolder();
const session = path.join(folder, 'session.jsonl');
const TEXT = 'x'.repeat(4_000);

beforeAll(() => {
  // 200,000 − 20,000 − 13,000 = 167,000: 166,000 + 1 + 1,000 = 167,001 fire, twice.
  const log = new ClaudeCodeLog('s');
  for (const [prompt, counted, after] of [
    [166_000, 167_100, 40_000],
    [166_100, 167_300, 41_000],
  ] as const) {
    log.user(TEXT).answer(prompt, 'done').user(TEXT);
    log.compaction('auto', counted).answer(after, 'done');
  }
  writeFileSync(session, log.text());
});

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
