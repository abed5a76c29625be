import type { Query } from 'mingo/query'
import type { Projection } from '../contract/filter.ts'
import { type Doc, setOwn } from './document.ts'
import { mingo } from './mingo.ts'

/** Makes a function that reduces a document to the fields of a projection. */
export function projectionOf(projection: Projection | undefined, filter: object): (document: Doc) => Doc {
  const paths = Object.keys(projection ?? {})
  if (!projection || paths.length === 0) return document => document
  const kept = plainInclusion(projection)
  if (kept) return document => pick(document, kept)
  const query = new (mingo().Query)(filter as Doc, mingo().options)
  return document => projectOne(query, document, projection)
}

/** Lists the fields of a projection that only names whole top-level fields to return. */
function plainInclusion(projection: Projection): readonly string[] | undefined {
  const fields = Object.keys(projection).filter(path => path !== '_id')
  if (fields.length === 0 || fields.some(path => path.includes('.') || !isOn(projection[path]))) return undefined
  if (projection['_id'] === undefined || isOn(projection['_id'])) return ['_id', ...fields]
  return fields
}

const isOn = (value: unknown): boolean => value === 1 || value === true

function pick(document: Doc, fields: readonly string[]): Doc {
  const picked: Doc = {}
  for (const field of fields) if (Object.hasOwn(document, field)) setOwn(picked, field, document[field])
  return picked
}

function projectOne(query: Query, document: Doc, projection: Projection): Doc {
  return query.find<Doc>([document], projection as Record<string, never>).next()
}
