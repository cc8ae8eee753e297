/** golden/README.md, “Where documents and code differ”, word for word. */
export const readmeDifferences: readonly string[] = [
  '1. Default factor 1.5, 2.0 and 2.5: each was true once.',
  '2. ">200k (e.g. 200k)" contradicts itself; until v0.9.1 a window of exactly 200,000 had a threshold of 160,000.',
  '3. "No retry": the code retries up to 3 times again since v0.15.1.',
  '4. The reset sets both keys to 0, but the last heuristic is written again at once.',
  '5. "The entire conversation" is the injected summary plus what came after the watermark.',
  '6. "First 200 chars" are bytes, of text parts only.',
  '7. "Never passed through": not for the sliding window.',
  "8. Truncation stops at 2 entries, uses the uncorrected estimate of payloads the prompt does not contain, and the agent's window rather than the summariser's.",
  '9. "~1–2k after compaction": the prefix stays (up to 57,766 heuristic tokens seen).',
  '10. "Zero compaction loops": the reference\'s loop flag can never be set; three scenarios compact on every step (`8k_HeavyToolDefinitions` 40 of 40).',
  '11. The retry check uses the raw heuristic, the trigger the corrected one.',
  '12. `LateUsageMetadata` is two unrelated sessions; `CorrectionFactorDrift` keeps one ratio.',
  '13. The sliding window loses its kept tail in the next request: 335 of 519 steps in 14 scenarios have 1–23 entries neither summarised nor sent.',
  '14. A permanently failing summariser grows the summary without bound.',
  '15. A first user message that begins with `[Previous conversation summary]` turns injection off for the session.',
  "16. After a compaction the steps of the same turn carry neither the user's request nor the continuation.",
];
