/**
 * Real tokens that the first request of a session is expected to hold beyond what its trace shows:
 * system prompt, tool definitions, reminders. research/ratios.md, "first real-heur (med)" of each
 * source and model; for a source with several models, the median over all its sessions.
 */
interface Prior {
  /** Agents in words. */
  readonly agent: string;
  readonly source: RegExp;
  readonly tokens: number;
  /** The same for sessions of one model that had many; names are as recordings write them. */
  readonly ofModel?: Readonly<Record<string, number>>;
  /** True if the format holds the system prompt, which the prior then leaves out. */
  readonly systemRecorded: boolean;
  /**
   * Its compaction builds the first request anew, so that what grew unseen (sealed reasoning) leaves with
   * the history: recordings of Codex fall back to prefix, kept messages and summary, 2 of 2 with growth of
   * 19,374 and 26,844 tokens that no entry explains.
   */
  readonly rebuilt?: boolean;
  /**
   * Half of the growth that no entry explains leaves with the next compaction where it is smaller: of 11
   * recorded jumps of 5,000 to 10,000 tokens of Claude Code about half was gone behind it. Larger ones were
   * seen where tools joined, which stay.
   */
  readonly halved?: number;
  /**
   * A larger one that comes with a message of the user is what the program attached to it, and leaves with it: of six
   * recorded jumps of 12,839 to 15,145 tokens, in one session of Claude Code, at most 8 % was left behind its
   * compaction. Tools join between calls.
   */
  readonly attaches?: boolean;
  /** Evidence in words, with its n. */
  readonly evidence: string;
}

/** Tokens of hidden growth below which half of it leaves with a compaction of Claude Code. */
export const HALVED_BELOW = 10_000;

/** The shipped priors; the first that matches holds. */
export const prefixPriors: readonly Prior[] = [
  {
    agent: 'Claude Code',
    source: /^claude-code/,
    tokens: 27_423,
    ofModel: { 'claude-opus-4-5-20251101': 40_524 },
    halved: HALVED_BELOW,
    attaches: true,
    systemRecorded: false,
    evidence:
      '372 sessions; medians of models 23,120 to 40,524, the last of Claude Opus 4.5 in 149 sessions',
  },
  {
    agent: 'Gemini CLI',
    source: /^gemini-cli/,
    tokens: 12_528,
    systemRecorded: false,
    evidence: '3 sessions; 11,826 and 12,528',
  },
  {
    agent: 'OpenCode',
    source: /^opencode/,
    tokens: 10_804,
    systemRecorded: false,
    evidence: '4 sessions: 8,766, 10,792, 10,816 and 11,490; between the middle two',
  },
  {
    agent: 'Codex',
    source: /^codex/,
    tokens: 3_752,
    systemRecorded: true,
    rebuilt: true,
    evidence: '81 sessions; medians of models 3,752 to 8,598, besides base_instructions',
  },
  {
    agent: 'pi',
    source: /^pi(-|$)/,
    tokens: 2_298,
    systemRecorded: false,
    evidence: '3 sessions: 1,630, 2,298 and 2,608',
  },
  {
    agent: 'Google ADK',
    source: /^adk/,
    tokens: 490,
    systemRecorded: false,
    evidence: '39 sessions of databases; recordings of its own tests hold none',
  },
];

/** The shipped prior of a source (an importer's id); 0 for sources never measured. */
export function prefixPrior(source: string): {
  readonly tokens: number;
  readonly systemRecorded: boolean;
} {
  return (
    prefixPriors.find((prior) => prior.source.test(source)) ?? { tokens: 0, systemRecorded: false }
  );
}

/**
 * Real tokens of the prefix of a whole session of this source, as far as it is known: the prior, and
 * a recorded system prompt. 0 for sources never measured.
 */
export function expectedPrefix({ source, generated, system, models }: KnownPrefix): number {
  const prior = prefixPriors.find((one) => one.source.test(source));
  if (generated || prior === undefined) return 0;
  const own = prior.ofModel?.[models[0] ?? ''];
  return (own ?? prior.tokens) + (prior.systemRecorded ? (system ?? 0) : 0);
}

/**
 * Tokens that a compaction leaves of growth that no entry explains, in a recording of this source; `said` where it
 * came with a message of the user.
 */
export function survivingGrowth(source: string, tokens: number, said: boolean): number {
  const prior = prefixPriors.find((one) => one.source.test(source));
  if (prior?.rebuilt === true) return 0;
  if (tokens < (prior?.halved ?? 0)) return tokens / 2;
  return said && prior?.attaches === true ? 0 : tokens;
}

/** Known facts of a session's prefix, in heuristic tokens. */
interface KnownPrefix {
  /** Id of the importer that read the session. */
  readonly source: string;
  readonly generated: boolean;
  /** System prompt, as recorded or attached; null if unknown. */
  readonly system: number | null;
  /** Models that answered it, in the order of their first answers. */
  readonly models: readonly string[];
}

/**
 * Real tokens still hidden when a request already counts a prefix of `counted` heuristic tokens:
 * the source's prior less what the user attached or the recorded state revealed. 0 for generated
 * sessions.
 */
export function hiddenPrefix(
  head: Omit<KnownPrefix, 'models'>,
  counted: number,
  density: number,
): number {
  if (head.generated) return 0;
  const { tokens, systemRecorded } = prefixPrior(head.source);
  const expected = systemRecorded ? (head.system ?? 0) : 0;
  return Math.max(0, Math.trunc(tokens - density * Math.max(0, counted - expected)));
}
