import type { Metadata } from 'next';
import { Workbench } from '@/components/workbench/workbench';
import { listedSession, type SessionPageProps } from './listed-session';

export const metadata: Metadata = { title: 'Workbench' };

/** The workbench of a session. The browser reads its view from the query. */
export default async function SessionPage(page: SessionPageProps) {
  const id = await listedSession(page);
  return <Workbench key={id} id={id} />;
}
