export { patchWatched as PATCH, deleteWatched as DELETE } from '@/lib/server/http/live/watched';

export const dynamic = 'force-dynamic';
