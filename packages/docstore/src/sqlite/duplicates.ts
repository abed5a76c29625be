import type { IndexConflict } from '../contract/indexes.ts'
import type { Connection } from './connection.ts'
import type { Doc } from './document.ts'
import { elementKeys } from './elements.ts'
import { type Key, keyOf, valueOfKey } from './key.ts'
import { valueAt } from './path.ts'
import { streamDocuments } from './read.ts'
import type { CollectionSchema, StoredIndex } from './schema.ts'

/** The most duplicates that an error names. */
const NAMED = 5

/** Finds the first few key values that several documents have although the index must be unique. */
export function duplicatesOf(
  connection: Connection,
  schema: CollectionSchema,
  index: StoredIndex,
): IndexConflict['duplicates'] {
  const counts = new Map<string, number>()
  const examples = new Map<string, readonly Key[]>()
  for (const document of streamDocuments(connection, schema, { filter: {} })) {
    if (index.cover && !index.cover.covers(document)) continue
    for (const keys of keysOf(index, document)) {
      const text = JSON.stringify(keys)
      counts.set(text, (counts.get(text) ?? 0) + 1)
      if (counts.get(text) === 2 && examples.size < NAMED) examples.set(text, keys)
    }
  }
  return [...examples].map(([text, keys]) => ({
    count: counts.get(text) ?? 0,
    keyValue: Object.fromEntries(index.keys.map(({ path }, position) => [path, valueOfKey(keys[position] as Key)])),
  }))
}

function keysOf(index: StoredIndex, document: Doc): Key[][] {
  return index.elements
    ? elementKeys(index, document)
    : [index.keys.map(({ parts }) => keyOf(valueAt(document, parts)))]
}
