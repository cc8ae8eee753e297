import type { Entry, Part } from '@/lib/session/schema';

/** An entry; time and label are left out if the trace lacks them. */
export function entryOf(
  role: Entry['role'],
  parts: readonly Part[],
  origin: number | string,
  time: string | null,
  label?: string | null,
): Entry {
  const labelled = label !== undefined && label !== null;
  if (time === null) return labelled ? { role, parts, origin, label } : { role, parts, origin };
  return labelled ? { role, parts, origin, time, label } : { role, parts, origin, time };
}
