import type { Update } from '../contract/filter.ts'
import { compareStrings, isEqualValue } from './compare.ts'
import { copyValue, type Doc, idFirst, setOwn } from './document.ts'
import { mingo } from './mingo.ts'
import { operandOf } from './operands.ts'
import { operatorsOf } from './operators.ts'
import { stepsOf } from './update-operators.ts'
import { arrayFiltersOf, invalidUpdate, placesOf, put } from './update-path.ts'

const STAGES = new Set(['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith'])

/** A checked update, which can be applied to many documents. */
export interface Change {
  /** Returns the changed document, and may change the one given. */
  apply(document: Doc): Doc
  /** Returns the document that an upsert inserts when no document matches. */
  seed(): Doc
}

/** The filters of an update. */
interface Filters {
  readonly filter: object
  readonly arrayFilters: readonly object[]
}

/**
 * Reads an update.
 *
 * @throws DocstoreError `DOCSTORE_UPDATE_INVALID`
 */
export function changeOf(update: Update<object>, filters: Filters): Change {
  return Array.isArray(update) ? pipelineChange(update, filters) : operatorChange(update as Doc, filters)
}

function operatorChange(update: Doc, { filter, arrayFilters }: Filters): Change {
  const entries = Object.entries(update).filter(([, fields]) => fields !== undefined) as [string, Doc][]
  const plain = entries.find(
    ([operator, fields]) => !operator.startsWith('$') || typeof fields !== 'object' || fields === null,
  )
  if (plain) throw invalidUpdate(`An update needs operators such as $set, not ${plain[0]}`)
  refuseConflicts(entries)
  if (entries.length === 0) throw invalidUpdate('An update needs at least one operator such as $set')
  const paths = entries.flatMap(([, fields]) => Object.keys(fields))
  const context = { filter, arrayFilters: arrayFiltersOf(arrayFilters, paths) }
  const stepsFor = (isOnInsert: boolean) =>
    entries.flatMap(([operator, fields]) =>
      (operator === '$setOnInsert') === isOnInsert ? stepsOf(operator, fields) : [],
    )
  const [always, onInsert] = [stepsFor(false), stepsFor(true)]
  const apply = (document: Doc): Doc => {
    const id = document['_id']
    for (const step of always) step(document, context)
    if (id !== undefined && document['_id'] !== id) throw invalidUpdate('_id cannot be changed')
    return document
  }
  return {
    apply,
    seed: () => {
      const document = apply(seedOf(filter))
      for (const step of onInsert) step(document, context)
      return document
    },
  }
}

function pipelineChange(pipeline: readonly object[], { filter, arrayFilters }: Filters): Change {
  if (arrayFilters.length > 0) throw invalidUpdate('Array filters cannot be used with a pipeline')
  const unknown = pipeline.flatMap(stage => Object.keys(stage)).find(name => !STAGES.has(name))
  if (unknown !== undefined) throw invalidUpdate(`${unknown} cannot be used in an update`)
  const stages = operandOf(pipeline) as Doc[]
  const apply = (document: Doc): Doc => {
    const id = document['_id']
    const [changed] = new (mingo().Aggregator)(stages, mingo().options).run<Doc>([document])
    if (!changed) throw invalidUpdate('The pipeline of the update returned no document')
    if (id !== undefined && changed['_id'] !== undefined && changed['_id'] !== id)
      throw invalidUpdate('_id cannot be changed')
    return id === undefined ? changed : idFirst({ ...changed, _id: id })
  }
  return { apply, seed: () => apply(seedOf(filter)) }
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

/**
 * Makes the first form of an upserted document: the fields that the filter compares by equality.
 *
 * @throws DocstoreError `DOCSTORE_UPDATE_INVALID` when the filter gives a field two values
 */
function seedOf(filter: object): Doc {
  const document: Doc = {}
  const fields = equalities(filter).toSorted(([a], [b]) => compareStrings(a, b))
  for (const [index, [path]] of fields.entries()) {
    const next = fields.slice(index + 1).find(([other]) => other === path || other.startsWith(`${path}.`))
    if (next) throw invalidUpdate(`The filter of the upsert compares ${path} twice, also by ${next[0]}`)
  }
  for (const [path, value] of fields) {
    if (path === '_id') setOwn(document, '_id', value)
    else for (const place of placesOf(document, path, NO_FILTERS)) put(place, copyValue(operandOf(value)))
  }
  return document
}

const NO_FILTERS = { filter: {}, arrayFilters: new Map<string, never>(), create: true }

function equalities(filter: object): [string, unknown][] {
  return Object.entries(filter).flatMap(([key, condition]: [string, unknown]): [string, unknown][] => {
    const isJoined = key === '$and' || (key === '$or' && Array.isArray(condition) && condition.length === 1)
    if (isJoined && Array.isArray(condition)) return condition.flatMap((branch: object) => equalities(branch))
    if (key.startsWith('$')) return []
    return (operatorsOf(condition) ?? [])
      .flatMap(([operator, operand]) => equalTo(operator, operand))
      .map(value => [key, value])
  })
}

/** The values that a condition compares by equality. */
function equalTo(operator: string, operand: unknown): unknown[] {
  if (operator === '$eq') return [operand]
  if (!Array.isArray(operand)) return []
  const isEqual = (value: unknown) => !(value instanceof RegExp) && operatorsOf(value)?.[0]?.[0] === '$eq'
  if (operator === '$all') return operand.filter(isEqual)
  return operator === '$in' && operand.length === 1 ? operand.filter(isEqual) : []
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
