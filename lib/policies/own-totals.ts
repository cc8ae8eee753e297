/**
 * Runs for totals of the policies that have one. They stand apart from the policies, which every page and worker
 * loads: only what sweeps many settings fetches them.
 */
import { contextGuardThreshold } from './builtin';
import { ThresholdTotals } from './contextguard/totals';
import type { Policy } from '@/lib/engine/policy/policy';
import type { BeginTotals } from '@/lib/engine/policy/totals';

const own = <S>({ id }: Policy<S>, begin: BeginTotals<NoInfer<S>>) =>
  [id, begin as BeginTotals<unknown>] as const;

const byPolicy: ReadonlyMap<string, BeginTotals<unknown>> = new Map([
  own(contextGuardThreshold, (settings, input) => new ThresholdTotals(settings, input)),
]);

/** How a policy's run for totals begins; undefined where it has none, so that a replay must do it. */
export const ownTotals = ({ id }: Pick<Policy, 'id'>): BeginTotals<unknown> | undefined =>
  byPolicy.get(id);
