/** In place of the process that imports: tests import what waits themselves. */
export const importHost = () => ({ wake: () => undefined, isRunning: false });
