import { isDeepStrictEqual } from 'node:util'
import { isFields } from './is-fields.ts'

/** Records as they were read, for those that a plugin may change and save. */
const originals = new WeakMap<object, Fields>()

type Fields = Record<string, unknown>

/** The changes of a record since it was read, as operators of an update. */
export interface Changes {
  readonly $set: Fields
  readonly $unset: Fields
}

/** Remembers how a record is now, so that its changes can be saved later. */
export function watchChanges<Record extends object>(record: Record): Record {
  if (!originals.has(record)) noteSaved(record)
  return record
}

/** Remembers how a record is now, because it has just been saved. */
export function noteSaved(record: object): void {
  originals.set(record, structuredClone({ ...record }) as Fields)
}

/**
 * The changes since the record was read; only these are saved, so that changes which others made meanwhile stay.
 *
 * @throws Error for a record that was not read in a way that allows saving.
 */
export function changesOf(record: object): Changes {
  const before = originals.get(record)
  if (!before) throw new Error('this record was not read for saving: read it by its model, such as models/user')
  const changes = { $set: {}, $unset: {} }
  compare(before, { ...record }, { path: '', changes })
  return changes
}

function compare(before: Fields, after: Fields, { path, changes }: { path: string; changes: Changes }): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = path + key
    const [old, now] = [before[key], after[key]]
    if (now === undefined) {
      if (old !== undefined) changes.$unset[at] = true
    } else if (
      isFields(old) &&
      isFields(now) &&
      ![...Object.keys(old), ...Object.keys(now)].some(name => /^\$|\./.test(name))
    )
      compare(old, now, { path: `${at}.`, changes })
    else if (!isDeepStrictEqual(old, now)) changes.$set[at] = now
  }
}
