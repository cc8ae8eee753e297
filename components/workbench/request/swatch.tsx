/** The colour of a part; hatched where its tokens are in no entry of the recording. */
export function Swatch(props: { readonly color: string; readonly hatched: boolean }) {
  const { color, hatched } = props;
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2.5 shrink-0 rounded-[2px]"
      style={{
        backgroundColor: color,
        backgroundImage: hatched ? 'var(--hatch)' : undefined,
      }}
    />
  );
}
