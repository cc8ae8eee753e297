import type { Database } from '../client';
import type { Scenario } from '../generated/client';
import { newId } from '../id';

/** A saved scenario; `json` is a plan (lib/readers/scenarios/plan.ts). */
export type ScenarioRow = Scenario;

/** A saved scenario in the list. */
type ScenarioBrief = Pick<Scenario, 'id' | 'name' | 'createdAt' | 'updatedAt'>;

/** Most scenarios of a library. */
export const MOST_SCENARIOS = 1_000;

/** Milliseconds for which deleted scenarios can be restored. */
const KEEP_DELETED_MS = 24 * 60 * 60_000;

/** The saved scenarios, most recently changed first. */
export function listScenarios({ prisma }: Database): Promise<readonly ScenarioBrief[]> {
  return prisma.scenario.findMany({
    where: { deletedAt: null },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    select: { id: true, name: true, createdAt: true, updatedAt: true },
  });
}

export function findScenario({ prisma }: Database, id: string): Promise<ScenarioRow | null> {
  return prisma.scenario.findFirst({ where: { id, deletedAt: null } });
}

/** Saves a scenario; null if the library has the most it may keep. */
export async function createScenario(
  { prisma }: Database,
  saved: Pick<Scenario, 'name' | 'json'>,
): Promise<ScenarioRow | null> {
  if ((await prisma.scenario.count({ where: { deletedAt: null } })) >= MOST_SCENARIOS) return null;
  const now = Date.now();
  return prisma.scenario.create({
    data: { ...saved, id: newId(), createdAt: now, updatedAt: now },
  });
}

/** Replaces a saved scenario; false if the id is unknown. */
export async function updateScenario(
  { prisma }: Database,
  id: string,
  saved: Pick<Scenario, 'name' | 'json'>,
): Promise<boolean> {
  const { count } = await prisma.scenario.updateMany({
    where: { id, deletedAt: null },
    data: { ...saved, updatedAt: Date.now() },
  });
  return count > 0;
}

/** Removes a scenario from the list; purges those deleted long ago. */
export async function deleteScenario({ prisma }: Database, id: string): Promise<boolean> {
  const now = Date.now();
  await prisma.scenario.deleteMany({ where: { deletedAt: { lt: now - KEEP_DELETED_MS } } });
  const { count } = await prisma.scenario.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: now },
  });
  return count > 0;
}

/** Restores a deleted scenario; false if it was purged. */
export async function restoreScenario({ prisma }: Database, id: string): Promise<boolean> {
  const { count } = await prisma.scenario.updateMany({
    where: { id },
    data: { deletedAt: null },
  });
  return count > 0;
}
