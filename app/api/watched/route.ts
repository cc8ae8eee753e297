export { getWatched as GET, postWatched as POST } from '@/lib/host/server/live/watched';

export const dynamic = 'force-dynamic';
