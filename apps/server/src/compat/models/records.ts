import type { StoredRecord } from '@platform/plugin-sdk'
import { type Changes, changesOf, noteSaved, watchChanges } from '../../runtime/changes.ts'
import { isFields } from '../../runtime/is-fields.ts'
import { refuseCallback } from '../../runtime/no-callback.ts'

/** A record of a model, with the methods by which older plugins store it and copy it. */
export type ModelRecord<T> = T & RecordMethods<T>

interface RecordMethods<T> {
  /** Stores a new record, or the changed fields of a stored one. */
  save(): Promise<ModelRecord<T>>
  /** A plain copy. */
  toObject(): T
}

interface Saving<T> {
  /** The prototype with further methods. */
  readonly methods: object
  complete(record: T): T
  insert(record: T): Promise<void>
  update(record: T, changes: Partial<Changes>): Promise<unknown>
}

/** How the records of one model are made. */
export interface Records<T> {
  /** A new record, which is not stored yet. Fields whose value is a map get the defaults inside the map too. */
  make(given: Partial<T>, defaults: Partial<T>): ModelRecord<T>
  /** A record that the store gave. */
  read(found: T): ModelRecord<T>
}

export function recordsOf<T extends StoredRecord>({ methods, complete, insert, update }: Saving<T>): Records<T> {
  const unsaved = new WeakSet<object>()
  const own: RecordMethods<T> & ThisType<ModelRecord<T>> = {
    async save(...args: unknown[]) {
      refuseCallback('save', args)
      if (unsaved.has(this)) await insert(this.toObject())
      else {
        const changes = Object.entries(changesOf(this)).filter(([, fields]) => Object.keys(fields as object).length > 0)
        if (changes.length > 0) await update(this, Object.fromEntries(changes))
      }
      unsaved.delete(this)
      noteSaved(this)
      return this
    },
    toObject() {
      return { ...this }
    },
  }
  const prototype = Object.create(methods, Object.getOwnPropertyDescriptors(own)) as object
  return {
    make(given, defaults) {
      const fields = Object.getOwnPropertyDescriptors(withDefaults(given, defaults))
      // Not by assigning: a field with the name of a method is refused when the record is stored.
      const record = Object.create(prototype, fields) as ModelRecord<T>
      unsaved.add(record)
      return record
    },
    read(found) {
      for (const name of Object.keys(methods)) Reflect.deleteProperty(found, name)
      return watchChanges(Object.assign(Object.create(prototype) as ModelRecord<T>, complete(found)))
    },
  }
}

function withDefaults<T extends object>(given: T, defaults: T): T {
  const filled = Object.entries(defaults).map(([field, value]: [string, unknown]) => {
    const own: unknown = Reflect.get(given, field)
    return [field, isFields(own) && isFields(value) ? withDefaults(own, value) : (own ?? value)]
  })
  return { ...given, ...Object.fromEntries(filled) } as T
}
