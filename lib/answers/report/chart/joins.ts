import type { Replayable } from '@/lib/engine/replay/prepare';

/** A step at which something joined the prefix: its request grew by far more than its entries. */
export interface Join {
  readonly step: number;
  /** Tokens that joined, by the projection. */
  readonly tokens: number;
}

/** The steps of a recording at which something joined the prefix, ascending. */
export function joinsOf({ projection: { joined } }: Replayable): readonly Join[] {
  const joins: Join[] = [];
  for (let step = 1; step < joined.length; step++) {
    const tokens = (joined[step] ?? 0) - (joined[step - 1] ?? 0);
    if (tokens > 0) joins.push({ step, tokens });
  }
  return joins;
}
