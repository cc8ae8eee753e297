import { ENGINE } from '@/lib/replay/engine';

/** A default that changed. */
interface ChangedDefault {
  readonly was: unknown;
  readonly is: unknown;
}

/** Change of a policy since the fixture `e2e/yesterday` was recorded. */
interface PolicyChange {
  /** First engine that has it. */
  readonly engine: number;
  /** The rule itself changed: decisions may differ at any step. Otherwise only what a compaction leaves. */
  readonly decides: boolean;
  readonly defaults: Readonly<Record<string, ChangedDefault>>;
}

const summary: ChangedDefault = { was: 'cap', is: 'measured' };

/** Changes by the policy's id; replays of all other policies differ only in what is projected. */
const POLICY_CHANGES: Readonly<Record<string, PolicyChange>> = {
  // The last response's own tokens count; summaries are measured, and the files that come back are
  // those that the tools touched.
  'claude-code': {
    engine: 2,
    decides: true,
    defaults: {
      files: { was: 3, is: 5 },
      summary,
      images: { was: 'bytes', is: 'flat' },
      imageTokens: { was: 1_600, is: 2_000 },
    },
  },
  // Tool output, the limit and earlier reasoning are counted as the shipped program counts them.
  codex: { engine: 2, decides: true, defaults: { summary } },
  // A response without a recorded count is projected by the density of text, which is learnt otherwise.
  crush: { engine: 2, decides: true, defaults: {} },
  // The count survives a response without usage; responses are cut first, as the client cuts and masks them.
  'gemini-cli': { engine: 2, decides: true, defaults: {} },
  // Counts, checks and cuts are those of the shipped program.
  pi: { engine: 2, decides: true, defaults: { summary } },
  // The tail is a budget of tokens only, and the reserve is not limited by the output.
  opencode: { engine: 2, decides: true, defaults: {} },
  'opencode-tail': {
    engine: 2,
    decides: true,
    defaults: { tailTurns: { was: 2, is: 1_000 }, tailMost: { was: 8_000, is: 15_000 } },
  },
};

/** Change of a policy that today's engine has; null for none. */
export function policyChange(policy: string): PolicyChange | null {
  const change = POLICY_CHANGES[policy];
  return change !== undefined && change.engine <= ENGINE ? change : null;
}
