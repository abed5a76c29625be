import type { Connection } from './connection.ts'

/** Rows that are looked at per index: an estimate is enough, and takes milliseconds. */
const SAMPLE = 400

/**
 * Lets SQLite count how many documents share a key, where that has changed much. Without it the planner takes all
 * indexes for equally selective, and may read every accepted comment to find those of one asset.
 */
export function refreshStatistics(writer: Connection): void {
  const before = statisticsOf(writer)
  // 0x10002: analyze what needs it, in all tables.
  writer.exec(`PRAGMA analysis_limit = ${SAMPLE}; PRAGMA optimize = 0x10002`)
  // Other connections read the figures again when the schema changes.
  if (statisticsOf(writer) !== before) writer.exec('CREATE TABLE platform_analyzed (at); DROP TABLE platform_analyzed')
}

function statisticsOf(writer: Connection): string {
  const isThere = writer.get("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'")
  return isThere ? JSON.stringify(writer.all('SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx')) : ''
}
