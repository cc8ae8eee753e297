'use client';

import { notFound } from 'next/navigation';
import Link from 'next/link';
import { useEffect } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { FaultNote } from '@/components/ui/fault-note';
import { SiteHeader } from '@/components/ui/site-header';
import { useProfile, useReplayProfile, useSession } from '@/lib/api/queries/queries';
import { ReconciliationView } from './reconciliation-view';

/** Loads a session and reconciles its counts. */
export function Reconciliation({ id }: { readonly id: string }) {
  const session = useSession(id);
  const measured = useProfile(id);
  const profile = useReplayProfile(id);
  const error = session.error ?? measured.error;
  const name = session.data?.row.name;
  useEffect(() => {
    if (name !== undefined)
      document.title = `Reconciliation · ${withoutControls(name)} · Highwater`;
  }, [name]);
  if (error?.status === 404) notFound();
  return (
    <div className="flex min-h-full flex-col">
      <SiteHeader title="Reconciliation" />
      <main id="main" className="mx-auto w-full max-w-[1200px] px-5 py-5">
        <p className="text-sm">
          <Link href={`/sessions/${id}`} className="text-accent hover:underline">
            ← <ForeignText text={name ?? 'Session'} />
          </Link>
        </p>
        <h2 className="mt-1 text-xl font-semibold tracking-tight">Reconciliation</h2>
        <FaultNote fault={error} className="mt-3" />
        {session.data && profile ? (
          <ReconciliationView record={session.data} profile={profile} />
        ) : error ? null : (
          <p className="mt-3 text-ink2">Loading …</p>
        )}
      </main>
    </div>
  );
}
