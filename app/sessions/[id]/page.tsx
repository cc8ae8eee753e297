import type { Metadata } from 'next';
import { Workbench } from '@/components/workbench/workbench';

export const metadata: Metadata = { title: 'Workbench' };

/** A session on the workbench. Its view is in the query, which the page reads in the browser. */
export default async function SessionPage({
  params,
}: {
  readonly params: Promise<{ readonly id: string }>;
}) {
  const { id } = await params;
  return <Workbench key={id} id={id} />;
}
