import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";

/** Stands between the client and its driver. */
export type AdaptDriver = (driver: SqlDriverAdapterFactory) => SqlDriverAdapterFactory;
