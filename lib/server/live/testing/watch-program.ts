/** Watches the folders of the library at DATABASE_URL until it is killed; for tests. */
import { FolderWatches } from '../watch-folders';

new FolderWatches().start();
// The watches' own timers keep no process alive.
setInterval(() => undefined, 60_000);
