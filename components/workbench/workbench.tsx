'use client';

import { notFound } from 'next/navigation';
import { useProfile, useReplayProfile, useSession } from '@/lib/host/api/queries/queries';
import { WorkbenchProblem, WorkbenchSkeleton } from './workbench-states';
import { WorkbenchView } from './workbench-view';

/** Loads a session and opens it. Once it is open, only its deletion replaces it. */
export function Workbench({ id }: { readonly id: string }) {
  const session = useSession(id);
  const measured = useProfile(id);
  const profile = useReplayProfile(id);
  const error = session.error ?? measured.error;
  if (error?.status === 404) notFound();
  if (session.data && profile) return <WorkbenchView record={session.data} profile={profile} />;
  if (error) {
    const retry = (): void => {
      void session.refetch();
      void measured.refetch();
    };
    return <WorkbenchProblem error={error} onRetry={retry} />;
  }
  return <WorkbenchSkeleton />;
}
