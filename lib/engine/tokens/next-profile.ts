import { intAt } from '@/lib/engine/base/read';
import { completeProfile, type Profile, type StepColumns } from './profile';

/**
 * A profile with the request that would come next: all that its log holds, of the last step's model, and
 * nothing counted. Compactions behind the last step then have a step of their own, and one behind it asks.
 */
export function nextProfile({ head, entries, steps, entryCount, stepCount }: Profile): Profile {
  const last = stepCount - 1;
  const more = head.compactions.some(({ step }) => step >= stepCount) ? 2 : 1;
  const longer = <C extends Int32Array | Uint8Array | Float64Array>(
    column: C,
    value: number,
  ): C => {
    const out = new (column.constructor as new (length: number) => C)(stepCount + more);
    out.set(column);
    return out.fill(value, stepCount) as C;
  };
  const unsaid = (column: Int32Array): Int32Array => longer(column, -1);
  const again = (column: Int32Array): Int32Array => longer(column, intAt(column, last));
  const next: StepColumns = {
    entries: longer(steps.entries, entryCount),
    real: unsaid(steps.real),
    output: unsaid(steps.output),
    cacheRead: unsaid(steps.cacheRead),
    cacheWrite: unsaid(steps.cacheWrite),
    cacheWriteHour: unsaid(steps.cacheWriteHour),
    reasoning: unsaid(steps.reasoning),
    flags: longer(steps.flags, 0),
    limit: longer(steps.limit, 0),
    model: again(steps.model),
    label: again(steps.label),
    time: longer(steps.time, NaN),
    turnStart: again(steps.turnStart),
    requestBytes: again(steps.requestBytes),
    ratio: steps.ratio === null ? null : longer(steps.ratio, steps.ratio[last] ?? 1),
  };
  return completeProfile(head, entries, next);
}
