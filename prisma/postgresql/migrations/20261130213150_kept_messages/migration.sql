-- AlterTable
ALTER TABLE "Invocation" ADD COLUMN     "kept" JSONB;
