import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Workbench } from '@/components/workbench/workbench';
import { database } from '@/lib/db/client';
import { findSession } from '@/lib/db/sessions';

export const metadata: Metadata = { title: 'Workbench' };

/**
 * A session on the workbench. Its view is in the query, which the page reads in the browser; only
 * whether there is such a session is asked here, so that an unknown one answers 404.
 */
export default async function SessionPage({
  params,
}: {
  readonly params: Promise<{ readonly id: string }>;
}) {
  const { id } = await params;
  if (!(await findSession(await database(), id))) notFound();
  return <Workbench key={id} id={id} />;
}
