import type { Metadata } from 'next';
import { SystemsPage } from '@/components/systems/systems-page';
import { importers } from '@/lib/readers/importers/registry';

export const metadata: Metadata = { title: 'Systems' };

/** Every system with its formats and policies. */
export default function Systems() {
  return (
    <SystemsPage
      formats={importers.map(({ id, label, source }) =>
        source === undefined ? { id, label } : { id, label, source },
      )}
    />
  );
}
