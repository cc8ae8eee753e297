'use client';

import { Button } from '@/components/ui/button';
import { useWorkbench } from '../state/use-workbench';

/** Keeps what is shown as a run, or lays it beside others. */
export function KeepButtons({ onFreeze }: { readonly onFreeze: () => void }) {
  const workbench = useWorkbench();
  return (
    <>
      <Button size="small" title="Keep this result as a run" onClick={onFreeze}>
        Freeze
      </Button>
      <Button
        size="small"
        onClick={() => void import('./open-compare').then((file) => file.openCompare(workbench))}
      >
        Compare
      </Button>
    </>
  );
}
