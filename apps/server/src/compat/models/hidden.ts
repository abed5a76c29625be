import type { PipelineStage, Projection } from '@platform/docstore'

/** The fields of a collection that no plugin gets. */
export interface Hidden {
  /** The collection, as messages name it. */
  readonly name: string
  readonly hidden: readonly string[]
}

/** Operators of a projection that give a part of the field at their path; every other one computes a value. */
const PARTS: readonly string[] = ['$slice', '$elemMatch', '$meta']

/** A projection that never gives the hidden fields, nor a part of them. @throws Error for one that computes values. */
export function withoutHidden(projection: Projection = {}, about: Hidden): Projection {
  const { hidden } = about
  if (hidden.length === 0) return projection
  assertPlain(projection, about)
  const left = Object.entries(projection).filter(([path]) => !isHidden(path, hidden))
  const includes = left.some(([path, given]) => path !== '_id' && Boolean(given))
  if (includes) return Object.fromEntries(left)
  const asked = Object.values(projection).some(Boolean)
  // Only hidden fields were asked for.
  if (asked) return { _id: 1 }
  return Object.fromEntries([...left, ...hidden.map(field => [field, 0])])
}

/** A computed value could be one of a hidden field. */
function assertPlain(fields: object, about: Hidden): void {
  for (const [path, value] of Object.entries(fields) as [string, unknown][]) {
    if (PARTS.includes(path) || value === undefined || typeof value === 'number' || typeof value === 'boolean') continue
    if (path.startsWith('$') || typeof value !== 'object' || value === null)
      throw new Error(
        `${about.name}: a projection computes ${path}, and no plugin gets ${about.hidden.join(', ')}; ` +
          'name fields with 1 or 0, and compute with the record',
      )
    assertPlain(value, about)
  }
}

/** Whether a path is a hidden field, or inside of one. */
export function isHidden(path: string, hidden: readonly string[]): boolean {
  return hidden.includes(path.replace(/^\$/, '').replace(/\..*/s, ''))
}

/** Refuses a path to a hidden field. @throws Error that names it. */
export function assertShown(path: string, { name, hidden }: Hidden): void {
  if (isHidden(path, hidden)) throw new Error(`${name}: no plugin gets ${path}; user.verifyPassword checks a password`)
}

/** Operators that can compare any field without naming it as a path of the filter. */
const FREE_COMPARISONS: readonly string[] = ['$expr', '$where', '$jsonSchema']

/** Refuses a filter or pipeline by which a plugin could find out about any field. @throws Error with the operator. */
export function assertNoFreeComparison(filter: unknown, about: Hidden): void {
  if (typeof filter !== 'object' || filter === null || about.hidden.length === 0) return
  for (const [key, value] of Object.entries(filter) as [string, unknown][]) {
    if (FREE_COMPARISONS.includes(key))
      throw new Error(
        `${about.name}: ${key} could compare every field, and no plugin gets ${about.hidden.join(', ')}; ` +
          'compare fields by name, such as {created_at: {$gt: time}}',
      )
    assertNoFreeComparison(value, about)
  }
}

const JOINS = ['$lookup', '$unionWith', '$graphLookup'] as const

/** A pipeline whose stages never see the hidden fields. @throws Error for one that reads another collection. */
export function pipelineWithout(pipeline: readonly PipelineStage[], about: Hidden): PipelineStage[] {
  const { name, hidden } = about
  const text = JSON.stringify(pipeline)
  const join = JOINS.find(stage => text.includes(`"${stage}"`))
  if (join) throw new Error(`${name}: aggregate has no ${join}; read the other records by their own model`)
  assertNoFreeComparison(pipeline, about)
  return hidden.length === 0 ? [...pipeline] : [{ $unset: [...hidden] }, ...pipeline]
}
