import type { Settings } from '@/lib/engine/policy/fields';

/** The systems whose real programs a proof can run: each has a driver in `lib/conformance/<folder>/own-files.mjs`. */
export interface ProvedSystem {
  readonly folder: string;
  readonly package: string;
  readonly license: string;
  /** Texts of the user that the program itself writes: it will do so again, but where it was started again. */
  readonly writes?: RegExp;
  /** The policy's settings as its driver takes them; the same where left out. */
  readonly given?: (settings: Settings) => Settings;
  /** The setting that measured proofs change; the window if left out. */
  readonly varies?: string;
  /** What the program's own shell puts around a result; the group `output` is what the command printed. */
  readonly wraps?: RegExp;
}

/** By the policy that models the system. */
export const provedSystems: Readonly<Record<string, ProvedSystem>> = {
  pi: { folder: 'pi', package: '@earendil-works/pi-coding-agent', license: 'MIT' },
  codex: {
    ...{ folder: 'codex', package: '@openai/codex', license: 'Apache-2.0' },
    writes: /^<(skills_instructions|environment_context|user_instructions)>/,
    wraps: /^Chunk ID: .*\nWall time: .*\n(.*\n)*?Output:\n(?<output>[\s\S]*)$/,
  },
  'adk-typescript': {
    ...{ folder: 'adk', package: '@google/adk', license: 'Apache-2.0', varies: 'tokenThreshold' },
    given: ({ tokenThreshold, share, window, ...settings }) => ({
      ...settings,
      tokenThreshold: Number(tokenThreshold) || Math.floor(Number(window) * Number(share)),
    }),
  },
  'gemini-cli': {
    ...{ folder: 'gemini-cli', package: '@google/gemini-cli', license: 'Apache-2.0' },
    varies: 'share',
    writes: /^<session_context>/,
    wraps:
      /^<untrusted_context>\nOutput: (?<output>[\s\S]*?)\n(?:Exit Code: \d+\n)?Process Group PGID: \d+\n/,
  },
  qwen: {
    ...{ folder: 'qwen', package: '@qwen-code/qwen-code', license: 'Apache-2.0' },
    wraps: /^Command: .*\nDirectory: .*\nOutput: (?<output>[\s\S]*)\nError: /,
  },
  'opencode-tail': {
    ...{ folder: 'opencode', package: 'opencode-ai', license: 'MIT' },
    writes: /^(Continue if you have next steps|What did we do so far\?)/,
    // What is not configured has a value of the policy that the program takes of its own accord.
    given: ({ tailTurns, tailMost, tailLeast, ...settings }) => ({
      ...settings,
      ...(tailLeast === tailMost && { tailMost }),
      ...(tailTurns !== 1_000 && { tailTurns }),
    }),
  },
};
