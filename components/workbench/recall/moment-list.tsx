import type { MomentChoice } from '@/lib/analysis/recall/moments';
import { momentWhat, withinWords } from '@/lib/analysis/recall/recall-words';
import { formatInteger } from '@/lib/base/format';
import { useWorkbench } from '../state/use-workbench';

/** The steps within reach that cover least of what is needed again, each to go to. */
export function MomentList({ within }: { readonly within: MomentChoice }) {
  const { store } = useWorkbench();
  const words = withinWords(within);
  if (words === null) return null;
  return (
    <div data-recall="within" className="mt-2">
      <p>{words}</p>
      <ul className="mt-1">
        {within.best.map((one) => (
          <li key={one.step} className="text-sm">
            step{' '}
            <button
              type="button"
              className="min-h-6 min-w-6 px-1 font-mono text-accent hover:underline"
              onClick={() => store.select(one.step)}
            >
              {formatInteger(one.step)}
            </button>
            {momentWhat(one)}
          </li>
        ))}
      </ul>
    </div>
  );
}
