export { getEvents as GET } from '@/lib/host/server/live/events';

export const dynamic = 'force-dynamic';
