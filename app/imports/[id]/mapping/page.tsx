import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MappingPage } from '@/components/mapping/mapping-page';
import { database } from '@/lib/server/db/client';
import { findImport } from '@/lib/server/db/imports/imports';

export const metadata: Metadata = { title: 'Map a file' };

/** The first records of a file that no single format claims, and the editor of their mapping. */
export default async function ImportMappingPage({
  params,
}: {
  readonly params: Promise<{ readonly id: string }>;
}) {
  const { id } = await params;
  if (!(await findImport(await database(), id))) notFound();
  return <MappingPage key={id} id={id} />;
}
