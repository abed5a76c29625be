import type { Connection } from './connection.ts'

/** The number of rows that are sampled of each index. This gives an estimate, within milliseconds. */
const SAMPLE = 400

/**
 * Lets SQLite count again how many documents have the same key, for indexes that changed much. Without these numbers
 * the planner assumes that all indexes are equally selective, and may read every accepted comment to find those of one
 * asset.
 */
export function refreshStatistics(writer: Connection): void {
  const before = statisticsOf(writer)
  // 0x10002 analyzes all tables that need it.
  writer.exec(`PRAGMA analysis_limit = ${SAMPLE}; PRAGMA optimize = 0x10002`)
  neverSkip(writer)
  // Other connections read the statistics again when the schema changes.
  if (statisticsOf(writer) !== before) writer.exec('CREATE TABLE platform_analyzed (at); DROP TABLE platform_analyzed')
}

/**
 * Forbids the planner to use an index whose first key the query does not name, once for each value of that key. A list
 * that is limited and sorted would be collected from all of them and sorted, instead of read from its beginning.
 */
function neverSkip(writer: Connection): void {
  if (!hasStatistics(writer)) return
  writer.exec(`UPDATE sqlite_stat1 SET stat = stat || ' noskipscan' WHERE stat NOT LIKE '% noskipscan%'`)
}

function hasStatistics(writer: Connection): boolean {
  return writer.get("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'") !== undefined
}

function statisticsOf(writer: Connection): string {
  return hasStatistics(writer)
    ? JSON.stringify(writer.all('SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx'))
    : ''
}
