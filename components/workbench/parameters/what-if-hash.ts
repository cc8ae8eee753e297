/** At the end of a session's address: its first setting is selected, so that the arrow keys begin a what-if. */
export const WHAT_IF = '#what-if';
