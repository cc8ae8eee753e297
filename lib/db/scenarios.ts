import type { Database } from './client';
import type { Scenario } from './generated/client';
import { newId } from './id';

/** A saved scenario; `json` is a plan (lib/scenarios/plan.ts). */
export type ScenarioRow = Scenario;

/** A saved scenario as the list names it. */
export type ScenarioBrief = Pick<Scenario, 'id' | 'name' | 'createdAt' | 'updatedAt'>;

/** The most scenarios a library keeps. */
export const MOST_SCENARIOS = 1_000;

/** How long deleted scenarios can be restored. */
const KEEP_DELETED_MS = 24 * 60 * 60_000;

/** The saved scenarios, the one changed last first. */
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

/** Saves a scenario; null when the library keeps as many as it may. */
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

/** Replaces a saved scenario; false when there is none under this id. */
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

/** Takes a scenario from the list, and those deleted long ago from the database. */
export async function deleteScenario({ prisma }: Database, id: string): Promise<boolean> {
  const now = Date.now();
  await prisma.scenario.deleteMany({ where: { deletedAt: { lt: now - KEEP_DELETED_MS } } });
  const { count } = await prisma.scenario.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: now },
  });
  return count > 0;
}

/** Puts a deleted scenario back into the list; false when it is gone. */
export async function restoreScenario({ prisma }: Database, id: string): Promise<boolean> {
  const { count } = await prisma.scenario.updateMany({
    where: { id },
    data: { deletedAt: null },
  });
  return count > 0;
}
