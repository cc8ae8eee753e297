import type { Database } from './client';
import type { SessionListRow } from './sessions';

/** Listed, recorded sessions of an agent in which a compaction is recorded: newest first, at most `take`. */
export async function compactedSessions(
  { prisma }: Database,
  agent: string,
  take: number,
): Promise<readonly SessionListRow[]> {
  return prisma.session.findMany({
    where: {
      ready: true,
      deletedAt: null,
      generated: false,
      agent,
      recordedCompactions: { gt: 0 },
    },
    orderBy: { seq: 'desc' },
    take,
  });
}
