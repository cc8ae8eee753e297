const ROWS = [72, 58, 66, 49, 61, 54, 70, 46];

/** Shown while a page is being rendered: the frame it will fill, without numbers. */
export default function Loading() {
  return (
    <main id="main" aria-busy="true" className="min-h-full">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="h-12 border-b bg-panel" />
      <div aria-hidden="true" className="animate-pulse px-5 py-4">
        <div className="h-5 w-64 rounded bg-line" />
        {ROWS.map((width, row) => (
          <div key={row} className="flex h-9 items-center border-b border-line2">
            <div className="h-3 rounded bg-line" style={{ width: `${width}%` }} />
          </div>
        ))}
      </div>
    </main>
  );
}
