import type { Entry, Part } from '@/lib/session/schema';

/** An entry; time and label are left out if the trace lacks them. */
export function entryOf(
  role: Entry['role'],
  parts: readonly Part[],
  origin: number | string,
  time: string | null,
  label?: string | null,
): Entry {
  return {
    role,
    parts,
    origin,
    ...(time === null ? {} : { time }),
    ...(label === undefined || label === null ? {} : { label }),
  };
}
