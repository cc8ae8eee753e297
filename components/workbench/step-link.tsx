import { formatInteger } from '@/lib/engine/base/format';
import { useWorkbench } from './state/use-workbench';

/** A step's number in a list or a table; a press selects the step. */
export function StepLink({ step }: { readonly step: number }) {
  const { store } = useWorkbench();
  return (
    <button
      type="button"
      className="min-h-6 min-w-6 px-1 font-mono text-sm text-accent hover:underline"
      onClick={() => store.select(step)}
    >
      {formatInteger(step)}
    </button>
  );
}
