import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ConfigSchema } from '../../config-schema.ts'
import type { IndexDeclaration } from '../declarations.ts'
import type { TransactionSession } from '../job-queue.ts'

/**
 * A record of a model as it is read: its fields, and its id.
 *
 * @example
 * type Bookmark = ModelRecord<{ user_id: string; comment_id: string }>
 */
export type ModelRecord<Fields> = Fields & { readonly id: string }

/**
 * The record type of a model.
 *
 * @example
 * type Bookmark = RecordOf<typeof bookmarks>
 */
export type RecordOf<M> = M extends Model<infer Fields> ? ModelRecord<Fields> : never

/**
 * The comparisons that a filter may make with a field.
 *
 * @example
 * const recent: ModelComparison<Date> = { $gt: yesterday }
 */
export interface ModelComparison<Value> {
  readonly $eq?: Value | null
  readonly $ne?: Value | null
  readonly $gt?: Value
  readonly $gte?: Value
  readonly $lt?: Value
  readonly $lte?: Value
  readonly $in?: readonly (Value | null)[]
  readonly $nin?: readonly (Value | null)[]
  readonly $exists?: boolean
}

/**
 * Which records are meant: values or comparisons by field, in MongoDB's words. A path with a dot reads a field of an
 * object.
 *
 * @example
 * const unread: ModelFilter<{ user_id: string; read_at?: Date }> = { user_id: user.id, read_at: null }
 */
export type ModelFilter<Fields> = {
  readonly [Name in keyof ModelRecord<Fields>]?:
    | ModelRecord<Fields>[Name]
    | ModelComparison<ModelRecord<Fields>[Name]>
    | null
} & {
  readonly [path: `${string}.${string}`]: unknown
  readonly $and?: readonly ModelFilter<Fields>[]
  readonly $or?: readonly ModelFilter<Fields>[]
}

/**
 * Options of one operation on records.
 *
 * @example
 * const within: RecordOptions = { session }
 */
export interface RecordOptions {
  /** The transaction that the operation belongs to. */
  readonly session?: TransactionSession
}

/**
 * Options of `find`.
 *
 * @example
 * const newest: FindRecordsOptions = { sort: { created_at: -1 }, limit: 10 }
 */
export interface FindRecordsOptions extends RecordOptions {
  readonly sort?: Readonly<Record<string, 1 | -1>>
  /** The most records of the answer, at most 1,000. @defaultValue 100 */
  readonly limit?: number
  readonly skip?: number
}

/**
 * The changes of a record: new values by field, or a function that gives them. `undefined` removes an optional field.
 *
 * @example
 * const seenOnceMore: RecordChanges<{ seen: number }> = ({ seen }) => ({ seen: seen + 1 })
 */
export type RecordChanges<Fields> =
  | { readonly [Name in keyof Fields]?: Fields[Name] | undefined }
  | ((record: ModelRecord<Fields>) => { readonly [Name in keyof Fields]?: Fields[Name] | undefined })

/**
 * One change of a batch.
 *
 * @example
 * const changes: RecordChange<{ note: string }>[] = [{ insert: { note: 'new' } }, { remove: old.id }]
 */
export type RecordChange<Input, Fields = Input> =
  | { readonly insert: Input & { readonly id?: string } }
  | { readonly update: string; readonly with: RecordChanges<Fields> }
  | { readonly remove: string }

/**
 * The functions that read and write the records of a model. They work alike on both document stores.
 *
 * @example
 * const mine = await bookmarks.in(context.services).find({ user_id: context.user.id })
 */
