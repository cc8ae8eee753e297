import fc from 'fast-check';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { chooseSettings } from '@/lib/policies/policy-choice';
import { settingFields, unusedBy, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { findPolicy, policies } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import { ownOptions } from '@/lib/policies/own-options';
import { policyOptions, type OptionSnippet } from './policy-options';

const RUNS = { numRuns: 60, seed: 20261123 };

function named(id: string): Policy {
  const policy = findPolicy(id);
  if (policy === undefined) throw new Error(`no policy ${id}`);
  return policy;
}

/** Options of a policy under its defaults and what is given. */
function optionsOf(id: string, given: object = {}) {
  const policy = named(id);
  return policyOptions(policy, policy.settings.parse(given) as Settings);
}

const own = (id: string, given: object = {}): readonly OptionSnippet[] =>
  optionsOf(id, given).snippets.slice(0, -2);
const code = (id: string, given: object = {}): string =>
  own(id, given)
    .map((snippet) => snippet.code)
    .join('\n');
const json = (id: string, given: object = {}): unknown => JSON.parse(own(id, given)[0]?.code ?? '');

const balanced = (text: string): boolean =>
  [...text].reduce<readonly string[] | null>((open, char) => {
    const closes = { ')': '(', '}': '{', ']': '[' }[char];
    if (open === null) return null;
    if (closes === undefined) return '({['.includes(char) ? [...open, char] : open;
    return open.at(-1) === closes ? open.slice(0, -1) : null;
  }, [])?.length === 0;

/** What a snippet's language asks of its text, as far as this machine can tell. */
function judge({ language, code: text }: OptionSnippet): void {
  expect(text).toMatch(/[^\n]\n$/);
  switch (language) {
    case 'json':
      expect(JSON.parse(text)).toBeTypeOf('object');
      return;
    case 'yaml':
      expect(parse(text)).toBeTypeOf('object');
      return;
    case 'toml':
      expect(text).toMatch(/^((\[[\w."-]+\])?\n|\w+ = ([\d_]+(\.\d+)?|"\w+")\n)*$/);
      return;
    case 'sh':
      expect(text).toMatch(/^(export [A-Z_]+=\d+\n)+$/);
      return;
    case 'diff':
      expect(text).toMatch(
        /^--- a\/(\S+)\n\+\+\+ b\/\1\n(@@ -(\d+) \+\3 @@\n-\t(\w+) = [\d.]+\n\+\t\4 = \d[\d.e+-]*\n)+$/,
      );
      return;
    case 'go':
      expect(text).not.toMatch(/^ /m);
      expect(balanced(text)).toBe(true);
      return;
    default:
      expect(balanced(text)).toBe(true);
  }
}

describe.each(policies.map((policy) => [policy.id, policy] as const))('%s', (_, policy) => {
  it('has options unless it is Highwater’s own or the recording’s', () => {
    const runs = policy.provenance.basis !== 'ours' && !policy.traits.recording;
    expect(ownOptions(policy, policy.settings.parse({})) !== undefined).toBe(runs);
  });

  it('writes what its languages can read, and leaves no changed setting unsaid', () => {
    const keys = settingFields(policy).map(({ key }) => key);
    fc.assert(
      fc.property(arbitrarySettings(policy), (given) => {
        const settings = given as Settings;
        const { snippets, notSettable } = policyOptions(policy, settings);
        for (const snippet of snippets) {
          judge(snippet);
          expect(keys).toEqual(expect.arrayContaining([...snippet.sets]));
        }
        const made = ownOptions(policy, settings);
        if (made === undefined) return;
        expect(keys).toEqual(expect.arrayContaining(Object.keys(made.fixed)));
        const set = new Set(made.snippets.flatMap(({ sets }) => sets));
        // A cap that is off is no setting to name.
        const left = settingFields(policy).filter(
          (field) =>
            settings[field.key] !== field.initial &&
            !set.has(field.key) &&
            unusedBy(field, policy, settings) === null,
        );
        expect(notSettable).toHaveLength(left.length);
        expect(new Set(notSettable).size).toBe(left.length);
      }),
      RUNS,
    );
  });

  it('is the same policy and settings again, read from Highwater’s own forms', () => {
    fc.assert(
      fc.property(arbitrarySettings(policy), (given) => {
        const [yaml, asJson] = policyOptions(policy, given as Settings).snippets.slice(-2);
        const value: unknown = JSON.parse(asJson?.code ?? '');
        expect(parse(yaml?.code ?? '')).toEqual(value);
        const { policy: id, settings } = value as { policy: string; settings: Settings };
        expect(id).toBe(policy.id);
        const again = chooseSettings({ policy, preset: null }, settings, {});
        expect(again).toEqual({ ok: true, value: given });
      }),
      RUNS,
    );
  });
});

describe('ContextGuard', () => {
  it('adds an agent with the options of the package', () => {
    expect(code('contextguard-threshold', { window: 185_000, attempts: 5 })).toBe(
      [
        'guard := contextguard.New(registry)',
        'guard.Add("assistant", llm,',
        '\tcontextguard.WithMaxTokens(185_000),',
        '\tcontextguard.WithMaxCompactionAttempts(5),',
        ')',
        '',
      ].join('\n'),
    );
    expect(code('contextguard-sliding-window', { maxTurns: 30 })).toContain(
      '\tcontextguard.WithSlidingWindow(30),\n)',
    );
  });

  it('patches what is a constant, a line each', () => {
    const [, patch] = own('contextguard-threshold', { cap: 7.5, factor: 4 });
    expect(patch).toMatchObject({ by: 'patch', file: 'plugin/contextguard/contextguard.go' });
    expect(patch?.code).toBe(
      [
        '--- a/plugin/contextguard/contextguard.go',
        '+++ b/plugin/contextguard/contextguard.go',
        '@@ -78 +78 @@',
        '-\tdefaultHeuristicCorrectionFactor = 2.5',
        '+\tdefaultHeuristicCorrectionFactor = 4.0',
        '@@ -83 +83 @@',
        '-\tmaxCorrectionFactor = 5.0',
        '+\tmaxCorrectionFactor = 7.5',
        '',
      ].join('\n'),
    );
    expect(own('contextguard-threshold')).toHaveLength(1);
  });

  it('names the version whose rules are asked for, and patches no other version’s lines', () => {
    const policy = named('contextguard-threshold');
    const old = policy.presets.find(({ id }) => id === 'v0.9.0')?.settings as object;
    const { snippets, notSettable } = optionsOf('contextguard-threshold', old);
    expect(snippets[0]?.notes[0]).toContain('v0.9.0 (dc1ea47)');
    expect(snippets.map(({ by }) => by)).not.toContain('patch');
    expect(notSettable).toEqual([]);
    const more = optionsOf('contextguard-threshold', { ...old, factor: 3 });
    expect(more.notSettable).toEqual([
      'Default factor 3: the constant defaultHeuristicCorrectionFactor of plugin/contextguard/contextguard.go; no option sets it.',
    ]);
  });

  it('says what no option sets', () => {
    const { notSettable } = optionsOf('contextguard-threshold', {
      floor: 0.8,
      attempts: 0,
      summary: 'bytes',
      estimator: 'anchor',
    });
    expect(notSettable).toEqual([
      expect.stringContaining('Correction floor 0.8: a literal, 1.0, in tokenCount'),
      expect.stringContaining('WithMaxCompactionAttempts(0) means the default of 3'),
      'Summary size bytes: Highwater’s assumption on what the summariser writes; nothing to set.',
      'Decides by anchor: not settable in ContextGuard.',
    ]);
  });
});

describe('the agents', () => {
  it('Claude Code: environment and settings.json', () => {
    const given = { window: 493_000, percent: 80, enabled: false };
    const [environment, settings] = own('claude-code', given);
    expect(environment?.code).toBe(
      'export CLAUDE_CODE_AUTO_COMPACT_WINDOW=493000\nexport CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=80\nexport DISABLE_AUTO_COMPACT=1\n',
    );
    expect(JSON.parse(settings?.code ?? '')).toEqual({ autoCompactWindow: 493_000 });
    // 146,000 + 20,000 + 13,000.
    expect(own('claude-code', { observed: 146_000 })[0]?.code).toContain('WINDOW=179000\n');
    expect(own('claude-code', { window: 90_000 })[0]?.notes).toContain(
      '90,000 is outside of that: not settable in Claude Code.',
    );
  });

  it('Codex: config.toml', () => {
    const given = { window: 400_000, limit: 350_000, scope: 'body_after_prefix' };
    expect(code('codex', given)).toBe(
      'model_context_window = 400000\nmodel_auto_compact_token_limit = 350000\nmodel_auto_compact_token_limit_scope = "body_after_prefix"\n',
    );
    expect(own('codex', { window: 400_000, limit: 380_000 })[0]?.notes[0]).toContain('360,000');
    expect(optionsOf('codex', { keepUser: 64_000 }).notSettable[0]).toContain(
      'COMPACT_USER_MESSAGE_MAX_TOKENS',
    );
  });

  it('OpenCode: opencode.json', () => {
    expect(json('opencode', { window: 400_000, inputLimit: 272_000, reserved: 30_000 })).toEqual({
      $schema: 'https://opencode.ai/config.json',
      compaction: { reserved: 30_000 },
      provider: {
        PROVIDER: {
          models: { MODEL: { limit: { context: 400_000, output: 32_000, input: 272_000 } } },
        },
      },
    });
    expect(json('opencode-tail', { tailTurns: 2, prune: true, auto: false })).toMatchObject({
      compaction: { auto: false, prune: true, tail_turns: 2 },
    });
    // A tail of one size is OpenCode's own setting; its two bounds are constants of the program.
    const tail = { tailLeast: 900, tailMost: 900 };
    expect(json('opencode-tail', tail)).toMatchObject({
      compaction: { preserve_recent_tokens: 900 },
    });
    expect(code('opencode-tail', { ...tail, tailMost: 901 })).not.toContain('preserve');
  });

  it('Gemini CLI: settings.json', () => {
    expect(json('gemini-cli', { share: 0.7, maskLeast: 60_000 })).toEqual({
      model: { compressionThreshold: 0.7 },
      contextManagement: { tools: { outputMasking: { minPrunableThresholdTokens: 60_000 } } },
    });
    // The share that gives an observed threshold.
    const fitted = json('gemini-cli', { window: 1_000_000, observed: 650_000 });
    expect(fitted).toEqual({ model: { compressionThreshold: 0.65 } });
  });

  it('ADK: one language each, tokens in place of a share', () => {
    const given = { window: 100_000, share: 0.8, retention: 5 };
    expect(code('adk-python', given)).toContain(
      'EventsCompactionConfig(\n        token_threshold=80_000,\n        event_retention_size=5,\n    )',
    );
    expect(code('adk-java', given)).toContain('.tokenThreshold(80_000)');
    expect(code('adk-typescript', given)).toContain('tokenThreshold: 80_000,');
    expect(code('adk-go', given)).toContain('\t\tTokenThreshold:     80_000,');
    expect(own('adk-sliding').map(({ target }) => target)).toEqual(['Python', 'Go']);
    expect(own('adk-sliding', { protect: false }).map(({ target }) => target)).toEqual(['Java']);
  });

  it('pi, Crush and Cline', () => {
    expect(json('pi', { reserve: 20_000, enabled: false })).toEqual({
      compaction: { enabled: false, reserveTokens: 20_000, keepRecentTokens: 20_000 },
    });
    expect(json('crush', { window: 128_000, autoSummarize: false })).toMatchObject({
      options: { disable_auto_summarize: true },
      providers: { PROVIDER: { models: [{ id: 'MODEL', context_window: 128_000 }] } },
    });
    expect(code('cline', { keep: 30_000 })).toContain(
      'compaction: { enabled: true, preserveRecentTokens: 30_000 }',
    );
  });

  it('the providers’ own compaction', () => {
    expect(json('anthropic-compaction', { trigger: 20_000, keep: 2 })).toEqual({
      context_management: {
        edits: [
          {
            type: 'compact_20260112',
            trigger: { type: 'input_tokens', value: 50_000 },
            pause_after_compaction: true,
          },
        ],
      },
    });
    expect(json('anthropic-editing', { clearUses: 40, clearAtLeast: 5_000 })).toEqual({
      context_management: {
        edits: [
          {
            type: 'clear_tool_uses_20250919',
            trigger: { type: 'tool_uses', value: 40 },
            keep: { type: 'tool_uses', value: 3 },
            clear_at_least: { type: 'input_tokens', value: 5_000 },
          },
        ],
      },
    });
    expect(json('openai-compaction', { window: 400_000, share: 0.5 })).toEqual({
      context_management: [{ type: 'compaction', compact_threshold: 200_000 }],
    });
    expect(json('openai-truncation')).toEqual({ truncation: 'auto' });
  });

  it('Highwater’s own policies have no other options', () => {
    const { snippets, notSettable } = optionsOf('anchor-delta', { window: 180_000 });
    expect(snippets.map(({ target }) => target)).toEqual(['YAML', 'JSON']);
    expect(notSettable).toEqual([
      'Anchor + delta is Highwater’s own: no system has these settings.',
    ]);
  });
});
