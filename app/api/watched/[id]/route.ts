export { patchWatched as PATCH, deleteWatched as DELETE } from '@/lib/host/server/live/watched';

export const dynamic = 'force-dynamic';
