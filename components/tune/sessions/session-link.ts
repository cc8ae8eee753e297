import type { Settings } from '@/lib/engine/policy/fields';

/** Address of a session under a policy and its settings, at a step where one is known. */
export function sessionHref(
  id: string,
  policy: string,
  settings: Settings,
  step: number | null,
): string {
  const parameters = new URLSearchParams({ policy });
  for (const [key, value] of Object.entries(settings)) parameters.set(key, String(value));
  if (step !== null && step >= 0) parameters.set('step', `${step}`);
  return `/sessions/${id}?${parameters.toString()}`;
}
