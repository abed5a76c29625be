import type { Update } from '../contract/filter.ts'
import { isEqualValue } from './compare.ts'
import { copyValue, type Doc, setOwn } from './document.ts'
import { mingo } from './mingo.ts'
import { operatorsOf } from './operators.ts'
import { applyOperator } from './update-operators.ts'
import { invalidUpdate, type PathContext, placesOf, put } from './update-path.ts'

const STAGES = new Set(['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith'])

/** A checked update, which can be applied to many documents. */
export interface Change {
  /** Returns the changed document, and may change the one given. */
  apply(document: Doc): Doc
  /** Returns the document that an upsert inserts when no document matches. */
  seed(): Doc
}

/**
 * Reads an update.
 *
 * @throws DocstoreError `DOCSTORE_UPDATE_INVALID`
 */
export function changeOf(update: Update<object>, context: PathContext): Change {
  return Array.isArray(update) ? pipelineChange(update, context) : operatorChange(update as Doc, context)
}

function operatorChange(update: Doc, context: PathContext): Change {
  const entries = Object.entries(update).filter(([, fields]) => fields !== undefined) as [string, Doc][]
  const plain = entries.find(
    ([operator, fields]) => !operator.startsWith('$') || typeof fields !== 'object' || fields === null,
  )
  if (plain) throw invalidUpdate(`An update needs operators such as $set, not ${plain[0]}`)
  refuseConflicts(entries)
  const always = entries.filter(([operator]) => operator !== '$setOnInsert')
  const onInsert = entries.find(([operator]) => operator === '$setOnInsert')?.[1] ?? {}
  const apply = (document: Doc): Doc => {
    const id = document['_id']
    for (const [operator, fields] of always) applyOperator(document, operator, fields, context)
    if (id !== undefined && document['_id'] !== id) throw invalidUpdate('_id cannot be changed')
    return document
  }
  return {
    apply,
    seed: () => {
      const document = apply(seedOf(context.filter))
      applyOperator(document, '$set', onInsert, context)
      return document
    },
  }
}

function pipelineChange(pipeline: readonly object[], context: PathContext): Change {
  const unknown = pipeline.flatMap(stage => Object.keys(stage)).find(name => !STAGES.has(name))
  if (unknown !== undefined) throw invalidUpdate(`${unknown} cannot be used in an update`)
  const apply = (document: Doc): Doc => {
    const id = document['_id']
    const [changed] = new (mingo().Aggregator)(pipeline as Doc[], mingo().options).run<Doc>([document])
    if (!changed) throw invalidUpdate('The pipeline of the update returned no document')
    if (id !== undefined && changed['_id'] !== undefined && changed['_id'] !== id)
      throw invalidUpdate('_id cannot be changed')
    return id === undefined ? changed : { ...changed, _id: id }
  }
  return { apply, seed: () => apply(seedOf(context.filter)) }
}

/** Refuses two operators on the same value, because the result would depend on their order. */
function refuseConflicts(entries: readonly (readonly [string, Doc])[]): void {
  const paths = entries.flatMap(([operator, fields]) =>
    operator === '$rename' ? [...Object.keys(fields), ...Object.values(fields).map(String)] : Object.keys(fields),
  )
  const sorted = paths.toSorted()
  for (const [index, path] of sorted.entries()) {
    const next = sorted.slice(index + 1).find(other => other === path || other.startsWith(`${path}.`))
    if (next !== undefined)
      throw invalidUpdate(`Updating ${JSON.stringify(next)} would conflict with ${JSON.stringify(path)}`)
  }
}

/** Makes the first form of an upserted document: the fields that the filter compares by equality. */
function seedOf(filter: object): Doc {
  const document: Doc = {}
  for (const [path, value] of equalities(filter)) {
    if (path === '_id') setOwn(document, '_id', value)
    else
      for (const place of placesOf(document, path, { filter, arrayFilters: [], create: true }))
        put(place, copyValue(value))
  }
  return document
}

function equalities(filter: object): [string, unknown][] {
  return Object.entries(filter).flatMap(([key, condition]: [string, unknown]): [string, unknown][] => {
    if (key === '$and' && Array.isArray(condition)) return condition.flatMap((branch: object) => equalities(branch))
    if (key.startsWith('$')) return []
    return (operatorsOf(condition) ?? []).flatMap(([operator, operand]): [string, unknown][] => {
      if (operator === '$eq') return [[key, operand]]
      const only = operator === '$in' && Array.isArray(operand) && operand.length === 1
      return only && !(operand[0] instanceof RegExp) ? [[key, operand[0]]] : []
    })
  })
}

/**
 * Checks the document that replaces another, and gives it the `_id` of that one.
 *
 * @throws DocstoreError `DOCSTORE_UPDATE_INVALID` for update operators, and for another `_id`
 */
export function replacementOf(replacement: Doc, id: unknown): Doc {
  const operator = Object.keys(replacement).find(key => key.startsWith('$'))
  if (operator !== undefined) throw invalidUpdate(`A replacement is a document, ${operator} is an update operator`)
  const own = replacement['_id']
  if (own !== undefined && id !== undefined && !isEqualValue(own, id)) throw invalidUpdate('_id cannot be changed')
  const kept = { _id: own ?? id }
  return { ...kept, ...replacement, ...kept }
}
