const NO_USAGE = { totalTokens: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** What pi compares behind a response, between the turns of a run or when the run has ended; −1 for nothing. */
export function comparedBy(pi, session, { stopReason, usage }) {
  const direct = pi.calculateContextTokens(usage);
  if (stopReason === 'stop' && direct > 0) return direct;
  const { tokens } = session.getContextUsage();
  if (tokens !== null) return tokens;
  // No usage since the last compaction: pi counts by itself, or at a run's end trusts no older usage.
  const { messages } = session.sessionManager.buildSessionProjection();
  const older = messages.some((one) => pi.calculateContextTokens(one.usage ?? NO_USAGE) > 0);
  if (stopReason !== 'toolUse' && older) return -1;
  return messages.reduce((sum, message) => sum + pi.estimateTokens(message), 0);
}
