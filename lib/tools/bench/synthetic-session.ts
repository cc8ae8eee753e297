import { seededRandom } from '@/lib/engine/base/random';
import { SessionBuilder } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Part } from '@/lib/engine/session/schema';

/** A generated session that holds sizes instead of text, and its entries. */
export interface SyntheticSession {
  readonly draft: SessionDraft;
  readonly store: MemoryStore;
}

/** Agents, their models and what a token is of heuristic tokens there (research/ratios.md). */
const AGENTS = [
  ['Claude Code', 'claude-code', 'claude-opus-4-5', 1.4, 30_000],
  ['Claude Code', 'claude-code', 'claude-opus-4-8', 1.8, 32_000],
  ['Codex', 'codex', 'gpt-5.1-codex', 1.1, 7_000],
  ['OpenCode', 'opencode', 'kimi-k2', 1.3, 10_000],
  ['Gemini CLI', 'gemini-cli', 'gemini-3-pro', 1.2, 12_000],
] as const;

/** Most steps; half of the sessions have fewer than 45. */
const MOST_STEPS = 600;

/** One of so many sessions belongs to the session before it. */
const SUB_AGENT_EACH = 7;

const FIRST_DAY = Date.UTC(2025, 5, 1);
const MINUTE = 60_000;

const sized = (of: 'text' | 'response', bytes: number): Part => ({
  ...{ kind: 'sized', of, sizes: of === 'text' ? [bytes] : [4, bytes] },
});
const sizedCall = (bytes: number): Part => ({ kind: 'sized', of: 'call', sizes: [4, 9, bytes] });

/**
 * The session number `i` of an endless list; the same number gives the same session. Sizes and growth
 * follow recorded sessions: a step adds 1,100 tokens in the middle, some add 20,000; an agent that
 * reaches nine tenths of its model's limit compacts to a summary. `length` is its number of steps, in place of a
 * number of the same random ones.
 */
export function syntheticSession(i: number, length?: number): SyntheticSession {
  const random = seededRandom(i + 1);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const [agent, format, model, density, prefix] = AGENTS[i % AGENTS.length] ?? AGENTS[0];
  const child = i % SUB_AGENT_EACH === SUB_AGENT_EACH - 1;
  const nameOf = (number: number): string =>
    `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const store = new MemoryStore();
  const builder = new SessionBuilder(store, {
    name: `${child ? 'Explore' : 'Task'} ${i}`,
    source: {
      ...{ format, file: `${nameOf(i)}.jsonl`, agent, sessionId: nameOf(i) },
      parent: child ? { sessionId: nameOf(i - 1), lane: 'main', relation: 'subagent' } : null,
    },
  });
  const usual = Math.min(MOST_STEPS, Math.max(3, Math.round(45 * Math.exp(0.9 * normal()))));
  const steps = length ?? usual;
  const limit = 200_000;
  let heuristic = 0;
  let real = 0;
  let time = FIRST_DAY + i * 5 * MINUTE;
  for (let step = 0; step < steps; step++) {
    const bytes = Math.min(80_000, Math.round(3_000 * Math.exp(1.1 * normal())));
    builder.append({ role: 'user', parts: [sized(step === 0 ? 'text' : 'response', bytes)] });
    heuristic += bytes >> 2;
    time += Math.round(MINUTE * random());
    real = Math.round(prefix + heuristic * density * (1 + 0.01 * normal()));
    const rejected = real > limit;
    builder.step({
      ...{ real, model, rejected, limit: rejected ? limit : null, label: `step ${step}` },
      time: new Date(time).toISOString(),
    });
    const call = 200 + Math.round(400 * random());
    builder.append({ role: 'model', parts: [sizedCall(call)] });
    heuristic += call >> 2;
    if (real < limit * 0.9) continue;
    builder.compaction({ trigger: 'auto', preTokens: real, summary: [sized('text', 12_000)] });
    heuristic = 3_000;
  }
  builder.limit({ tokens: limit, source: 'recording' });
  return { draft: builder.finish(), store };
}
