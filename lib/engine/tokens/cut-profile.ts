import { intAt } from '@/lib/engine/base/read';
import { partKinds, type PartKind } from '@/lib/engine/session/schema';
import { completeProfile, stepFlag, type Profile } from './profile';

/**
 * A profile as it stood when the request of `step` was about to be sent: later steps and entries are
 * gone, so are the request's own usage and a compaction recorded at the step.
 */
export function cutProfile(profile: Profile, step: number): Profile {
  const { head, entries, steps, responseStart } = profile;
  const end = step + 1;
  const last = intAt(steps.entries, step);
  const boundary = head.compactions.findLast((one) => one.step === step)?.entry ?? last;
  const cut = (column: Int32Array): Int32Array => column.subarray(0, last);
  const answered = (column: Int32Array): Int32Array => column.subarray(0, responseStart[last]);
  const ran = (column: Int32Array): Int32Array => column.subarray(0, end);
  const unsaid = (column: Int32Array): Int32Array => column.slice(0, end).fill(-1, step);
  const flags = steps.flags.slice(0, end);
  flags[step] = (flags[step] ?? 0) & ~(stepFlag.reported | stepFlag.lengthStop);
  return completeProfile(
    {
      ...head,
      compactions: head.compactions.filter((one) => one.step < step),
      failedCompactions: head.failedCompactions.filter((one) => one.step < step),
      refusals: head.refusals.filter((one) => one.step < step),
      counted: head.counted.filter((one) => one.step < step),
      guard: head.guard.filter((one) => one.step < step),
      images: head.images.filter(({ entry }) => entry < last),
      // What the agent put back itself stands behind the boundary.
      files: head.files.filter(({ entry }) => entry < Math.min(last, boundary)),
    },
    {
      kinds: Object.fromEntries(
        partKinds.map((kind) => [kind, cut(entries.kinds[kind])]),
      ) as Record<PartKind, Int32Array>,
      fallback: cut(entries.fallback),
      flags: entries.flags.subarray(0, last),
      calls: cut(entries.calls),
      inlines: cut(entries.inlines),
      ceiled: cut(entries.ceiled),
      units: cut(entries.units),
      thoughtUnits: cut(entries.thoughtUnits),
      behindFirst: cut(entries.behindFirst),
      wide: cut(entries.wide),
      escapes: cut(entries.escapes),
      json: cut(entries.json),
      empty: cut(entries.empty),
      responses: cut(entries.responses),
      responseBytes: answered(entries.responseBytes),
      responseIds: answered(entries.responseIds),
      responseUnits: answered(entries.responseUnits),
      responseWide: answered(entries.responseWide),
      responseCalls: answered(entries.responseCalls),
      responseRepeats: answered(entries.responseRepeats),
      sealed: cut(entries.sealed),
      scripts: {
        latin: cut(entries.scripts.latin),
        cjk: cut(entries.scripts.cjk),
        other: cut(entries.scripts.other),
      },
    },
    {
      entries: ran(steps.entries),
      real: unsaid(steps.real),
      output: unsaid(steps.output),
      cacheRead: unsaid(steps.cacheRead),
      cacheWrite: unsaid(steps.cacheWrite),
      cacheWriteHour: unsaid(steps.cacheWriteHour),
      reasoning: unsaid(steps.reasoning),
      flags,
      limit: ran(steps.limit),
      model: ran(steps.model),
      label: ran(steps.label),
      time: steps.time.subarray(0, end),
      turnStart: ran(steps.turnStart),
      requestBytes: ran(steps.requestBytes),
      ratio: steps.ratio?.subarray(0, end) ?? null,
    },
  );
}
