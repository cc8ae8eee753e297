import { classNames } from './class-names';
import { ForeignText } from './text/foreign-text';

/** An error with its advice; nothing without one. */
export function FaultNote(props: {
  readonly fault: { readonly message: string; readonly hint?: string | undefined } | null;
  readonly className: string;
}) {
  const { fault, className } = props;
  if (fault === null) return null;
  return (
    <p role="alert" className={classNames(className, 'text-overflow')}>
      <ForeignText text={fault.message} /> {fault.hint}
    </p>
  );
}
