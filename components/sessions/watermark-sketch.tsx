/** What the product shows, drawn small: counted and real tokens rising towards the threshold. */
export function WatermarkSketch() {
  return (
    <svg viewBox="0 0 480 120" aria-hidden="true" className="w-full">
      <rect x="0" y="16" width="480" height="14" className="fill-band" />
      <path d="M0 16H480" className="stroke-window" strokeWidth="1.75" />
      <path d="M0 30H480" className="stroke-threshold" strokeWidth="1.1" />
      <path d="M0 116H480" className="stroke-line" />
      <path
        d="M0 98L40 94L80 90L120 85L160 82L200 75L240 72L262 63L290 60L312 55L312 104L350 98L390 93L430 84L480 77"
        fill="none"
        className="stroke-heuristic"
        strokeWidth="1.75"
        strokeDasharray="1.5 3"
      />
      <path
        d="M0 84L40 79L80 72L120 66L160 60L200 50L240 45L262 34L290 31L312 24"
        fill="none"
        className="stroke-real"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M312 94L350 84L390 75L430 60L480 48"
        fill="none"
        className="stroke-real"
        strokeWidth="2"
        strokeDasharray="4 3"
        strokeLinejoin="round"
      />
      <path d="M312 24V94" className="stroke-compaction" strokeWidth="1.25" />
      <path d="M312 111l5 5-5 5-5-5z" transform="translate(0 -5)" className="fill-compaction" />
    </svg>
  );
}
