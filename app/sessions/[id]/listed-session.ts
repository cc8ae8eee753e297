import { notFound } from 'next/navigation';
import { database } from '@/lib/server/db/client';
import { findSession } from '@/lib/server/db/sessions/sessions';

/** Props of a session's page. */
export interface SessionPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

/** Id of a page's session; answers 404 for an unknown one. */
export async function listedSession({ params }: SessionPageProps): Promise<string> {
  const { id } = await params;
  if (!(await findSession(await database(), id))) notFound();
  return id;
}
