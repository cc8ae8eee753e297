'use client';

import { notFound } from 'next/navigation';
import { useProfile, useReplayProfile, useSession, useSizeTables } from '@/lib/api/queries/queries';
import { WorkbenchProblem, WorkbenchSkeleton } from './workbench-states';
import { WorkbenchView } from './workbench-view';

/** Loads a session and opens it. Once it is open, only its deletion replaces it. */
export function Workbench({ id }: { readonly id: string }) {
  const session = useSession(id);
  const measured = useProfile(id);
  const profile = useReplayProfile(id);
  // A link may name a frozen table: the session opens once it is known which there are.
  const tables = useSizeTables();
  const error = session.error ?? measured.error ?? (tables.data ? null : tables.error);
  if (error?.status === 404) notFound();
  if (session.data && profile && tables.data) {
    return <WorkbenchView record={session.data} profile={profile} tableFaults={tables.data} />;
  }
  if (error) {
    const retry = (): void => {
      void session.refetch();
      void measured.refetch();
      void tables.refetch();
    };
    return <WorkbenchProblem error={error} onRetry={retry} />;
  }
  return <WorkbenchSkeleton />;
}
