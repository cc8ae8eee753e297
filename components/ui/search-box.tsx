import { Search } from 'lucide-react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names';

/** A search field with an icon; `children` are placed over its right end. */
export function SearchBox({
  label,
  className,
  children,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement>;
  readonly children?: ReactNode;
}) {
  return (
    <label className="relative">
      <span className="sr-only">{label}</span>
      <Search
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink3"
      />
      <input
        type="search"
        placeholder="Search"
        className={classNames(
          'peer h-7 rounded-md border bg-panel pl-7 placeholder:text-ink3',
          className,
        )}
        {...input}
      />
      {children}
    </label>
  );
}
