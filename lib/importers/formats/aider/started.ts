/** The line that a start of Aider writes into the chat history. */
export const STARTED = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/;
