import { classNames } from '@/components/ui/class-names';
import { agrees, type Figure } from '@/lib/answers/report/seeds/figure';

/** The document's words with = or ≠; nothing if no document has the figure. */
export function AgreementMark({ figure }: { readonly figure: Figure }) {
  const { said } = figure;
  if (said === undefined) return null;
  const same = agrees(figure) === true;
  return (
    <span
      className={classNames(
        'text-xs whitespace-nowrap',
        same ? 'text-ink3' : 'font-medium text-threshold',
      )}
    >
      <span aria-hidden="true">{same ? '=' : '≠'} </span>
      <span className="sr-only">{same ? 'as the document: ' : 'unlike the document: '}</span>
      {said.text}
    </span>
  );
}
