import { LRUCache } from 'lru-cache'
import { compareStrings } from './compare.ts'
import { copyValue, type Doc, decodeDocument, setOwn } from './document.ts'
import { operatorsOf } from './operators.ts'
import { valueAt } from './path.ts'
import type { Query } from './plan.ts'
import { answeringColumn, type CollectionSchema } from './schema.ts'

/** The most documents of one answer that are kept, because a long answer would take the place of all others. */
export const MOST_TOGETHER = 200
/** Characters of the documents of one collection that are kept. */
const MOST_CHARACTERS = 4 * 1024 ** 2
/** Characters of one document that is kept. */
const LONGEST = 64 * 1024

/** A document that was read, and the names of its values that have to be copied. */
interface Kept {
  readonly document: Doc
  readonly nested: readonly string[]
  readonly keys: readonly (string | undefined)[]
}

/** A path that has one document for each key at most, and the rows that are kept by their keys. */
interface UniquePath {
  readonly path: string
  readonly parts: readonly string[]
  readonly rids: Map<string, number>
}

/**
 * The documents of one collection that were read lately. Each reader gets a copy of its own, which takes a fraction of
 * the time of reading and parsing a text.
 */
export class KeptRows {
  readonly schema: CollectionSchema
  readonly #rows: LRUCache<number, Kept>
  readonly #unique: readonly UniquePath[]

  constructor(schema: CollectionSchema) {
    this.schema = schema
    this.#unique = schema.indexes.flatMap(({ declaration: { unique, partial, multikey }, keys: [key, ...others] }) =>
      key && unique && !partial && !multikey && key.direction === 1 && others.length === 0
        ? [{ path: key.path, parts: key.path.split('.'), rids: new Map<string, number>() }]
        : [],
    )
    this.#rows = new LRUCache({
      maxSize: MOST_CHARACTERS,
      maxEntrySize: LONGEST,
      dispose: ({ keys }) => {
        for (const [i, { rids }] of this.#unique.entries()) if (keys[i] !== undefined) rids.delete(keys[i])
      },
    })
  }

  /** A copy of a document, if it is kept. */
  copy(rid: number): Doc | undefined {
    const kept = this.#rows.get(rid)
    return kept && copyOf(kept)
  }

  /** Keeps a document that was read, and gives a copy of it. */
  add(rid: number, text: string): Doc {
    const document = decodeDocument(text)
    const nested = Object.keys(document).filter(name => typeof document[name] === 'object' && document[name] !== null)
    const keys = this.#unique.map(({ parts }) => {
      const key = valueAt(document, parts)
      return typeof key === 'string' ? key : undefined
    })
    const kept = { document, nested, keys }
    this.#rows.set(rid, kept, { size: text.length })
    if (this.#rows.has(rid))
      for (const [i, { rids }] of this.#unique.entries()) if (keys[i] !== undefined) rids.set(keys[i], rid)
    return copyOf(kept)
  }

  /** Copies of the documents that a filter names by unique keys, in the order of these; nothing unless all are kept. */
  named({ filter, sort, skip = 0, limit = 0 }: Query): Doc[] | undefined {
    const [[path, condition] = [], ...others] = Object.entries(filter) as [string, unknown][]
    const unique = this.#unique.find(other => other.path === path)
    if (!unique || path === undefined || others.length > 0 || skip > 0) return undefined
    if (answeringColumn(this.schema, path) === undefined) return undefined
    const named = keysOf(condition)
    if (!named || (named.length > 1 && (limit !== 0 || sort !== undefined))) return undefined
    const documents: Doc[] = []
    for (const key of named.length > 1 ? [...new Set(named)].sort(compareStrings) : named) {
      const rid = unique.rids.get(key)
      const document = rid === undefined ? undefined : this.copy(rid)
      if (!document) return undefined
      documents.push(document)
    }
    return documents
  }

  /** Forgets a row, or without one all of them. */
  drop(rid?: number): void {
    if (rid === undefined) this.#rows.clear()
    else this.#rows.delete(rid)
  }
}

/** The texts that a condition compares with, if it is nothing else. */
function keysOf(condition: unknown): readonly string[] | undefined {
  if (typeof condition === 'string') return [condition]
  const [[operator, operand] = [], ...others] = operatorsOf(condition) ?? []
  const keys = others.length > 0 ? undefined : operator === '$in' ? operand : operator === '$eq' ? [operand] : undefined
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MOST_TOGETHER) return undefined
  return keys.every(key => typeof key === 'string') ? keys : undefined
}

function copyOf({ document, nested }: Kept): Doc {
  const copy = { ...document }
  for (const name of nested) setOwn(copy, name, copyValue(document[name]))
  return copy
}

/**
 * The documents that readers of committed data read lately, by collection. The connection of writes says what it
 * changes; that is forgotten in the moment in which readers see the commit.
 */
export class KeptDocuments {
  readonly #collections = new Map<string, KeptRows>()
  /** The rows that were changed and that readers do not see yet; with `null` any row may have been. */
  readonly #changed = new Map<string, Set<number> | null>()

  rowsOf(schema: CollectionSchema): KeptRows {
    const known = this.#collections.get(schema.name)
    // Indexes that were changed have another schema.
    if (known?.schema === schema) return known
    const made = new KeptRows(schema)
    this.#collections.set(schema.name, made)
    return made
  }

  /** Notes that a row, or without one any row, is about to change. */
  noteChange({ name }: CollectionSchema, rid?: number): void {
    const known = this.#changed.get(name)
    if (known === null) return
    if (rid === undefined) this.#changed.set(name, null)
    else if (known) known.add(rid)
    else this.#changed.set(name, new Set([rid]))
  }

  /** Forgets what was changed. Call it in the moment in which readers see the commit. */
  forgetChanged(): void {
    if (this.#changed.size === 0) return
    for (const [name, rids] of this.#changed) {
      const rows = this.#collections.get(name)
      if (rids === null) rows?.drop()
      else for (const rid of rids) rows?.drop(rid)
    }
    this.#changed.clear()
  }
}
