-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "Thread" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "state" JSONB NOT NULL,
    "browserState" JSONB NOT NULL,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "foldedSeq" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "Thread_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "outcome" JSONB,
    "usage" JSONB,
    "leaseOwner" TEXT NOT NULL,
    "leaseUntil" TIMESTAMP(3) NOT NULL,
    "liveThread" TEXT,
    "stopAt" TIMESTAMP(3),
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "QueuedMessage" (
    "id" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "runId" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "QueuedMessage_pkey" PRIMARY KEY ("threadId","id")
);

-- CreateTable
CREATE TABLE "RunEvent" (
    "threadId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "runId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,

    CONSTRAINT "RunEvent_pkey" PRIMARY KEY ("threadId","seq")
);

-- CreateTable
CREATE TABLE "Message" (
    "threadId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "payload" JSONB NOT NULL,

    CONSTRAINT "Message_pkey" PRIMARY KEY ("threadId","position")
);

-- CreateTable
CREATE TABLE "Invocation" (
    "id" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "transcript" TEXT NOT NULL,
    "toolCallId" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL,
    "base" JSONB NOT NULL,
    "marks" JSONB NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Invocation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TranscriptMessage" (
    "threadId" TEXT NOT NULL,
    "transcript" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "invocationId" TEXT NOT NULL,
    "message" JSONB NOT NULL,

    CONSTRAINT "TranscriptMessage_pkey" PRIMARY KEY ("threadId","transcript","position")
);

-- CreateTable
CREATE TABLE "Dashboard" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "report" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "Dashboard_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Query" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "sql" TEXT NOT NULL,
    "sourceId" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "columns" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "Query_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Source" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "config" JSONB NOT NULL,
    "tables" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "Source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Change" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "authorKind" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "threadId" TEXT NOT NULL DEFAULT '',
    "runId" TEXT NOT NULL DEFAULT '',
    "callId" TEXT NOT NULL DEFAULT '',
    "invocationId" TEXT NOT NULL DEFAULT '',
    "callKey" TEXT NOT NULL,
    "operations" JSONB NOT NULL,
    "inverse" JSONB NOT NULL,
    "touched" JSONB NOT NULL,
    "undoneBy" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Thread_ownerId_updatedAt_idx" ON "Thread"("ownerId", "updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Run_liveThread_key" ON "Run"("liveThread");

-- CreateIndex
CREATE INDEX "Run_threadId_startedAt_idx" ON "Run"("threadId", "startedAt");

-- CreateIndex
CREATE INDEX "Run_status_leaseUntil_idx" ON "Run"("status", "leaseUntil");

-- CreateIndex
CREATE UNIQUE INDEX "QueuedMessage_runId_key" ON "QueuedMessage"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "QueuedMessage_threadId_position_key" ON "QueuedMessage"("threadId", "position");

-- CreateIndex
CREATE INDEX "RunEvent_runId_idx" ON "RunEvent"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "Message_threadId_id_key" ON "Message"("threadId", "id");

-- CreateIndex
CREATE INDEX "Invocation_threadId_transcript_startedAt_idx" ON "Invocation"("threadId", "transcript", "startedAt");

-- CreateIndex
CREATE INDEX "Invocation_runId_idx" ON "Invocation"("runId");

-- CreateIndex
CREATE INDEX "Dashboard_ownerId_updatedAt_idx" ON "Dashboard"("ownerId", "updatedAt");

-- CreateIndex
CREATE INDEX "Query_ownerId_updatedAt_idx" ON "Query"("ownerId", "updatedAt");

-- CreateIndex
CREATE INDEX "Source_ownerId_idx" ON "Source"("ownerId");

-- CreateIndex
CREATE UNIQUE INDEX "Change_callKey_key" ON "Change"("callKey");

-- CreateIndex
CREATE INDEX "Change_ownerId_createdAt_idx" ON "Change"("ownerId", "createdAt");

-- CreateIndex
CREATE INDEX "Change_threadId_createdAt_idx" ON "Change"("threadId", "createdAt");

-- CreateIndex
CREATE INDEX "Change_runId_idx" ON "Change"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "Change_subject_subjectId_version_key" ON "Change"("subject", "subjectId", "version");
