/** The sessions of golden/sliding-window.json, as patterns of turns, and their replays. */
import { assert } from '@/lib/engine/base/assert';
import {
  contextGuardSlidingWindow,
  contextGuardSlidingWindowCorrected,
} from '@/lib/policies/contextguard/sliding-window';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { ScenarioDefinition } from '@/lib/readers/scenarios/catalogue/definition';
import { expandScenario } from '@/lib/readers/scenarios/catalogue/expand';
import type { ScenarioSession } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';

type Sized = Pick<ScenarioDefinition, 'turns'> &
  Partial<Pick<ScenarioDefinition, 'usage' | 'tools' | 'quotesUser' | 'summarizer'>>;

/** Name as in the vectors: sw<turns>_<window>_<what>; then ratio and bytes of the system prompt. */
type Row = readonly [name: string, ratio: number, system: number, rest: Sized];

/** `step_0 1500 > step_1 1500 …`: calls one after another. */
const chain = (calls: number, bytes: number): string =>
  Array.from({ length: calls }, (_, k) => `step_${k} ${bytes}`).join(' > ');

const rows: readonly Row[] = [
  ['sw5_8k_text', 1.8, 300, { turns: [{ repeat: 20, user: 400 }] }],
  ['sw20_8k_text', 1.8, 300, { turns: [{ repeat: 40, user: 400 }] }],
  [
    'sw30_8k_tools',
    2,
    400,
    { turns: [{ repeat: 30, user: 20, numbered: true, calls: 'status 800' }] },
  ],
  [
    'sw5_32k_parallel',
    2,
    1_000,
    { turns: [{ repeat: 15, user: 29, numbered: true, calls: 'svc_a 3000 + svc_b 3000' }] },
  ],
  [
    'sw20_32k_sequential',
    2,
    1_000,
    { turns: [{ repeat: 8, user: 24, numbered: true, calls: chain(5, 1_500) }] },
  ],
  [
    'sw30_32k_mixed',
    2.2,
    1_000,
    {
      turns: [
        {
          repeat: 25,
          user: 300,
          rules: [
            { every: 4, calls: chain(3, 2_000) },
            { every: 2, calls: 'fetch 4000 + parse 500' },
          ],
        },
      ],
    },
  ],
  ['sw5_200k_puretool_single_turn', 2, 1_000, { turns: [{ user: 2, calls: chain(20, 4_000) }] }],
  [
    'sw20_200k_tooldefs_parallel',
    2,
    3_000,
    {
      tools: 11_340,
      turns: [
        {
          repeat: 20,
          user: 15,
          numbered: true,
          calls: 'mcp_tool_0 5000 + mcp_tool_5 8000 + mcp_tool_9 2000',
        },
      ],
    },
  ],
  [
    'sw30_200k_long_chain',
    2,
    2_000,
    { turns: [{ repeat: 6, user: 21, numbered: true, calls: chain(12, 6_000) }] },
  ],
  [
    'sw20_8k_large_responses_retry',
    2,
    300,
    { turns: [{ repeat: 16, user: 500, model: 817, calls: 'read 14000' }] },
  ],
  [
    'sw5_8k_puretool_two_turns',
    2,
    200,
    { usage: false, turns: [{ repeat: 2, user: 4, calls: chain(9, 1_200) }] },
  ],
  [
    'sw30_200k_inline_images',
    2,
    2_000,
    {
      turns: [
        {
          repeat: 24,
          user: 18,
          numbered: true,
          rules: [{ every: 2, inline: 'image/png 60000' }],
        },
      ],
    },
  ],
  [
    'sw20_32k_huge_summary',
    2,
    1_000,
    {
      summarizer: { script: [{ bytes: 110_000 }] },
      turns: [{ repeat: 15, user: 16, numbered: true, calls: 'fetch 1000' }],
    },
  ],
  [
    'sw20_32k_summarizer_fails',
    2,
    1_000,
    {
      summarizer: { script: [{ fail: true }] },
      turns: [{ repeat: 12, user: 16, numbered: true, calls: 'fetch 3000' }],
    },
  ],
  [
    'sw5_200k_usercontent',
    2,
    2_000,
    {
      quotesUser: true,
      turns: [{ repeat: 8, user: 32, numbered: true, calls: chain(2, 1_000) }],
    },
  ],
];

/** One session of the vectors, written out. */
interface SlidingSession {
  readonly name: string;
  readonly session: ScenarioSession;
}

/** Every session of the sliding window's vectors, in their order. */
export const slidingSessions = (): readonly SlidingSession[] => rows.map(expand);

function expand([name, ratio, system, rest]: Row): SlidingSession {
  const [, maxTurns, thousands] = /^sw(\d+)_(\d+)k_/.exec(name) ?? [];
  const written = expandScenario({
    ...rest,
    name,
    ratio,
    system,
    window: Number(thousands) * 1_000,
    source: 'extra',
    family: 'normal',
    words: '',
    expected: [0, 0],
  });
  const sliding = { strategy: 'sliding_window', maxTurns: Number(maxTurns) } as const;
  return { name, session: { ...written, config: { ...written.config, ...sliding } } };
}

/**
 * Replays a session of the vectors under the sliding window, as coded or corrected.
 * @throws on an unknown name.
 */
export function replaySliding(name: string, { corrected = false } = {}): Replay {
  const found = rows.find(([known]) => known === name);
  assert(found !== undefined, `There is no sliding-window session ${name}`);
  const { session } = expand(found);
  const { profile, settings, script, limit } = generateProfile(session, name);
  const options = { script, limit };
  const policy = corrected ? contextGuardSlidingWindowCorrected : contextGuardSlidingWindow;
  return replay(prepare(profile), policy, policy.settings.parse(settings), options);
}
