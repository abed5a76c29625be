import { DatabaseSync } from 'node:sqlite'

/** Where a text occurs in the stored documents. */
export interface Occurrence {
  readonly collection: string
  /** `user_id`, `metadata.likes.0` */
  readonly path: string
}

/**
 * Every place of an embedded store where a value, or a key, holds this text; the record of this id itself is left out.
 */
export function occurrencesOf(text: string, docstoreUrl: string): Occurrence[] {
  const store = new DatabaseSync(docstoreUrl.slice('sqlite:'.length), { readOnly: true })
  try {
    const tables = store.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'c:%'").all()
    return tables.flatMap(({ name }) =>
      store
        .prepare(`SELECT doc FROM "${String(name).replaceAll('"', '""')}" WHERE instr(doc, ?) > 0`)
        .all(text)
        .flatMap(({ doc }) => {
          const document: unknown = JSON.parse(String(doc))
          const own = (document as { id?: unknown }).id === text
          const collection = String(name).slice('c:'.length)
          return own ? [] : pathsOf(document, text).map(path => ({ collection, path }))
        }),
    )
  } finally {
    store.close()
  }
}

function pathsOf(value: unknown, text: string, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return value.includes(text) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(key.includes(text) ? [[...path, key].join('.')] : []),
    ...pathsOf(entry, text, [...path, key]),
  ])
}
