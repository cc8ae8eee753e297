import { LEAST_JOINED } from '@/lib/engine/replay/projection/density';
import type { NamedEntries } from './named-entries';
import type { SessionGrowth, StepGrowth } from './session-growth';

/** The tool whose result came in where hidden tokens did, and its other results. */
export interface JoinedBy {
  readonly tool: string;
  /** Other steps with a result of it at which tokens were hidden as well, ascending. */
  readonly others: readonly { readonly step: number; readonly hidden: number }[];
  /** Steps with a result of it at which none were. */
  readonly without: number;
}

/** True for a step that brought more than its entries and ordinary reminders explain. */
export const isHidden = ({ kind, unexplained }: StepGrowth): boolean =>
  kind === 'run' && unexplained >= LEAST_JOINED;

/**
 * The tool that goes with a step's hidden tokens: of those whose results came in with them the one at
 * whose other results tokens were hidden most often, the earliest of equals. Null for an ordinary step
 * and for one without a named result.
 */
export function joinedBy(
  { steps, at }: SessionGrowth,
  log: NamedEntries,
  step: number,
): JoinedBy | null {
  const own = at(step);
  if (own === null || !isHidden(own)) return null;
  const uses = (one: StepGrowth, tool: string): boolean =>
    log.results(one.from, one.to).includes(tool);
  const found = log.results(own.from, own.to).map((tool): JoinedBy => {
    const used = steps.filter((one) => one !== own && uses(one, tool));
    const others = used
      .filter(isHidden)
      .map((one) => ({ step: one.step, hidden: one.unexplained }));
    return { tool, others, without: used.length - others.length };
  });
  const rank = ({ others, without }: JoinedBy): number =>
    others.length / (others.length + without + 1);
  return found.reduce<JoinedBy | null>(
    (best, one) => (best === null || rank(one) > rank(best) ? one : best),
    null,
  );
}
