import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names';

const variants = {
  plain: 'border border-line bg-panel text-ink hover:bg-sel',
  primary: 'bg-accent font-medium text-on-accent hover:opacity-90',
  quiet: 'text-ink2 hover:bg-sel hover:text-ink',
  danger: 'border border-line bg-panel text-overflow hover:bg-sel',
} as const;

const sizes = {
  small: 'h-6 rounded px-2 text-sm',
  normal: 'h-7 rounded-md px-2.5',
  icon: 'size-7 justify-center rounded-md',
} as const;

/** Properties of {@link Button}. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: keyof typeof variants;
  readonly size?: keyof typeof sizes;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button; `icon` ones need an `aria-label`. */
export function Button(props: ButtonProps) {
  const { variant = 'plain', size = 'normal', className, type = 'button', ...rest } = props;
  return (
    <button
      type={type}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-45',
        variants[variant],
        sizes[size],
        className,
      )}
      {...rest}
    />
  );
}
