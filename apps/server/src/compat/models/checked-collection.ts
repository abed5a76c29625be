import type { Collection, PipelineStage, Projection } from '@platform/docstore'
import { assertNoFreeComparison, assertShown, type Hidden, pipelineWithout, withoutHidden } from './hidden.ts'

type Run = (...args: unknown[]) => unknown

/** For each method whose first argument is a filter, the place of its options. */
const OPTIONS_AT: Readonly<Record<string, 1 | 2>> = {
  find: 1,
  findOne: 1,
  countDocuments: 1,
  findOneAndDelete: 1,
  deleteOne: 1,
  deleteMany: 1,
  findOneAndUpdate: 2,
  findOneAndReplace: 2,
  updateOne: 2,
  updateMany: 2,
  replaceOne: 2,
}

/**
 * A collection that refuses filters and orders by a hidden field, and changes that compare one or give it another name:
 * by each of them a plugin could find out what the field has.
 */
export function checkedCollection<T extends object>(collection: Collection<T>, about: Hidden): Collection<T> {
  if (about.hidden.length === 0) return collection
  return intercepted(collection, (key, run) => {
    if (key === 'bulkWrite')
      return (operations, ...rest) => {
        for (const operation of operations as object[])
          for (const { filter, update } of Object.values(operation) as { filter?: unknown; update?: unknown }[])
            checkFilter([filter, update], about)
        return run(operations, ...rest)
      }
    if (key === 'distinct')
      return (path, filter, ...rest) => {
        checkFilter([filter], about)
        return run(path, filter, ...rest)
      }
    const at = OPTIONS_AT[String(key)]
    if (at === undefined) return run
    return (...args) => {
      checkFilter(at === 1 ? [args[0]] : args, about)
      checkSort((args[at] as { readonly sort?: unknown } | undefined)?.sort, about)
      const result = run(...args)
      return key === 'find' ? checkedCursor(result as object, about) : result
    }
  })
}

/** A cursor to which nothing can be added that its `find` would refuse. */
function checkedCursor<T extends object>(cursor: T, about: Hidden): T {
  return intercepted(cursor, (key, run) => {
    if (key === 'project') return projection => run(withoutHidden(projection as Projection, about))
    if (key !== 'sort' && key !== 'filter') return run
    return (given, ...rest) => {
      if (key === 'sort') checkSort(given, about)
      else checkFilter([given], about)
      return run(given, ...rest)
    }
  })
}

/** An object with other methods in place of its own. */
function intercepted<T extends object>(given: T, replace: (key: PropertyKey, run: Run) => Run): T {
  const proxy: T = new Proxy(given, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      const run = replace(key, value.bind(target) as Run)
      return (...args: unknown[]) => {
        const result = run(...args)
        // A cursor's methods return the cursor itself.
        return result === target ? proxy : result
      }
    },
  })
  return proxy
}

function checkFilter([filter, update]: readonly unknown[], about: Hidden): void {
  assertNoFreeComparison(filter, about)
  if (Array.isArray(update))
    throw new Error(
      `${about.name}: an update by a pipeline could copy every field, and no plugin gets ${about.hidden.join(', ')}; ` +
        'use operators, such as {$set: {username: "ada"}}',
    )
  for (const path of [...pathsIn(filter), ...comparedIn(update)]) assertShown(path, about)
}

/** The paths that a filter asks about, also within its operators. */
function pathsIn(filter: unknown): string[] {
  if (Array.isArray(filter)) return filter.flatMap(pathsIn)
  if (typeof filter !== 'object' || filter === null) return []
  return Object.entries(filter).flatMap(([key, value]) => (key.startsWith('$') ? pathsIn(value) : [key]))
}

/** The paths of an update whose result, or the number of changed records, says what they had. */
function comparedIn(update: unknown): string[] {
  type Paths = Readonly<Record<string, unknown>>
  const { $rename = {}, $min = {}, $max = {} } = (update ?? {}) as Readonly<Record<string, Paths>>
  return [...Object.entries($rename).flat().map(String), ...Object.keys($min), ...Object.keys($max)]
}

/** Refuses an order by a hidden field, in each form of an order that a store takes. */
function checkSort(sort: unknown, about: Hidden): void {
  const keys =
    typeof sort === 'string' || Array.isArray(sort)
      ? [sort].flat(2)
      : sort instanceof Map
        ? [...sort.keys()]
        : Object.keys(sort ?? {})
  for (const key of keys) if (typeof key === 'string') assertShown(key, about)
}

const READS: readonly PropertyKey[] = ['find', 'findOne', 'findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete']

/** A collection whose reads never give the hidden fields. */
export function guardedCollection<T extends object>(
  collection: Collection<T>,
  hidden: readonly string[],
): Collection<T> {
  const about = { name: 'this collection', hidden }
  return intercepted(collection, (key, run) => {
    if (READS.includes(key)) return (...args) => run(...withProjection(key, args, about))
    if (key === 'aggregate') return pipeline => run(pipelineWithout(pipeline as readonly PipelineStage[], about))
    if (key === 'distinct')
      return (path, ...rest) => {
        assertShown(path as string, about)
        return run(path, ...rest)
      }
    return run
  })
}

/** The arguments of a read, whose options are after the filter and, for some, the change. */
function withProjection(key: PropertyKey, args: unknown[], about: Hidden): unknown[] {
  const at = OPTIONS_AT[String(key)] ?? 1
  const options = (args[at] ?? {}) as { readonly projection?: Projection }
  const before = Array.from({ length: at }, (_, i) => args[i] ?? {})
  return [...before, { ...options, projection: withoutHidden(options.projection, about) }]
}
