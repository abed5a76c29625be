import type { IndexDeclaration } from '../contract/indexes.ts'
import type { Connection } from './connection.ts'
import { decodeDocument } from './document.ts'
import { createTable } from './index-table.ts'
import { isPresent } from './read.ts'
import { type CollectionSchema, schemaOf } from './schema.ts'

/** The schemas of the collections, each read once from the file. */
export class Catalog {
  readonly #reader: Connection
  readonly #schemas = new Map<string, CollectionSchema>()

  constructor(reader: Connection) {
    this.#reader = reader
  }

  schemaOf(collection: string): CollectionSchema {
    const known = this.#schemas.get(collection)
    if (known) return known
    const schema = readSchema(this.#reader, collection)
    this.#schemas.set(collection, schema)
    return schema
  }

  /** Returns the schema, and makes the table when there is none. */
  writableSchemaOf(writer: Connection, collection: string): CollectionSchema {
    const schema = this.schemaOf(collection)
    if (schema.presence === 'stored') return schema
    // A table that the reader sees is committed. Before that its creation could be rolled back.
    if (isPresent(this.#reader, schema)) schema.presence = 'stored'
    else {
      schema.presence = 'uncertain'
      createTable(writer, schema)
    }
    return schema
  }

  /** Drops the schemas of the named collections after their indexes changed, so that they are read again. */
  forget(collections: readonly string[]): void {
    for (const collection of collections) this.#schemas.delete(collection)
  }

  /** Every collection that has indexes. */
  indexedCollections(): CollectionSchema[] {
    return this.#reader
      .all('SELECT DISTINCT collection FROM platform_index')
      .map(([name]) => this.schemaOf(String(name)))
  }
}

/** The schema as a connection sees it. */
export function readSchema(connection: Connection, collection: string): CollectionSchema {
  const declarations = connection.all('SELECT declaration FROM platform_index WHERE collection = ? ORDER BY name', [
    collection,
  ])
  const arrays = connection.all('SELECT path FROM platform_array_path WHERE collection = ?', [collection])
  const schema = schemaOf(
    collection,
    declarations.map(([text]) => parseDeclaration(String(text))),
    arrays.map(([path]) => String(path)),
  )
  schema.presence = isPresent(connection, schema) ? 'stored' : 'missing'
  return schema
}

/** Reads a declaration that this store wrote. Dates in partial filters are written as in documents. */
function parseDeclaration(text: string): IndexDeclaration {
  return decodeDocument(text) as unknown as IndexDeclaration
}
