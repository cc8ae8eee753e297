/** Numbered links to a page's sections: beside them where there is room, else above. */
export function Contents(props: {
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}) {
  const { sections } = props;
  return (
    <nav
      aria-label="Contents"
      className="shrink-0 pt-5 lg:sticky lg:top-12 lg:max-h-[calc(100dvh-3rem)] lg:w-48 lg:self-start lg:overflow-y-auto lg:pt-8"
    >
      <ol className="flex flex-wrap gap-x-4 gap-y-1.5 lg:flex-col">
        {sections.map(({ id, title }, i) => (
          <li key={id} className="flex gap-2">
            <span className="text-right text-ink3 lg:w-3">{i + 1}</span>
            <a href={`#${id}`} className="text-ink2 hover:text-ink">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
