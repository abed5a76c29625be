import { DatabaseSync } from 'node:sqlite'

/** A bare SQLite store that inserts a row in a durable commit of its own. */
export function openBareStore(path) {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS rows (doc TEXT)')
  return database.prepare('INSERT INTO rows VALUES (?)')
}
