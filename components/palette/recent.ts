/** Choices kept. */
const MOST_KEPT = 6;

/** A choice, and what was asked when it was made: an answer is offered only to its question. */
interface Choice {
  readonly id: string;
  readonly asked: string;
}

/** In memory only: what was opened or done leaves no trace on the machine. */
let choices: readonly Choice[] = [];

/** The latest choices, newest first. */
export const recentChoices = (): readonly Choice[] => choices;

/** Remembers a choice. */
export function remember(choice: Choice): void {
  choices = [choice, ...choices.filter(({ id }) => id !== choice.id)].slice(0, MOST_KEPT);
}
