import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { ForeignText } from '@/components/ui/text/foreign-text';

/** A titled part of the receipt: facts in two columns. */
export function Part(props: {
  readonly title: string;
  /** True for the whole width of the receipt. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  const { title, wide = false, children } = props;
  return (
    <div className={classNames('min-w-0', wide && '@2xl:col-span-2')}>
      <h3 className="mb-1.5 text-xs font-semibold text-ink3">{title}</h3>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-x-4 gap-y-0.5">
        {children}
      </div>
    </div>
  );
}

/** A named value. */
export function Fact({ name, value }: { readonly name: ReactNode; readonly value: string }) {
  return (
    <>
      <span className="text-ink2">{name}</span>
      <span className="text-right break-words">
        <ForeignText text={value} />
      </span>
    </>
  );
}
