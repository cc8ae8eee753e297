import { comparedWith } from '@/lib/engine/replay/control';
import type { SizeFault } from '@/lib/engine/replay/faults/faults';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';
import { isWorse, tallyOf, type DollarsOf, type NetEffect } from '../explain/net-effect';
import { outputsOf, toolOutputs, type Output } from './tool-outputs';

/** Tokens that a result may have, from the largest cap down. */
export const CAPS = [16_000, 4_000, 1_000] as const;

/** Tokens of a result that is kept elsewhere: the line that says where. */
const POINTER = 50;

/** Most tools that are capped alone, and most single results that are moved. */
const [MOST_TOOLS, MOST_RESULTS] = [6, 3];

/** A change of the log: results of a tool, of all tools, or one alone, cut to so many heuristic tokens. */
export interface OutputCap {
  /** Name of the tool; null for every tool. */
  readonly tool: string | null;
  /** The entry whose results give way to a pointer; null where all large ones are cut. */
  readonly entry: number | null;
  readonly tokens: number;
  /** Results that are cut, and of those that are larger the ones that share an entry with another tool's: they stay. */
  readonly cut: number;
  readonly beside: number;
  /** Heuristic tokens that leave the log. */
  readonly removed: number;
}

/** What such a change does to the session: before is its control, which recorded compactions do not decide. */
export interface CapEffect extends OutputCap {
  readonly net: NetEffect;
}

/** A change with the faults that make it. */
interface CapReplay {
  readonly cap: OutputCap;
  readonly faults: readonly SizeFault[];
}

/** Every change that cuts something: of the largest tools, of all tools, of the largest results. */
export function outputCaps(
  { session: { profile } }: Replay,
  tools: ToolNames | null,
): readonly CapReplay[] {
  const outputs = outputsOf(profile, tools);
  const largest = toolOutputs(outputs, tools).slice(0, MOST_TOOLS);
  const ofTools = largest.flatMap(({ tool }) =>
    CAPS.map((tokens) => capOf(outputs, { tool, tokens }, tools?.names.indexOf(tool) ?? -1)),
  );
  // Of a single tool both are the same.
  const ofAll = CAPS.map((tokens) => capOf(outputs, { tool: null, tokens }, null));
  const moved = [...byEntry(outputs)]
    .sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
    .slice(0, MOST_RESULTS)
    .map(([entry, results]) => {
      const cap = capOf(results, { tool: null, tokens: POINTER }, null);
      return { ...cap, cap: { ...cap.cap, entry } };
    });
  return [...(largest.length === 1 ? [] : ofTools), ...ofAll, ...moved].filter(
    ({ faults }) => faults.length > 0,
  );
}

/** Replays a session with a change, beside its control. */
export function capEffect(
  run: Replay,
  { cap, faults }: CapReplay,
  dollarsOf: DollarsOf | null,
): CapEffect {
  const own = run.faults.map(({ fault }) => fault);
  const changed = replay(run.session, run.policy, run.settings, { faults: [...own, ...faults] });
  const before = tallyOf(comparedWith(run), dollarsOf);
  return { ...cap, net: { before, after: tallyOf(changed, dollarsOf) } };
}

/** True for a change that alters an overflow, a loop or a compaction, and leaves nothing worse. */
export const helps = ({ net }: CapEffect): boolean => {
  const { before, after } = net;
  const alters =
    before.overflows !== after.overflows ||
    before.compactions !== after.compactions ||
    (before.loop === null) !== (after.loop === null);
  return alters && !isWorse(net) && after.compactions <= before.compactions;
};

/** The best first: fewest overflows, no loop, fewest compactions, then the least that leaves the log. */
export const byEffect = (a: CapEffect, b: CapEffect): number =>
  a.net.after.overflows - b.net.after.overflows ||
  Number(a.net.after.loop !== null) - Number(b.net.after.loop !== null) ||
  a.net.after.compactions - b.net.after.compactions ||
  a.removed - b.removed;

function capOf(
  outputs: readonly Output[],
  { tool, tokens }: Pick<OutputCap, 'tool' | 'tokens'>,
  index: number | null,
): CapReplay {
  const bytes = tokens * 4;
  const isLarge = (one: Output): boolean => one.bytes > bytes;
  const entries = [...byEntry(outputs.filter(isLarge))];
  const own = entries.filter(([, all]) => index === null || all.every((one) => one.tool === index));
  const taken = own.flatMap(([, results]) => results);
  const wanted = outputs.filter((one) => isLarge(one) && (index === null || one.tool === index));
  return {
    cap: {
      ...{ tool, tokens, entry: null, cut: taken.length, beside: wanted.length - taken.length },
      removed: taken.reduce((sum, one) => sum + (one.bytes >> 2) - (bytes >> 2), 0),
    },
    faults: own.map(([entry]) => ({ kind: 'truncate', entry, bytes })),
  };
}

function byEntry(outputs: readonly Output[]): ReadonlyMap<number, readonly Output[]> {
  const entries = new Map<number, Output[]>();
  for (const one of outputs) {
    const before = entries.get(one.entry);
    if (before === undefined) entries.set(one.entry, [one]);
    else before.push(one);
  }
  return entries;
}

const sizeOf = (results: readonly Output[]): number =>
  results.reduce((sum, { bytes }) => sum + bytes, 0);
