import type { Collection, PipelineStage, Projection } from '@platform/docstore'

/** A projection that never gives the hidden fields, nor a part of them. */
export function withoutHidden(projection: Projection = {}, hidden: readonly string[]): Projection {
  if (hidden.length === 0) return projection
  const left = Object.entries(projection).filter(([path]) => !isHidden(path, hidden))
  const includes = left.some(([path, given]) => path !== '_id' && Boolean(given))
  if (includes) return Object.fromEntries(left)
  const asked = Object.values(projection).some(Boolean)
  // Only hidden fields were asked for.
  if (asked) return { _id: 1 }
  return Object.fromEntries([...left, ...hidden.map(field => [field, 0])])
}

/** Whether a path is a hidden field, or inside of one. */
export function isHidden(path: string, hidden: readonly string[]): boolean {
  return hidden.includes(path.replace(/^\$/, '').replace(/\..*/s, ''))
}

/** Refuses a path to a hidden field. @throws Error that names it. */
export function assertShown(path: string, { name, hidden }: { name: string; hidden: readonly string[] }): void {
  if (isHidden(path, hidden)) throw new Error(`${name}: no plugin gets ${path}; user.verifyPassword checks a password`)
}

const JOINS = ['$lookup', '$unionWith', '$graphLookup'] as const

/** A pipeline whose stages never see the hidden fields. @throws Error for one that reads another collection. */
export function pipelineWithout(
  pipeline: readonly PipelineStage[],
  { name, hidden }: { name: string; hidden: readonly string[] },
): PipelineStage[] {
  const text = JSON.stringify(pipeline)
  const join = JOINS.find(stage => text.includes(`"${stage}"`))
  if (join) throw new Error(`${name}: aggregate has no ${join}; read the other records by their own model`)
  return hidden.length === 0 ? [...pipeline] : [{ $unset: [...hidden] }, ...pipeline]
}

/** Methods whose first argument is a filter; the second one of some is a change. */
const FILTERED: readonly PropertyKey[] = [
  'find',
  'findOne',
  'countDocuments',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
]

/**
 * A collection that refuses filters by a hidden field and changes that give one another name: by either a plugin could
 * find out what the field has.
 */
export function checkedCollection<T extends object>(
  collection: Collection<T>,
  about: { readonly name: string; readonly hidden: readonly string[] },
): Collection<T> {
  if (about.hidden.length === 0) return collection
  return intercepted(collection, (key, run) => {
    if (!FILTERED.includes(key)) return run
    return (...args) => {
      for (const path of [...pathsIn(args[0]), ...renamedIn(args[1])]) assertShown(path, about)
      return run(...args)
    }
  })
}

type Run = (...args: unknown[]) => unknown

/** A collection with other methods in place of its own. */
function intercepted<T extends object>(
  collection: Collection<T>,
  replace: (key: PropertyKey, run: Run) => Run,
): Collection<T> {
  return new Proxy(collection, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? replace(key, value.bind(target) as Run) : value
    },
  })
}

/** The paths that a filter asks about, also within its operators. */
function pathsIn(filter: unknown): string[] {
  if (Array.isArray(filter)) return filter.flatMap(pathsIn)
  if (typeof filter === 'string') return filter.startsWith('$') ? [filter] : []
  if (typeof filter !== 'object' || filter === null) return []
  return Object.entries(filter).flatMap(([key, value]) => (key.startsWith('$') ? pathsIn(value) : [key]))
}

function renamedIn(update: unknown): string[] {
  const { $rename = {} } = (update ?? {}) as { readonly $rename?: Readonly<Record<string, string>> }
  return Object.entries($rename).flat()
}

const READS: readonly PropertyKey[] = ['find', 'findOne', 'findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete']

/** A collection whose reads never give the hidden fields. */
export function guardedCollection<T extends object>(
  collection: Collection<T>,
  hidden: readonly string[],
): Collection<T> {
  const name = 'this collection'
  return intercepted(collection, (key, run) => {
    if (READS.includes(key)) return (...args) => run(...withProjection(key, args, hidden))
    if (key === 'aggregate')
      return pipeline => run(pipelineWithout(pipeline as readonly PipelineStage[], { name, hidden }))
    if (key === 'distinct')
      return (path, ...rest) => {
        assertShown(path as string, { name, hidden })
        return run(path, ...rest)
      }
    return run
  })
}

/** The arguments of a read, whose options are after the filter and, for some, the change. */
function withProjection(key: PropertyKey, args: unknown[], hidden: readonly string[]): unknown[] {
  const at = key === 'findOneAndUpdate' || key === 'findOneAndReplace' ? 2 : 1
  const options = (args[at] ?? {}) as { readonly projection?: Projection }
  const before = Array.from({ length: at }, (_, i) => args[i] ?? {})
  return [...before, { ...options, projection: withoutHidden(options.projection, hidden) }]
}
