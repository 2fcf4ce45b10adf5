import { DuckDBInstance } from "@duckdb/node-api";

/**
 * Opens one generation's file so that SQL can do nothing but read it: no files, network, extensions, settings or
 * writes (Q2). The order matters: the empty temp folder before external access is cut off, the lock last.
 */
export function openLocked(file, { memoryMb, threads }) {
  return DuckDBInstance.create(file, {
    temp_directory: "",
    access_mode: "READ_ONLY",
    enable_external_access: "false",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_unsigned_extensions: "false",
    allow_persistent_secrets: "false",
    max_temp_directory_size: "0KB",
    max_expression_depth: "250",
    memory_limit: `${memoryMb}MB`,
    threads: String(threads),
    // Errors then say where in the text they are (Q4).
    errors_as_json: "true",
    lock_configuration: "true",
  });
}
