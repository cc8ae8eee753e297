/** Lets calls between page and worker carry an AbortSignal: aborted on one side, it is aborted on the other. */
import { transferHandlers, type TransferHandler } from 'comlink';

/** The end of a channel on which the abort is told; null: the signal is aborted already. */
type WireSignal = MessagePort | null;

const abortSignals: TransferHandler<AbortSignal, WireSignal> = {
  canHandle: (value): value is AbortSignal => value instanceof AbortSignal,
  serialize: (signal) => {
    if (signal.aborted) return [null, []];
    // Neither side starts the port that stays here, so that both are collected with the signal.
    const { port1, port2 } = new MessageChannel();
    signal.addEventListener('abort', () => port1.postMessage(null), { once: true });
    return [port2, [port2]];
  },
  deserialize: (port) => {
    if (port === null) return AbortSignal.abort();
    const stop = new AbortController();
    port.onmessage = () => {
      stop.abort();
      port.close();
    };
    return stop.signal;
  },
};

transferHandlers.set('abort signal', abortSignals);
