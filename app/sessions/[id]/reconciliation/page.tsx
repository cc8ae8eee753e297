import type { Metadata } from 'next';
import { Reconciliation } from '@/components/reconciliation/reconciliation';
import { listedSession, type SessionPageProps } from '../listed-session';

export const metadata: Metadata = { title: 'Reconciliation' };

/** Comparison of a session's recorded counts with its content. */
export default async function ReconciliationPage(page: SessionPageProps) {
  const id = await listedSession(page);
  return <Reconciliation key={id} id={id} />;
}
