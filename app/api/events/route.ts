export { getEvents as GET } from '@/lib/server/http/live/events';

export const dynamic = 'force-dynamic';
