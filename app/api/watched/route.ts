export { getWatched as GET, postWatched as POST } from '@/lib/server/http/live/watched';

export const dynamic = 'force-dynamic';
