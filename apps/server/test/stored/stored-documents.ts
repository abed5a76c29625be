import { DatabaseSync } from 'node:sqlite'

/** A document as the file has it, in JSON that keeps dates apart. */
type Document = Readonly<Record<string, unknown>>

/** Documents by collection and by the store's own id. */
export type Documents = Readonly<Record<string, Readonly<Record<string, Document>>>>

/** Collections are tables whose name begins with `c:`. */
const COLLECTION = /^c:/

/** Every document of an embedded store, read past it: also while a server has it open. */
export function storedDocuments(file: string): Documents {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all() as { name: string }[]
    return Object.fromEntries(
      tables
        .filter(({ name }) => COLLECTION.test(name))
        .map(({ name }) => {
          const rows = database.prepare(`SELECT _id, doc FROM "${name}"`).all() as { _id: string; doc: string }[]
          return [name.slice(2), Object.fromEntries(rows.map(({ _id, doc }) => [_id, JSON.parse(doc) as Document]))]
        }),
    )
  } finally {
    database.close()
  }
}

/** What servers store since the fixture was made: in new collections, and in new fields of records that it has. */
const SINCE_FIXTURE = [
  /^client_builds\./,
  /^client_build_starts\./,
  /^settings_changes\./,
  /^site_counts\./,
  /^running_servers\./,
  /^daily_counts\./,
  /^moderator_counts\./,
  /^deletions\.addresses(\[\])?$/,
  /^jobs\.payload\.(late|confirmed_at)$/,
  /^comments\.status_history\[\]\.decided$/,
  /^users\.status\.username\.history\[\]\.username$/,
]

/** Whether the server that made the fixture did not store this field yet. */
export function isSinceFixture(field: string): boolean {
  return SINCE_FIXTURE.some(known => known.test(field))
}

/** The path of every value in any of them, such as `users.status.banned.history[].message`. */
export function fieldsOf(documents: Documents): string[] {
  const fields = new Set<string>()
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const element of value) walk(element, `${path}[]`)
    else if (typeof value === 'object' && value !== null && !('$date' in value))
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`)
    else fields.add(path)
  }
  for (const [collection, byId] of Object.entries(documents))
    for (const document of Object.values(byId)) walk(document, collection)
  return [...fields].sort()
}
