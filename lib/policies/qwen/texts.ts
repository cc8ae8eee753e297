/** Lengths of the texts around a compression, in chars, and tokens that it counts for them. */

/** What follows a summary, and the model's answer to it. */
export const TRAILER = 169;
export const ACKNOWLEDGEMENT = 42;
/** The summariser's own prompt, what asks it, and the same within the agent's own request. */
export const PROMPT = 3_582;
export const DIRECTIVE = 79;
export const SHARED_DIRECTIVE = PROMPT + 66 + DIRECTIVE;
/** Left free beside the summariser's request; counted as its own prompt in what it reports. */
export const MARGIN = 1_024;
export const OWN_PROMPT = 1_000;
