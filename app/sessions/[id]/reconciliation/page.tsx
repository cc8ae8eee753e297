import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Reconciliation } from '@/components/reconciliation/reconciliation';
import { database } from '@/lib/db/client';
import { findSession } from '@/lib/db/sessions';

export const metadata: Metadata = { title: 'Reconciliation' };

/** Whether a session's recorded counts fit what it holds. */
export default async function ReconciliationPage({
  params,
}: {
  readonly params: Promise<{ readonly id: string }>;
}) {
  const { id } = await params;
  if (!(await findSession(await database(), id))) notFound();
  return <Reconciliation key={id} id={id} />;
}