export interface ModelRecords<Fields extends object, Input extends object = Fields> {
  /**
   * Stores a new record, whose `id` may be given.
   *
   * @returns the record as it is stored, with the defaults of the schema
   * @throws BadUserInputError when the record does not fit the schema
   * @throws AlreadyExistsError when another record has this id, or these values in a unique index
   */
  insert(record: Input & { readonly id?: string }, options?: RecordOptions): Promise<ModelRecord<Fields>>
  /** Reads the record with this id; `null` when there is none. */
  get(id: string, options?: RecordOptions): Promise<ModelRecord<Fields> | null>
  /** Reads at most `limit` records. It is given up after 8 s, which may happen where no index of the model helps. */
  find(filter: ModelFilter<Fields>, options?: FindRecordsOptions): Promise<ModelRecord<Fields>[]>
  /** Reads all records that match, in the order of their ids, and never more than 100 at a time. */
  each(filter?: ModelFilter<Fields>): AsyncIterable<ModelRecord<Fields>>
  count(filter?: ModelFilter<Fields>, options?: RecordOptions): Promise<number>
  /**
   * Changes one record in a transaction, so that no other change is lost. A function may be called again.
   *
   * @returns the changed record; `null` when there is none with this id
   * @throws BadUserInputError when the changed record does not fit the schema
   * @throws PlatformError NEWER_RECORD when the record is of a newer version, of a server that is updated already
   */
  update(id: string, changes: RecordChanges<Fields>, options?: RecordOptions): Promise<ModelRecord<Fields> | null>
  /** Removes one record. @returns whether it existed */
  remove(id: string, options?: RecordOptions): Promise<boolean>
  /** Makes all of these changes or, when one of them fails, none. A record to update or remove may be missing. */
  batch(changes: readonly RecordChange<Input, Fields>[], options?: RecordOptions): Promise<void>
  /** Counts the records that an older version of the model stored. */
  outdated(): Promise<number>
  /** Counts the records that a newer version of the model stored, on a server that is updated already. */
  newer(): Promise<number>
  /**
   * Changes the records of older versions, 100 in a transaction. The server does this in a job after its start. When it
   * is interrupted, the next call continues.
   *
   * @returns how many records it changed
   * @throws Error naming records that could not be changed, once all others are
   */
  migrate(options?: { readonly signal?: AbortSignal }): Promise<number>
}

/**
 * Which user a record is about.
 *
 * @example
 * const data: ModelPersonalData<{ user_id: string; note: string }> = { user: 'user_id' }
 */
export interface ModelPersonalData<Fields extends object> {
  /** The field with the id of the user. The model has an index of it. */
  readonly user: keyof Fields & string
  /** The exported part of a record. @defaultValue the record without the id of the user */
  export?(record: ModelRecord<Fields>): object
  /**
   * The changes by which a record is kept without its user, such as `{ user_id: null }`; the field of the user must
   * change. Without this function the record is removed.
   */
  erase?(record: ModelRecord<Fields>): { readonly [Name in keyof Fields]?: Fields[Name] | undefined }
}

/**
 * The argument of `defineModel`.
 *
 * @example
 * const definition: ModelDefinition<typeof schema> = { name: 'bookmarks.marks', record: schema }
 */
export interface ModelDefinition<Schema extends ConfigSchema> {
  /** The name of the plugin and of its collection: `bookmarks.marks`. */
  readonly name: `${string}.${string}`
  /** The schema of a record, without `id`. Records are checked before they are written. */
  readonly record: Schema & ConfigSchema
  readonly indexes?: readonly Omit<IndexDeclaration, 'collection'>[]
  /** The version of the schema, which grows when records that are stored already must change. @defaultValue 1 */
  readonly version?: number
  /**
   * Version → function that makes a record of this version from one of the version before. It gets the fields and `id`,
   * and returns the fields. It reads nothing else, because it may be called again.
   */
  readonly migrations?: Readonly<Record<number, (record: Readonly<Record<string, any>>) => object>>
  /** Version → a record as that version stores it. The contract suite tries the model with them. */
  readonly samples?: Readonly<Record<number, object>>
  readonly personalData?: ModelPersonalData<StandardSchemaV1.InferOutput<Schema> & object>
}

/**
 * A collection of a plugin's own records, made by `defineModel`.
 *
 * @example
 * const names = (models: readonly Model[]) => models.map(({ name }) => name)
 */
export interface Model<Fields extends object = any, Input extends object = any> {
  /** The name of the collection. */
  readonly name: string
  readonly version: number
  readonly indexes: readonly IndexDeclaration[]
  readonly samples: Readonly<Record<number, object>>
  readonly personalData: ModelPersonalData<Fields> | null
  /** The functions for its records, with the document store of these services. */
  in(services: object): ModelRecords<Fields, Input>
}
