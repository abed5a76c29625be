import type { Sort } from '../contract/filter.ts'
import type { CollectionStore } from './collection-store.ts'
import { MOST_BYTES, MOST_ROWS } from './long-read.ts'
import { CHANGED_MEANWHILE, type Target } from './write.ts'

/** How many documents one commit changes when a write is done in steps. */
const STEP = 200
/** How often a document is looked for that others change in the meantime. */
const TRIES = 5

/** The documents of a write: all that match, or the first one. */
export interface Written {
  readonly collection: string
  readonly filter: object
  readonly sort?: Sort | undefined
  readonly isMany: boolean
}

/**
 * Does a write without a session. One that looks at many rows holds up nobody: its documents are found as by a long
 * read, and changed in steps, each with a commit of its own, if they match still. So it is in MongoDB, where others may
 * also see, and a failure leaves behind, that only some of them are changed.
 *
 * @returns the result of each step
 */
export async function writeInSteps<R>(
  store: CollectionStore,
  written: Written,
  work: (target: Target) => R,
): Promise<R[]> {
  const short = await store.write(undefined, written.collection, target => shortly(target, work))
  return short ? [...short] : writeLong(store, written, work)
}

/**
 * Does a write that looks at many rows. Such writes of a collection are done one after another, so that of two that
 * insert what they don't find, the second one finds it.
 */
export function writeLong<R>(store: CollectionStore, written: Written, work: (target: Target) => R): Promise<R[]> {
  const write = (found?: readonly number[]) =>
    store.write(undefined, written.collection, target => work(found ? { ...target, found } : target))
  return store.inTurn(written.collection, async () => {
    for (let tries = 0; tries < TRIES; tries++) {
      const rids = await found(store, written)
      const results: R[] = []
      try {
        // Without any document there is one step, too: it may insert one.
        for (let at = 0; at === 0 || at < rids.length; at += STEP) results.push(await write(rids.slice(at, at + STEP)))
        return results
      } catch (error) {
        if (error !== CHANGED_MEANWHILE) throw error
      }
    }
    return [await write()]
  })
}

/** The result of a write, in an array, if it looks at few rows. Otherwise nothing was written. */
export function shortly<R>(target: Target, work: (target: Target) => R): readonly [R] | undefined {
  return target.connection.within({ rows: MOST_ROWS, bytes: MOST_BYTES }, () => [work({ ...target, isCounted: true })])
}

async function found(store: CollectionStore, { collection, filter, sort, isMany }: Written): Promise<number[]> {
  const query = { filter, ...(isMany ? {} : { sort, limit: 1 }) }
  return (await store.readApart({ kind: 'rows', collection, query }, undefined)) as number[]
}
