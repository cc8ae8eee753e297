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
  /** True if the format holds the system prompt, which the prior then leaves out. */
  readonly systemRecorded: boolean;
  /** Evidence in words, with its n. */
  readonly evidence: string;
}

/** The shipped priors; the first that matches holds. */
export const prefixPriors: readonly Prior[] = [
  {
    agent: 'Claude Code',
    source: /^claude-code/,
    tokens: 27_423,
    systemRecorded: false,
    evidence: '372 sessions; medians of models 23,120 to 40,524',
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
export function expectedPrefix({ source, generated, system }: KnownPrefix): number {
  const { tokens, systemRecorded } = prefixPrior(source);
  if (generated || tokens === 0) return 0;
  return tokens + (systemRecorded ? (system ?? 0) : 0);
}

/** Known facts of a session's prefix, in heuristic tokens. */
interface KnownPrefix {
  /** Id of the importer that read the session. */
  readonly source: string;
  readonly generated: boolean;
  /** System prompt, as recorded or attached; null if unknown. */
  readonly system: number | null;
}

/**
 * Real tokens still hidden when a request already counts a prefix of `counted` heuristic tokens:
 * the source's prior less what the user attached or the recorded state revealed. 0 for generated
 * sessions.
 */
export function hiddenPrefix(head: KnownPrefix, counted: number, density: number): number {
  if (head.generated) return 0;
  const { tokens, systemRecorded } = prefixPrior(head.source);
  const expected = systemRecorded ? (head.system ?? 0) : 0;
  return Math.max(0, Math.trunc(tokens - density * Math.max(0, counted - expected)));
}
