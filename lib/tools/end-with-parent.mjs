// Loaded first by child processes (see lib/server/project.mjs): ends them with the process that started them,
// also when that one was killed and could forward nothing.
const POLL_MS = 300;

const parent = Number(process.env['HIGHWATER_PARENT'] ?? 0);
// A child's own children have another parent.
delete process.env['HIGHWATER_PARENT'];
const check = () => process.ppid !== parent && process.exit(1);
if (parent > 0) {
  check();
  setInterval(check, POLL_MS).unref();
}
