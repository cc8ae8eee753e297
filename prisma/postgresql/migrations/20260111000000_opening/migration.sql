-- AlterTable
ALTER TABLE "Session" ADD COLUMN "opening" TEXT;
