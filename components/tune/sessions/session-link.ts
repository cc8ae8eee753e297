import type { Settings } from '@/lib/engine/policy/fields';

/** Address of a session under a policy, its settings and faults, at a step where one is known. */
export function sessionHref(
  id: string,
  policy: string,
  settings: Settings,
  step: number | null,
  faults: readonly string[] = [],
): string {
  const params = new URLSearchParams({ policy });
  for (const [key, value] of Object.entries(settings)) params.set(key, String(value));
  for (const fault of faults) params.append('fault', fault);
  if (step !== null && step >= 0) params.set('step', `${step}`);
  return `/sessions/${id}?${params.toString()}`;
}
