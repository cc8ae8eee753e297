import { classNames } from '@/components/ui/class-names';
import { agrees, figureText, type Figure } from '@/lib/report/model/figure';

/** A computed figure; below it the document's own words, with = or ≠. */
export function FigureValue({ figure }: { readonly figure: Figure }) {
  const same = agrees(figure);
  const text = figureText(figure);
  return (
    <>
      <span className={classNames(figure.bad === true && 'font-medium text-overflow')}>
        {figure.bad === true ? <span aria-hidden="true">▲ </span> : null}
        {text}
      </span>
      {figure.said === undefined ? null : (
        <span
          className={classNames(
            'block text-xs whitespace-nowrap',
            same === true ? 'text-ink3' : 'font-medium text-threshold',
          )}
          title={`The document: ${figure.said.text}`}
        >
          <span aria-label={same === true ? 'as the document:' : 'unlike the document:'}>
            {same === true ? '=' : '≠'}
          </span>{' '}
          {figure.said.text}
        </span>
      )}
    </>
  );
}
