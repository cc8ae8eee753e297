-- AlterTable
ALTER TABLE "Session" ADD COLUMN "sessionId" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Session" ADD COLUMN "parent" TEXT;
