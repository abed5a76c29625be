import type { FindCursor, Projection } from '@platform/docstore'
import { SEARCH } from '../../paging/long-reads.ts'
import { refuseCallback } from '../../runtime/no-callback.ts'
import { type Hidden, withoutHidden } from './hidden.ts'

type Keys = Record<string, 1 | -1>

/** A query in the form of older plugins: `await Model.findOne({...}).select('id username').lean()`. */
export interface Query<Result> extends PromiseLike<Result> {
  /** @param keys - fields with 1 or -1, or their names in a text, with `-` for descending: `'-created_at id'`. */
  sort(keys: Keys | string): this
  /** @param fields - the names of fields, in a text or a list, with `-` for those to leave away; or a projection. */
  select(fields: string | readonly string[] | Projection): this
  /** Results as plain objects, without methods. */
  lean(): this
  exec(): Promise<Result>
  catch<Other>(rejected: (reason: unknown) => Other | PromiseLike<Other>): Promise<Result | Other>
}

/** A query that gives a list: `await Model.find({...}).sort({...}).limit(10)`. */
export interface ListQuery<R> extends Query<R[]> {
  skip(count: number): this
  limit(count: number): this
  cursor(): FindCursor<R>
}

interface Reading<T, R> {
  /** Makes a record, with its methods, of what the store gives. */
  read(found: T): R
  /** The fields that no query gives. */
  readonly about: Hidden
}

/** A query for all records of a cursor. */
export function createListQuery<T extends object, R extends T>(
  cursor: FindCursor<T>,
  reading: Reading<T, R>,
): ListQuery<R> {
  const query = createQuery(cursor, reading, found => found)
  return Object.assign(query, {
    skip(count: number) {
      cursor.skip(count)
      return this
    },
    limit(count: number) {
      cursor.limit(count)
      return this
    },
    cursor: () => cursor as unknown as FindCursor<R>,
  }) as ListQuery<R>
}

/** A query for the first record of a cursor, or null. */
export function createOneQuery<T extends object, R extends T>(
  cursor: FindCursor<T>,
  reading: Reading<T, R>,
): Query<R | null> {
  return createQuery(cursor.limit(1), reading, ([first]) => first ?? null)
}

function createQuery<T extends object, R extends T, Result>(
  cursor: FindCursor<T>,
  { read, about }: Reading<T, R>,
  resultOf: (records: R[]) => Result,
): Query<Result> {
  let plain = false
  let result: Promise<Result> | undefined
  const find = async (): Promise<Result> => {
    const found = await cursor.maxTimeMS(SEARCH.maxTimeMS).toArray()
    return resultOf(plain ? (found as R[]) : found.map(read))
  }
  // A cursor gives its records once, but a query may be awaited several times.
  const run = (): Promise<Result> => {
    result ??= find()
    return result
  }
  return {
    sort(keys) {
      cursor.sort(typeof keys === 'string' ? Object.fromEntries(signed(keys, -1)) : keys)
      return this
    },
    select(fields) {
      const isNames = typeof fields === 'string' || Array.isArray(fields)
      const projection = isNames ? Object.fromEntries(signed([fields].flat().join(' '), 0)) : fields
      cursor.project(withoutHidden(projection as Projection, about))
      return this
    },
    lean() {
      plain = true
      return this
    },
    exec(...args: unknown[]) {
      refuseCallback('exec', args)
      return run()
    },
    // biome-ignore lint/suspicious/noThenProperty: older plugins run a query by awaiting it.
    then: (fulfilled, rejected) => run().then(fulfilled, rejected),
    catch: rejected => run().catch(rejected),
  }
}

/** The names in a text, each with 1 or, after a `-`, with another number. A `+` of older plugins means nothing here. */
function signed<Other extends number>(names: string, other: Other): [string, 1 | Other][] {
  const words = names.split(/\s+/).filter(Boolean)
  return words.map(word => [word.replace(/^[+-]/, ''), word.startsWith('-') ? other : 1])
}
