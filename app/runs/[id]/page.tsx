import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RunPage } from '@/components/runs/run-page';
import { database } from '@/lib/server/db/client';
import { findRun } from '@/lib/server/db/runs/runs';

export const metadata: Metadata = { title: 'Run' };

/** One frozen run, and its check of now. */
export default async function Run({
  params,
}: {
  readonly params: Promise<{ readonly id: string }>;
}) {
  const { id } = await params;
  if (!(await findRun(await database(), id))) notFound();
  return <RunPage key={id} id={id} />;
}
