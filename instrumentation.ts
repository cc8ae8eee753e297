/** Called by Next once, before the server answers. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { boot } = await import('@/lib/server/http/boot');
  await boot();
}
