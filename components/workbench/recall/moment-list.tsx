import type { MomentChoice } from '@/lib/analysis/recall/moments';
import { momentWhat, withinWords } from '@/lib/analysis/recall/recall-words';
import { StepLink } from '../step-link';

/** The steps within reach that cover least of what is named again, each to go to. */
export function MomentList({ within }: { readonly within: MomentChoice }) {
  const words = withinWords(within);
  if (words === null) return null;
  return (
    <div data-recall="within" className="mt-2">
      <p>{words}</p>
      <ul className="mt-1">
        {within.best.map((one) => (
          <li key={one.step} className="text-sm">
            step{' '}
            <span className="-mx-1">
              <StepLink step={one.step} />
            </span>
            {momentWhat(one)}
          </li>
        ))}
      </ul>
    </div>
  );
}
